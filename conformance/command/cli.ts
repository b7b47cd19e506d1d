import { Command, InvalidArgumentError } from 'commander'
import type { ListFlags } from './list.ts'
import type { MergeFlags } from './merge.ts'
import type { ProbeFlags } from './probe.ts'
import type { RunFlags, TargetFlags } from './run.ts'

/** `invoicing-kit conformance`: every subcommand and flag. What a subcommand does is loaded when it is asked for. */
export function conformanceCommand(): Command {
  const command = new Command('conformance').description(
    'judge any server by the clauses of the specification',
  )
  for (const subcommand of [runCli(), probeCli(), listCli(), mergeCli(), replayCli()])
    command.addCommand(subcommand)
  return command.addHelpText('after', `\n${JUDGING_EXITS}`)
}

const JUDGING_EXITS =
  'Exit codes: 0 conforms, 1 a must clause fails, 2 could not judge (bad usage, unreachable, too little judged).'

function runCli(): Command {
  const command = aimed(new Command('run'))
    .description('judge a server, read-only unless --allow says otherwise')
    .argument(
      '[names...]',
      'what to judge: clauses (create.persists), areas (create), sections (§4.1); all when left out',
    )
    .option(
      '--require <list|n>',
      'what must be judged, else exit 2: clauses, areas and sections, comma-separated, or how many clauses; when left out, and all is to be judged, what a read-only run on a filled store judges',
    )
    .option('--waivers <file>', 'accepted deviations, JSON or YAML')
    .option(
      '--report <format=file>',
      'also write json=FILE, junit=FILE, html=FILE or github; repeatable',
      collected,
      [],
    )
    .option('--shard <i/n>', 'judge the i-th of n parts of the clauses, to be merged')
    .option(
      '--run-id <id>',
      "names the run in its reports, for merge (default: the CI's own id, if any)",
      notEmpty,
    )
    .option('--bail', 'stop at the first must clause that fails and is not waived')
    .option('--strict', 'exit 2 when a must clause is skipped or not exercised')
    .addHelpText(
      'after',
      after(
        JUDGING_EXITS,
        'run --base-url https://billing.example/api/v1/external --api-key "$INVOICING_API_KEY"',
        'run list create.persists §4.3 --target target.json --require list --report junit=report.xml',
      ),
    )
  return doing(command, async (names: string[], flags: RunFlags) =>
    (await import('./run.ts')).runCommand(names, flags),
  )
}

function probeCli(): Command {
  const command = aimed(new Command('probe'))
    .description('see how a server answers what the specification leaves open')
    .argument('[names...]', 'look only by the checks of these clauses, areas or sections')
    .option('--out <file>', 'write the dialect there, for mock --dialect; printed when left out')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 looked, whatever was seen; 2 could not look (bad usage, unreachable).',
        'probe --target target.json --out dialect.json',
      ),
    )
  return doing(command, async (names: string[], flags: ProbeFlags) =>
    (await import('./probe.ts')).probeCommand(names, flags),
  )
}

function listCli(): Command {
  const command = new Command('list')
    .description('the clauses, and the checks that judge each')
    .option('--json', 'as JSON')
    .addHelpText('after', after('Exit codes: 0 always.', 'list --json'))
  return doing(command, async (flags: ListFlags) => (await import('./list.ts')).listCommand(flags))
}

function mergeCli(): Command {
  const command = new Command('merge')
    .description('join the JSON reports of the shards of one run, and judge the whole')
    .argument('<reports...>', 'JSON reports, one of each shard')
    .option('--out <file>', 'write the whole report there, as JSON')
    .option(
      '--report <format=file>',
      'also write json=FILE, junit=FILE, html=FILE or github; repeatable',
      collected,
      [],
    )
    .option('--require <list|n>', 'what must be judged, else exit 2; as for run')
    .option('--strict', 'exit 2 when a must clause is skipped or not exercised')
    .addHelpText(
      'after',
      after(
        'Exit codes: as run; 2 too when a shard is missing, there twice, or of another run, target or version.',
        'merge shard-1.json shard-2.json shard-3.json --out report.json --report junit=report.xml',
      ),
    )
  return doing(command, async (files: string[], flags: MergeFlags) =>
    (await import('./merge.ts')).mergeCommand(files, flags),
  )
}

function replayCli(): Command {
  const command = aimed(new Command('replay'))
    .description('run the failures of a JSON report again')
    .argument('<report>', 'JSON report')
    .argument('[names...]', 'only these clauses, areas or sections')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 none happened again, 1 one did, 2 could not judge.',
        'replay report.json create.persists --target target.json',
      ),
    )
  return doing(command, async (file: string, names: string[], flags: TargetFlags) =>
    (await import('./replay.ts')).replayCommand(file, names, flags),
  )
}

/** What a help text ends with. */
const after = (exits: string, ...examples: string[]) =>
  `\n${exits}\n\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.map((line) => `  invoicing-kit conformance ${line}`).join('\n')}`

/** The flags of every command that sends requests. */
function aimed(command: Command): Command {
  return command
    .option('--target <file|url>', 'target file, or where one is served, such as the admin API of a mock')
    .option('--base-url <url>', 'service address instead of a target file')
    .option('--api-key <key>', 'key of the store; INVOICING_API_KEY when left out')
    .option(
      '--allow <list>',
      'writes, invoices, settings, email, bulk, rate-limit or all, comma-separated',
      listed,
    )
    .option('--seed <number>', 'seed of all that is random', wholeNumber)
    .option('--runs <number>', 'values that each property tries (default: 20)', positiveInteger)
    .option('--time-budget <seconds>', 'finish with what there is after so long', positive)
    .option('--max-rps <number>', 'requests a second at most', positive)
}

/** Runs a subcommand: its exit code becomes the process's, and whatever is thrown is exit code 2. */
function doing<Args extends unknown[]>(
  command: Command,
  action: (...args: Args) => Promise<number>,
): Command {
  return command.action(async (...args: unknown[]) => {
    try {
      process.exitCode = await action(
        ...(args.slice(0, -1) as Args), // commander adds itself
      )
    } catch (error) {
      const { told } = await import('./refusal.ts')
      command.error(`error: ${told(error)}`, { exitCode: 2 })
    }
  })
}

const collected = (text: string, all: string[]): string[] => [...all, text]
const listed = (text: string): string[] => text.split(',').map((item) => item.trim())

function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 2 ** 31 - 1)
    throw new InvalidArgumentError('It must be a whole number below 2^31.')
  return value
}

function positiveInteger(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.')
  return value
}

function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value < Infinity)) throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

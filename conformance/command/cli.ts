import { Command } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import type { DiffFlags } from './diff.ts'
import { after, aimed, doing, markerText, notEmpty, paced, showing } from './flags.ts'
import type { ListFlags } from './list.ts'
import type { PlanFlags } from './plan.ts'
import type { ProbeFlags } from './probe.ts'
import type { ReplayFlags } from './replay.ts'
import { compareCli, mergeCli } from './report-cli.ts'
import type { RunFlags } from './run.ts'
import { judgeCli, proxyCli } from './traffic-cli.ts'

/** `invoicing-kit conformance`: every subcommand and flag. What a subcommand does is loaded when it is asked for. */
export function conformanceCommand(): Command {
  const command = new Command('conformance').description(
    'judge any server by the clauses of the specification',
  )
  for (const subcommand of [
    runCli(),
    planCli(),
    probeCli(),
    diffCli(),
    proxyCli(),
    judgeCli(),
    listCli(),
    mergeCli(),
    compareCli(),
    replayCli(),
  ])
    command.addCommand(subcommand)
  return command.addHelpText('after', `\n${JUDGING_EXITS}`)
}

const JUDGING_EXITS =
  'Exit codes: 0 conforms, 1 a must clause fails, 2 could not judge (bad usage, unreachable, too little judged).'

function runCli(): Command {
  const command = showing(aimed(new Command('run')))
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
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE, badge=FILE (SVG) or github; repeatable',
      ),
    )
    .option('--shard <i/n>', 'judge the i-th of n parts of the clauses, to be merged')
    .option(
      '--run-id <id>',
      "names the run in its reports, for merge (default: the CI's own id, if any)",
      notEmpty,
    )
    .option(
      '--marker <text>',
      'marker of a JSON report: with its --seed and --concurrency 1 it repeats every request, on a deployment without records of that run',
      markerText,
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

function planCli(): Command {
  const command = aimed(new Command('plan'))
    .description(
      'what a run would do to a deployment, and how long it takes; sends at most five GET requests',
    )
    .argument('[names...]', 'clauses, areas or sections, as for run')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 planned; 2 could not plan (bad usage, unreachable).',
        'plan --target target.json --profile staging',
      ),
    )
  return doing(command, async (names: string[], flags: PlanFlags) =>
    (await import('./plan.ts')).planCommand(names, flags),
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

function diffCli(): Command {
  const command = showing(paced(new Command('diff')))
    .description('ask two servers the same, and tell where they answer otherwise')
    .addOption(repeatable('--target <file|url>', 'target file, or where one is served; give two'))
    .option('--out <file>', 'write the differences there too, as JSON')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 no difference, 1 differences, 2 could not compare (bad usage, unreachable, ended early).',
        'diff --target production.json --target candidate.json --allow writes,invoices',
        'diff --target target.json --target http://127.0.0.1:4010/__admin/target',
      ),
    )
  return doing(command, async (flags: DiffFlags) => (await import('./diff.ts')).diffCommand(flags))
}

function listCli(): Command {
  const command = new Command('list')
    .description('the clauses, and the checks that judge each')
    .argument('[names...]', 'only these: clauses (create.persists), areas (create), sections (§4.1)')
    .option('--json', 'as JSON')
    .option('--files', 'with the file of each check; JSON has it anyway')
    .addHelpText('after', after('Exit codes: 0; 2 for a name that is none.', 'list auth §4.3', 'list --json'))
  return doing(command, async (names: string[], flags: ListFlags) =>
    (await import('./list.ts')).listCommand(names, flags),
  )
}

function replayCli(): Command {
  const command = showing(aimed(new Command('replay')))
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
  return doing(command, async (file: string, names: string[], flags: ReplayFlags) =>
    (await import('./replay.ts')).replayCommand(file, names, flags),
  )
}

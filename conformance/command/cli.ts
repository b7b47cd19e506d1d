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
    'check any server against the clauses of the specification',
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
    .description('judge a server; without permissions the run only reads')
    .argument(
      '[names...]',
      'clauses (create.persists), areas (create) or sections (§4.1) to judge; all if left out',
    )
    .option(
      '--require <list|n>',
      'clauses, areas and sections that must be judged, or a number of clauses; exit code 2 if not (default: 53 must clauses; one pass if names are given)',
    )
    .option('--waivers <file>', 'file of accepted deviations, JSON or YAML')
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE, badge=FILE (SVG) or github; repeatable',
      ),
    )
    .option('--shard <i/n>', 'judge part i of n of the clauses; merge joins the reports')
    .option('--run-id <id>', "id of the run in its reports, for merge (default: the CI's run id)", notEmpty)
    .option(
      '--marker <text>',
      'marker of an earlier JSON report, to repeat its requests on a fresh deployment; also give its --seed, and --concurrency 1',
      markerText,
    )
    .option('--bail', 'stop at the first must clause that fails and is not waived')
    .option('--strict', 'exit with 2 if a must clause is skipped or not exercised')
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
      'show what a run would change on a deployment and how long it takes; sends at most five GET requests',
    )
    .argument('[names...]', 'clauses, areas or sections, as for run')
    .option('--json', 'print JSON')
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
    .description('find out how a server answers the open questions of the specification')
    .argument('[names...]', 'use only the checks of these clauses, areas or sections')
    .option('--out <file>', 'write the dialect to this file, for mock --dialect; printed if left out')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 finished, whatever the answers; 2 could not probe (bad usage, unreachable).',
        'probe --target target.json --out dialect.json',
      ),
    )
  return doing(command, async (names: string[], flags: ProbeFlags) =>
    (await import('./probe.ts')).probeCommand(names, flags),
  )
}

function diffCli(): Command {
  const command = showing(paced(new Command('diff')))
    .description('send the same requests to two servers and report where their answers differ')
    .addOption(repeatable('--target <file|url>', 'target file, or URL of one; give two'))
    .option('--out <file>', 'also write the differences to this file, as JSON')
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
    .description('list the clauses and the checks that judge them')
    .argument(
      '[names...]',
      'clauses (create.persists), areas (create) or sections (§4.1) to list; all if left out',
    )
    .option('--json', 'as JSON')
    .option('--files', 'print the file of each check; JSON always has it')
    .addHelpText(
      'after',
      after('Exit codes: 0 listed; 2 for an unknown name.', 'list auth §4.3', 'list --json'),
    )
  return doing(command, async (names: string[], flags: ListFlags) =>
    (await import('./list.ts')).listCommand(names, flags),
  )
}

function replayCli(): Command {
  const command = showing(aimed(new Command('replay')))
    .description('repeat the failures of a JSON report')
    .argument('<report>', 'JSON report')
    .argument('[names...]', 'only these clauses, areas or sections')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 no failure happened again, 1 at least one did, 2 could not judge.',
        'replay report.json create.persists --target target.json',
      ),
    )
  return doing(command, async (file: string, names: string[], flags: ReplayFlags) =>
    (await import('./replay.ts')).replayCommand(file, names, flags),
  )
}

import { Command } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import type { CompareFlags } from './compare.ts'
import { after, doing } from './flags.ts'
import type { MergeFlags } from './merge.ts'

// The subcommands that read reports and send nothing.

/** `conformance merge`. */
export function mergeCli(): Command {
  const command = new Command('merge')
    .description('join the JSON reports of the shards of one run and judge the whole run')
    .argument('<reports...>', 'JSON reports, one per shard')
    .option('--out <file>', 'write the joined report to this file, as JSON')
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE, badge=FILE (SVG) or github; repeatable',
      ),
    )
    .option('--require <list|n>', 'clauses that must be judged, as for run')
    .option('--strict', 'exit with 2 if a must clause is skipped or not exercised')
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

/** `conformance compare`. */
export function compareCli(): Command {
  const command = new Command('compare')
    .description('report the changes between a JSON report and a later one')
    .argument('<old>', 'JSON report')
    .argument('<new>', 'JSON report of a later run')
    .option('--allow-unjudged', 'accept must clauses that only the old report judges')
    .option('--out <file>', 'also write the changes to this file, as JSON')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 nothing is worse, 1 a must clause newly fails or is no longer judged, 2 no comparison is possible.',
        'compare yesterday.json today.json',
      ),
    )
  return doing(command, async (before: string, later: string, flags: CompareFlags) =>
    (await import('./compare.ts')).compareCommand(before, later, flags),
  )
}

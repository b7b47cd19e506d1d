import { Command } from 'commander'
import { repeatable } from '../../schemas/command-line/repeatable.ts'
import type { CompareFlags } from './compare.ts'
import { after, doing } from './flags.ts'
import type { MergeFlags } from './merge.ts'

// The subcommands that read reports and send nothing.

/** `conformance merge`. */
export function mergeCli(): Command {
  const command = new Command('merge')
    .description('join the JSON reports of the shards of one run, and judge the whole')
    .argument('<reports...>', 'JSON reports, one of each shard')
    .option('--out <file>', 'write the whole report there, as JSON')
    .addOption(
      repeatable(
        '--report <format=file>',
        'also write json=FILE, junit=FILE, html=FILE, badge=FILE (SVG) or github; repeatable',
      ),
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

/** `conformance compare`. */
export function compareCli(): Command {
  const command = new Command('compare')
    .description('tell what has changed from one JSON report to a later one')
    .argument('<old>', 'JSON report')
    .argument('<new>', 'JSON report of a later run')
    .option('--allow-unjudged', 'accept must clauses that are no longer judged')
    .option('--out <file>', 'write the changes there too, as JSON')
    .addHelpText(
      'after',
      after(
        'Exit codes: 0 no must clause is newly failing or no longer judged, 1 one is, 2 not comparable (no report, no judgement, nothing in common).',
        'compare yesterday.json today.json',
      ),
    )
  return doing(command, async (before: string, later: string, flags: CompareFlags) =>
    (await import('./compare.ts')).compareCommand(before, later, flags),
  )
}

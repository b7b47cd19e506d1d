import type { ConformanceReport } from '../../schemas/types.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { merge, readReport, wholeHead } from '../reports/merge.ts'
import { seeOneRun } from '../reports/one-run.ts'
import { VERSION, type RunHead } from '../reports/run-head.ts'
import { reported } from './reported.ts'
import { parseRequirement } from './selection.ts'

export interface MergeFlags {
  out?: string
  report: string[]
  require?: string
  strict?: true
}

/** `conformance merge`: joins the JSON reports of shards and answers the exit code of the whole. */
export function mergeCommand(files: readonly string[], flags: MergeFlags): Promise<number> {
  const head: RunHead = { target: '', run: '', version: VERSION, selection: [], shard: null, seed: 0 }
  const formats = [...(flags.out === undefined ? [] : [`json=${flags.out}`]), ...flags.report]
  return reported(formats, head, () => Promise.resolve(merged(files, flags, head)))
}

function merged(files: readonly string[], { strict, require }: MergeFlags, head: RunHead): ConformanceReport {
  const reports = files.map((file) => ({ file, report: readReport(file) }))
  const parts = reports.map(({ report }) => report)
  Object.assign(head, wholeHead(parts))
  seeOneRun(reports)
  return merge(parts, {
    strict: strict ?? false,
    ...(require !== undefined && { require: parseRequirement(require, selectClauses(head.selection)) }),
  })
}

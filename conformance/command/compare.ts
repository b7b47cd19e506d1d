import { prepareReportFiles, writeText } from '../../schemas/command-line/report-files.ts'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import { jsonText } from '../../schemas/printing/plain-text.ts'
import { compared, exitCodeOf } from '../reports/comparison.ts'
import { comparisonTerminal } from '../reports/comparison-terminal.ts'
import { readReport } from '../reports/merge.ts'

export interface CompareFlags {
  out?: string
  allowUnjudged?: boolean
}

/** `conformance compare`: what has changed from one report to a later one; 1 if a must clause is newly failing or no longer judged. */
export function compareCommand(
  before: string,
  after: string,
  { out, allowUnjudged = false }: CompareFlags,
): 0 | 1 {
  prepareReportFiles([{ file: out ?? null }])
  const comparison = compared(readReport(before), readReport(after))
  process.stdout.write(comparisonTerminal(comparison, useColors(process.stdout), allowUnjudged))
  if (out !== undefined) writeText(out, `${jsonText(comparison)}\n`)
  return exitCodeOf(comparison, allowUnjudged)
}

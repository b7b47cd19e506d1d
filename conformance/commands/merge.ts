import { exitCode } from '../reports/conclusion.ts'
import { merge, readReport } from '../reports/merge.ts'
import { terminalReport } from '../reports/terminal.ts'
import { parseReportFile, prepareReportFiles, writeReports, type ReportFile } from './report-files.ts'
import { useColors } from './use-colors.ts'

export interface MergeFlags {
  out: string
  report: string[]
  strict?: true
}

/** `conformance merge`: joins the JSON reports of shards and answers the exit code of the whole. */
export async function mergeCommand(files: string[], flags: MergeFlags): Promise<number> {
  const reports: ReportFile[] = [{ format: 'json', file: flags.out }, ...flags.report.map(parseReportFile)]
  const whole = merge(files.map(readReport))
  const strict = flags.strict ?? false
  const colors = useColors(process.stdout)
  process.stdout.write(terminalReport(whole, { colors, strict, width: process.stdout.columns || 110 }))
  prepareReportFiles(reports)
  await writeReports(whole, reports)
  return exitCode(whole, strict)
}

import {
  parseReportFile,
  prepareReportFiles,
  writeReports,
  type ReportFile,
} from '../../schemas/command-line/report-files.ts'
import { useColors } from '../../schemas/command-line/use-colors.ts'
import { oneLine } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { exitCode } from '../reports/conclusion.ts'
import type { RunHead } from '../reports/run-head.ts'
import { terminalReport } from '../reports/terminal.ts'
import { unjudgedReport } from '../reports/unjudged-report.ts'
import { reasonOf } from './refusal.ts'
import { FORMATS } from './report-files.ts'

/**
 * Runs work that ends in a report, prints and writes it, and answers the exit code. What is thrown is reported too.
 * @param head what is known so far; the work adds to it what it learns
 * @param formats as the flag --report has them
 * @param beside what else is written of a report, but not of what is thrown
 */
export async function reported(
  formats: readonly string[],
  head: RunHead,
  work: () => Promise<ConformanceReport>,
  beside: readonly ReportFile<ConformanceReport>[] = [],
): Promise<0 | 1 | 2> {
  const reports = formats.map((text) => parseReportFile(text, FORMATS))
  prepareReportFiles([...reports, ...beside])
  const started_at = Date.now()
  let report: ConformanceReport
  try {
    report = await work()
    process.stdout.write(terminalReport(report, terminalOptions()))
  } catch (error) {
    await writeAsWell(unjudgedReport(head, reasonOf(error), started_at), reports)
    throw error
  }
  await writeReports(report, [...reports, ...beside])
  return exitCode(report)
}

export const terminalOptions = () => ({
  colors: useColors(process.stdout),
  width: process.stdout.columns || 110,
})

/** What went wrong before is worth more than that it could not be written. */
async function writeAsWell(
  report: ConformanceReport,
  reports: readonly ReportFile<ConformanceReport>[],
): Promise<void> {
  try {
    await writeReports(report, reports)
  } catch (error) {
    process.stderr.write(`${oneLine(reasonOf(error))}\n`)
  }
}

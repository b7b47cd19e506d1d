import { isOneOf, keysOf } from '../../schemas/tables.ts'
import { messageOf } from '../../schemas/thrown.ts'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ConformanceReport } from '../../schemas/types.ts'
import { jsonText } from '../reports/plain-text.ts'
import { UsageError } from '../server/usage-error.ts'

/** A report to write: where to, or null for the standard output. */
export interface ReportFile {
  format: 'json' | 'junit' | 'html' | 'github'
  file: string | null
}

/** Each format is loaded only when it is asked for. */
const FORMATS: { [format in ReportFile['format']]: (report: ConformanceReport) => Promise<string> } = {
  json: async (report) => `${jsonText(report)}\n`,
  junit: async (report) => (await import('../reports/junit.ts')).junitReport(report),
  html: async (report) => (await import('../reports/html.ts')).htmlReport(report),
  github: async (report) => (await import('../reports/github.ts')).githubReport(report),
}

/**
 * Reads `json=FILE`, `junit=FILE`, `html=FILE` or `github`.
 * @throws {UsageError}
 */
export function parseReportFile(text: string): ReportFile {
  const [format = '', file] = text.split(/=(.*)/s)
  if (!isOneOf(keysOf(FORMATS), format))
    throw new UsageError(`--report ${text}: the formats are json=FILE, junit=FILE, html=FILE and github`)
  if ((format === 'github') !== !file)
    throw new UsageError(
      `--report ${text}: ${format === 'github' ? 'github takes no file' : `it is ${format}=FILE`}`,
    )
  return { format, file: file || null }
}

/** Makes the folders of the reports before the run, so that a wrong path is told at once. @throws {UsageError} */
export function prepareReportFiles(reports: readonly ReportFile[]): void {
  for (const { file } of reports)
    if (file !== null) told(file, () => mkdirSync(dirname(file), { recursive: true }))
}

/**
 * Writes every report that can be written.
 * @throws {UsageError} when a file cannot be written
 */
export async function writeReports(report: ConformanceReport, reports: readonly ReportFile[]): Promise<void> {
  const errors: unknown[] = []
  for (const one of reports) await writeReport(report, one).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

async function writeReport(report: ConformanceReport, { format, file }: ReportFile): Promise<void> {
  const text = await FORMATS[format](report)
  if (file === null) process.stdout.write(text)
  else told(file, () => writeFileSync(file, text))
  if (format === 'github') await summarize(report)
}

/** The summary of the GitHub step that runs us, if one does. */
async function summarize(report: ConformanceReport): Promise<void> {
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (!file) return
  const { stepSummary } = await import('../reports/step-summary.ts')
  told(file, () => appendFileSync(file, stepSummary(report)))
}

function told(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new UsageError(`cannot write the report ${file}: ${messageOf(error)}`)
  }
}

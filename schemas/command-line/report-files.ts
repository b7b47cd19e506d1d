import { statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isOneOf, keysOf } from '../tables.ts'
import { messageOf } from '../thrown.ts'
import { makeFolder } from './make-folder.ts'
import { UsageError } from './usage-error.ts'

/** How a report is written: its text, into a file that is named, or printed. */
export interface Format<Report> {
  text(report: Report): Promise<string>
  isPrinted?: true
}

export type Formats<Report> = Readonly<Record<string, Format<Report>>>

/** A report to write: where to, or null for the standard output. */
export interface ReportFile<Report> {
  text: Format<Report>['text']
  file: string | null
}

/**
 * Reads `json=FILE`, or the name alone of a format that is printed.
 * @throws {UsageError}
 */
export function parseReportFile<Report>(text: string, formats: Formats<Report>): ReportFile<Report> {
  const [name = '', file] = text.split(/=(.*)/s)
  const format = isOneOf(keysOf(formats), name) ? formats[name] : undefined
  if (!format) throw new UsageError(`--report ${text}: the formats are ${listed(formats)}`)
  if (Boolean(format.isPrinted) !== !file)
    throw new UsageError(
      `--report ${text}: ${format.isPrinted ? `${name} takes no file` : `it is ${name}=FILE`}`,
    )
  return { text: format.text, file: file || null }
}

/** `json=FILE, html=FILE and github`. */
function listed<Report>(formats: Formats<Report>): string {
  const names = Object.entries(formats).map(([name, { isPrinted }]) => (isPrinted ? name : `${name}=FILE`))
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Makes the folders of the reports before the run, so that a wrong path is told at once. @throws {UsageError} */
export function prepareReportFiles(reports: readonly { file: string | null }[]): void {
  const taken = new Set<string>()
  for (const { file } of reports) {
    if (file === null) continue
    if (taken.has(resolve(file))) throw new UsageError(`two reports cannot be written to one file, ${file}`)
    taken.add(resolve(file))
    prepare(file)
  }
}

function prepare(file: string): void {
  writing(file, () => makeFolder(dirname(file)))
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`cannot write the report ${file}: that is a folder`)
}

/**
 * Writes every report that can be written.
 * @throws {UsageError} when a file cannot be written
 */
export async function writeReports<Report>(
  report: Report,
  reports: readonly ReportFile<Report>[],
): Promise<void> {
  const errors: unknown[] = []
  for (const one of reports) await writeReport(report, one).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

async function writeReport<Report>(report: Report, { text, file }: ReportFile<Report>): Promise<void> {
  const written = await text(report)
  if (file === null) process.stdout.write(written)
  else writing(file, () => writeFileSync(file, written))
}

/** Writes to a file. @throws {UsageError} that names it */
export function writing(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new UsageError(`cannot write the report ${file}: ${messageOf(error)}`)
  }
}

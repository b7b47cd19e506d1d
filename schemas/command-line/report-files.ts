import { accessSync, constants, existsSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isOneOf, keysOf } from '../tables.ts'
import { messageOf } from '../thrown.ts'
import { isFolder, makeFolder } from './make-folder.ts'
import { UsageError } from './usage-error.ts'

/** How a report is written: its text, into a file that is named, or printed. */
export interface Format<Report> {
  text(report: Report): Promise<string>
  isPrinted?: true
}

export type Formats<Report> = Readonly<Record<string, Format<Report>>>

/** A report to write: where to, or null for the standard output. */
export interface ReportFile<Report> extends Written {
  text: Format<Report>['text']
}

/** What is to be written at the end: into which file, and what it is called where that cannot be; a report if nothing else is said. */
export interface Written {
  file: string | null
  what?: string
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

/** Makes the folders of what is to be written before the run, so that a wrong path is told at once. @throws {UsageError} */
export function prepareReportFiles(files: readonly Written[]): void {
  const taken = new Map<string, string>()
  for (const { file, what = 'report' } of files) {
    if (file === null) continue
    const other = taken.get(resolve(file))
    const which = other === what ? 'another' : 'the'
    if (other !== undefined) throw unwritable(file, what, `${which} ${other} is to be written there too`)
    taken.set(resolve(file), what)
    prepare(file, what)
  }
}

function prepare(file: string, what: string): void {
  writing(file, () => makeFolder(dirname(file)), what)
  if (isFolder(file)) throw unwritable(file, what, 'that is a folder')
  writing(file, () => accessSync(existsSync(file) ? file : dirname(file), constants.W_OK), what)
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
  const lines = errors.flatMap((error) => (error instanceof UsageError ? error.lines : []))
  if (errors.length > 0)
    throw errors.find((error) => !(error instanceof UsageError)) ?? new UsageError(...lines)
}

async function writeReport<Report>(report: Report, { text, file, what }: ReportFile<Report>): Promise<void> {
  const written = await text(report)
  if (file === null) process.stdout.write(written)
  else writeText(file, written, what)
}

/** Writes a file whole. @throws {UsageError} that names it */
export const writeText = (file: string, text: string, what?: string): void =>
  writing(file, () => writeFileSync(file, text), what)

/** Writes to a file. @throws {UsageError} that names it */
export function writing(file: string, write: () => void, what = 'report'): void {
  try {
    write()
  } catch (error) {
    throw unwritable(file, what, messageOf(error))
  }
}

const unwritable = (file: string, what: string, why: string): UsageError =>
  new UsageError(`cannot write the ${what} ${file}: ${why}`)

import { UsageError } from '../../schemas/command-line/usage-error.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { selectClauses } from '../judge/select-clauses.ts'

/** A report and the file it was read from. */
export interface ReadReport {
  file: string
  report: ConformanceReport
}

/**
 * Sees that reports are all parts of one run on one target by one version, and that none is missing or there twice.
 * @throws {UsageError} that tells all that is wrong, by the names of files and shards
 */
export function seeOneRun(reports: readonly ReadReport[]): void {
  const strangers = reports.flatMap((one) => strangerIn(one, reports[0]))
  const wrong = strangers.length > 0 ? strangers : partsOf(reports).flatMap(wrongParts)
  if (wrong.length === 1) throw new UsageError(`the reports are not of one whole run: ${wrong[0]}`)
  if (wrong.length > 1) throw new UsageError('the reports are not of one whole run:', ...wrong)
}

function strangerIn({ file, report }: ReadReport, first: ReadReport | undefined): string[] {
  if (first === undefined) return []
  const { target, version, run } = first.report
  if (report.target !== target)
    return [`${file} is of the target ${report.target}, and ${first.file} of ${target}`]
  if (report.version !== version)
    return [`${file} was written by version ${report.version}, and ${first.file} by ${version}`]
  if (report.run === run) return []
  return [
    `${file} is of the run ${report.run}, and ${first.file} of ${run}; the shards of a run share --run-id, or the CI's own id, or --seed and selection`,
  ]
}

/** The reports that share a selection: one alone, or its shards. */
function partsOf(reports: readonly ReadReport[]): ReadReport[][] {
  const groups = new Map<string, ReadReport[]>()
  for (const one of reports) {
    const key = selectClauses(one.report.selection).join()
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

function wrongParts(parts: ReadReport[]): string[] {
  const [first] = parts
  if (first === undefined) return []
  const of = countOf(first)
  const other = parts.find((part) => countOf(part) !== of)
  if (other) return [`${first.file} is ${partName(first)}, and ${other.file} ${partName(other)}`]
  return Array.from({ length: of }, (_, at) => wrongPart(parts, at + 1, of)).flat()
}

function wrongPart(parts: ReadReport[], index: number, of: number): string[] {
  const found = parts.filter(({ report }) => (report.shard ?? '1/1') === `${index}/${of}`)
  const name = of === 1 ? 'the same run' : `shard ${index}/${of}`
  if (found.length === 0) return [`${name} is missing`]
  return found.length === 1
    ? []
    : [`${name} is there ${found.length} times: ${found.map(({ file }) => file).join(', ')}`]
}

/** Of how many parts a report is one: a whole run is one of one. */
const countOf = ({ report: { shard } }: ReadReport): number => Number(shard?.split('/')[1] ?? 1)
const partName = ({ report: { shard } }: ReadReport) => (shard === null ? 'a whole run' : `shard ${shard}`)

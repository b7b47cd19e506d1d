import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { nearest } from '../../schemas/nearest.ts'
import { areaOf } from '../reports/areas.ts'
import type { Requirement } from '../reports/conclusion.ts'
import type { Shard } from '../run/shards.ts'
import { UsageError } from '../server/usage-error.ts'

/**
 * The clauses that names on the command line stand for, in the order of the specification: a clause
 * (`create.persists`), an area (`create`) or a section (`§4.1`, `4`). Without names, all.
 * @throws {UsageError} that tells the nearest name
 */
export function selectClauses(names: readonly string[]): ClauseId[] {
  if (names.length === 0) return [...CLAUSE_IDS]
  const wanted = new Set(names.flatMap(clausesOf))
  return CLAUSE_IDS.filter((clause) => wanted.has(clause))
}

function clausesOf(name: string): ClauseId[] {
  const section = /^§?(\d+(?:\.\d+)?)$/.exec(name)?.[1]
  const found = CLAUSE_IDS.filter((clause) =>
    section === undefined ? clause === name || areaOf(clause) === name : isOfSection(clause, section),
  )
  if (found.length > 0) return found
  throw new UsageError(
    section === undefined
      ? `there is no clause or area ${name}; did you mean ${nearest(name, [...AREAS, ...CLAUSE_IDS])}?`
      : `no clause is of section §${section}; did you mean §${nearest(section, SECTIONS)}?`,
  )
}

/** `4` is also 4.1 to 4.4. */
function isOfSection(clause: ClauseId, section: string): boolean {
  const sections: readonly string[] = CLAUSES[clause].section
  return sections.some((own) => own === section || own.startsWith(`${section}.`))
}

const AREAS = [...new Set(CLAUSE_IDS.map(areaOf))]
const SECTIONS = [...new Set(CLAUSE_IDS.flatMap((clause): readonly string[] => CLAUSES[clause].section))]

/**
 * What `--require` asks for: `60` clauses, or each clause of a list of names, comma-separated.
 * @param selected the clauses that are to be judged
 * @throws {UsageError} when it asks for more than those
 */
export function parseRequirement(text: string, selected: readonly ClauseId[]): Requirement {
  if (/^\d+$/.test(text.trim())) return requiredCount(Number(text), selected.length)
  const names = text.split(',').map((name) => name.trim())
  const beyond = names.find((name) => !clausesOf(name).every((clause) => selected.includes(clause)))
  if (beyond === undefined) return selectClauses(names)
  throw new UsageError(`--require ${beyond} goes beyond what is to be judged`)
}

function requiredCount(count: number, most: number): number {
  if (count >= 1 && count <= most) return count
  throw new UsageError(
    `--require ${count}: it takes a number from 1 to ${most}, the clauses that are to be judged`,
  )
}

/** @throws {UsageError} when the text is not I/N with 1 ≤ I ≤ N */
export function parseShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard ${text} is not I/N, such as 1/3`)
  return { index, of }
}

import { areaOf } from '../../schemas/areas.ts'
import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { didYouMean } from '../../schemas/nearest.ts'

/**
 * The clauses that names on the command line stand for, in the order of the specification: a clause
 * (`create.persists`), an area (`create`) or a section (`§4.1`, `4`). Without names, all.
 * @throws {UsageError} that tells what there is
 */
export function selectClauses(names: readonly string[]): ClauseId[] {
  if (names.length === 0) return [...CLAUSE_IDS]
  const wanted = new Set(names.flatMap(clausesOf))
  return CLAUSE_IDS.filter((clause) => wanted.has(clause))
}

/** The clauses that one name stands for. @throws {UsageError} */
export function clausesOf(name: string): ClauseId[] {
  const section = /^§?(\d+(?:\.\d+)?)$/.exec(name)?.[1]
  const found = CLAUSE_IDS.filter((clause) =>
    section === undefined ? clause === name || areaOf(clause) === name : isOfSection(clause, section),
  )
  if (found.length > 0) return found
  throw new UsageError(
    section === undefined
      ? `there is no clause or area ${name}; ${didYouMean(name, [...AREAS, ...CLAUSE_IDS])}`
      : `no clause is of section §${section}; there are: ${SECTIONS.map((one) => `§${one}`).join(', ')}`,
  )
}

/** `4` is also 4.1 to 4.4. */
function isOfSection(clause: ClauseId, section: string): boolean {
  const sections: readonly string[] = CLAUSES[clause].section
  return sections.some((own) => own === section || own.startsWith(`${section}.`))
}

const AREAS = [...new Set(CLAUSE_IDS.map(areaOf))]
const SECTIONS = [
  ...new Set(CLAUSE_IDS.flatMap((clause): readonly string[] => CLAUSES[clause].section)),
].toSorted(new Intl.Collator('en', { numeric: true }).compare)

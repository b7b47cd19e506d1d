import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { needsOf } from '../judge/check.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'

interface Row {
  clause: ClauseId
  section: readonly string[]
  level: string
  needs: readonly string[]
  says: string
  /** What judges it by requests of its own. */
  checks: { name: string; needs: readonly string[] }[]
  /** What judges it by every answer in passing. */
  watchers: string[]
}

/** The matrix of clauses and what judges them. */
export function matrix(): Row[] {
  return CLAUSE_IDS.map((clause) => ({
    clause,
    ...CLAUSES[clause],
    checks: CHECKS.filter(({ clauses }) => clauses.includes(clause)).map((check) => ({
      name: check.name,
      needs: needsOf(check),
    })),
    watchers: WATCHERS.filter(({ clauses }) => clauses.includes(clause)).map(({ name }) => name),
  }))
}

export interface ListFlags {
  json?: true
}

/** `conformance list`. */
export function listCommand({ json }: ListFlags): number {
  const rows = matrix()
  process.stdout.write(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(rowText).join(''))
  return 0
}

function rowText({ clause, section, level, checks, watchers }: Row): string {
  const head = `${clause}  ${section.map((one) => `§${one}`).join(' ')}${level === 'should' ? '  (should)' : ''}`
  const judges = [
    ...checks.map(({ name, needs }) => `${name}${needs.length > 0 ? `  [${needs.join(', ')}]` : ''}`),
    ...watchers.map((name) => `every answer: ${name}`),
  ]
  return [head, ...judges.map((judge) => `    ${judge}`), ''].join('\n')
}

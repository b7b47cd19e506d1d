import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'
import { needsOf } from '../judge/check.ts'
import { selectClauses } from '../judge/select-clauses.ts'

interface Row {
  clause: ClauseId
  section: readonly string[]
  level: string
  needs: readonly string[]
  says: string
  /** What judges it by requests of its own. */
  checks: { name: string; file: string; needs: readonly string[] }[]
  /** What judges it by every answer in passing. */
  watchers: { name: string; file: string }[]
}

/**
 * The matrix of clauses and what judges them: of the clauses, areas and sections that are named, else of all.
 * @throws {UsageError} where one is none
 */
export function matrix(names: readonly string[] = []): Row[] {
  return selectClauses(names).map((clause) => ({
    clause,
    ...CLAUSES[clause],
    checks: CHECKS.filter(({ clauses }) => clauses.includes(clause)).map((check) => ({
      name: check.name,
      file: check.file,
      needs: needsOf(check),
    })),
    watchers: WATCHERS.filter(({ clauses }) => clauses.includes(clause)).map(({ name, file }) => ({
      name,
      file,
    })),
  }))
}

export interface ListFlags {
  json?: true
  /** With the file of each check in the text. */
  files?: true
}

/** `conformance list`. */
export function listCommand(names: readonly string[], { json, files }: ListFlags): number {
  const rows = matrix(names)
  process.stdout.write(
    json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map((row) => rowText(row, files)).join(''),
  )
  return 0
}

function rowText({ clause, section, level, checks, watchers }: Row, files?: true): string {
  const head = `${clause}  ${section.map((one) => `§${one}`).join(' ')}${level === 'should' ? '  (should)' : ''}`
  const place = ({ file }: { file: string }) => (files ? `  ${file}` : '')
  const judges = [
    ...checks.map(
      (check) =>
        `${check.name}${check.needs.length > 0 ? `  [${check.needs.join(', ')}]` : ''}${place(check)}`,
    ),
    ...watchers.map((watcher) => `every answer: ${watcher.name}${place(watcher)}`),
  ]
  const told = judges.length > 0 ? judges : ['nothing judges it']
  return [head, ...told.map((judge) => `    ${judge}`), ''].join('\n')
}

import pc from 'picocolors'
import { explanationOf } from './explained.ts'
import { changeOf, type SourceMutant } from './mutant.ts'
import type { Tried } from './try-mutant.ts'

/** What came of a mutant; `unreached` is what no run met in any dialect, `explained` what was not tried. */
export interface Result {
  readonly mutant: SourceMutant
  readonly tried: Omit<Tried, 'outcome'> & { readonly outcome: Tried['outcome'] | 'unreached' | 'explained' }
}

const COLOURS = { killed: pc.green, ended: pc.green, survived: pc.red, unreached: pc.red, explained: pc.dim }

/** What came of a mutant in one line. */
export function lineOf({ mutant, tried }: Result): string {
  const { outcome, by, requests, ms } = tried
  const facts = `${String(requests).padStart(6)} requests ${(ms / 1000).toFixed(1).padStart(5)} s`
  return `${COLOURS[outcome](outcome.padEnd(9))} ${facts}  ${placeOf(mutant)}  ${changeOf(mutant)}  ${pc.dim(by.slice(0, 3).join(', '))}`
}

const placeOf = ({ file, line, within }: SourceMutant): string => `mock-server/${file}:${line} ${within}`

/** Whether the suite tells a mutant from the mock. */
export const isFound = ({ tried: { outcome } }: Result): boolean =>
  outcome === 'killed' || outcome === 'ended'

/** Those that live. */
export const livingIn = (results: readonly Result[]): Result[] => results.filter((result) => !isFound(result))

/** Those that live and nobody has explained. */
export const unexplainedIn = (results: readonly Result[]): Result[] =>
  livingIn(results).filter(({ mutant }) => !explanationOf(mutant))

/** A table by folder, and the survivors with their places. */
export function printSummary(results: readonly Result[]): void {
  const folders = [...new Set(results.map(folderOf))].toSorted()
  console.log(`\n${row('folder', ['mutants', 'found', 'explained', 'live', 'score'])}`)
  for (const folder of folders)
    console.log(row(folder, cells(results.filter((one) => folderOf(one) === folder))))
  console.log(row('all', cells(results)))
  for (const { mutant, tried } of unexplainedIn(results))
    console.log(`\n${pc.red(tried.outcome)} ${placeOf(mutant)} (${mutant.kind})\n  ${changeOf(mutant)}`)
}

const folderOf = ({ mutant }: Result): string => mutant.file.slice(0, mutant.file.indexOf('/'))

const row = (name: string, values: readonly (string | number)[]): string =>
  name.padEnd(12) + values.map((value) => String(value).padStart(11)).join('')

/** How many there are of each; the score is of those that nothing explains. */
function cells(results: readonly Result[]): (string | number)[] {
  const found = results.filter(isFound).length
  const live = unexplainedIn(results).length
  const explained = results.length - found - live
  const score = found + live === 0 ? '–' : `${((100 * found) / (found + live)).toFixed(1)} %`
  return [results.length, found, explained, live, score]
}

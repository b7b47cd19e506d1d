import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QuestionKey } from '../../../schemas/questions.ts'
import { changeOf, type SourceMutant } from './mutant.ts'

/**
 * Why a mutant may live: it changes nothing; no client of the API can see it; the specification does not state what it changes; or
 * a named open question allows it.
 */
export type Explanation = readonly [kind: 'same' | 'unseen' | 'unstated' | QuestionKey, reason: string]

/** A reason, and the changes that it holds for; `*` is every change. */
type Explained = readonly [...Explanation, changes: readonly string[]]

/** By file, and by function or constant; `*` is all of a file. */
type Table = Readonly<Record<string, Readonly<Record<string, readonly Explained[]>>>>

const FOLDERS = ['gates', 'reply', 'routes', 'rules']

/** Survivors that were looked at: a table for each folder of the mock's sources. */
export const EXPLAINED: Table = Object.assign({}, ...FOLDERS.map(tableOf))

function tableOf(folder: string): Table {
  const file = join(import.meta.dirname, 'explained', `${folder}.json`)
  // cast: written by hand, and held against it by a test.
  return JSON.parse(readFileSync(file, 'utf8')) as Table
}

/** What may be said otherwise wherever it stands. */
const WORDS: readonly (readonly [RegExp, Explanation])[] = [
  [/^(['"`]).*\w [\w$].*\1 → (""|``)$/, ['errors.texts', 'the words of a refusal']],
  [/^\[(['"`]).*\w [\w$].*\1\] → \[\]$/, ['errors.structure', 'what a field is told']],
  [/^\{ \S+: \[(['"`]).*\w [\w$].*\1\] \} → \{\}$/, ['errors.structure', 'which field is told of']],
]

/** Why a survivor may live, where somebody looked at it. */
export function explanationOf({ file, within, ...mutant }: SourceMutant): Explanation | undefined {
  const change = changeOf(mutant)
  const of = (name: string, text: string) =>
    EXPLAINED[file]?.[name]?.find(([, , changes]) => changes.includes(text))
  const [kind, reason] = of(within, change) ?? of(within, '*') ?? of('*', '*') ?? wordsOf(change) ?? []
  return kind === undefined || reason === undefined ? undefined : [kind, reason]
}

const wordsOf = (change: string): Explanation | undefined =>
  WORDS.find(([pattern]) => pattern.test(change))?.[1]

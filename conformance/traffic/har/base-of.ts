import { match } from '../../../schemas/match.ts'
import { partsOf } from '../recorded.ts'
import type { Entry } from './read-har.ts'

/** The first part of the paths of all operations. */
const ROOTS = /\/(?:invoices|templates|customers|settings)(?=\/|$)/g

/** Where the entries show the API to lie: the base URL that most of them call operations of; null where none does. */
export function baseOf(entries: readonly Entry[]): string | null {
  const times = new Map<string, number>()
  for (const { origin, method, url } of entries)
    for (const base of basesIn(method, partsOf(url).path))
      times.set(origin + base, (times.get(origin + base) ?? 0) + 1)
  const [most] = [...times].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

/** What may stand before an operation in the path. */
const basesIn = (method: string, path: string): string[] =>
  [...path.matchAll(ROOTS)]
    .map(({ index }) => path.slice(0, index))
    .filter((base) => match(method, path.slice(base.length)) !== null)

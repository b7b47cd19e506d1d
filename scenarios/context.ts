import type { Faker, Seed } from '../fixtures/seeded-faker.ts'
import type { Dialect } from '../schemas/types.ts'
import type { ScenarioClock } from './scenario.ts'
import { FIRST_LARGE_ID, type SetClock } from './state.ts'

/** What a state depends on besides its scenario. */
export interface LoadOptions {
  /** The same seed gives the same data. */
  seed: number
  /** The mock's clock, in milliseconds since 1970; all dates of the data lie before it. */
  now: number
  dialect: Dialect
}

/** What all stores of one state share while it is built. */
export interface BuildContext extends LoadOptions {
  /** The next record id, never one that the scenario names itself. */
  nextId: () => number
  /** What draws all of it, made once and seeded anew for whatever is drawn: to make one takes some milliseconds. */
  faker: Faker
}

/** Counts record ids from 1, or from near 2^53 as the dialect's `format.ids` says, and leaves out those taken. */
export function idCounter(size: Dialect['format.ids'], taken: ReadonlySet<number>): () => number {
  let next = { large: FIRST_LARGE_ID, small: 1 }[size]
  return () => {
    while (taken.has(next)) next++
    return next++
  }
}

/** A seed for one kind of record of one store, so that more of one kind leave the others as they were. */
export function streamOf({ seed }: LoadOptions, store: string, kind: string): (index: number) => Seed {
  const letters = [...`${store}/${kind}`].map((letter) => letter.codePointAt(0) ?? 0)
  return (index) => [seed, ...letters, index]
}

const UNIT_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A scenario's time as milliseconds since 1970. */
export function timeOf(time: string, now: number): number {
  if (!time.startsWith('-')) return Date.parse(time)
  return now + Number(time.slice(0, -1)) * (UNIT_MS[time.slice(-1)] ?? 0)
}

/** A scenario's clock; `now` where it does not say when. */
export const clockAt = ({ now: at, frozen = false }: ScenarioClock, now: number): SetClock => ({
  now: at === undefined ? now : Date.parse(at),
  frozen,
})

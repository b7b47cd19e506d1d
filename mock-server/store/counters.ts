import { FIRST_LARGE_ID } from '../../scenarios/state.ts'
import type { Dialect } from '../../schemas/dialect.ts'

/** What is counted over all stores. */
export const COUNTERS = ['record', 'large_record', 'store'] as const
export type Counter = (typeof COUNTERS)[number]

/** What ids of each size are counted by, and from where. */
export const IDS: Readonly<Record<Dialect['format.ids'], readonly [Counter, number]>> = {
  small: ['record', 1],
  large: ['large_record', FIRST_LARGE_ID],
}

/** The next number by what it counts; what was never counted is left out. */
export type Counters = Partial<Record<Counter, number>>

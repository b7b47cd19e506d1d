import type { ShownClock } from '../../schemas/types.ts'
import { advance, put, type Change } from './clock.ts'

/** Reads and sets a clock. Each change resolves to the new time. */
export interface ClockHand {
  /** Returns the current time of the clock. */
  now(): Date
  /** True for a clock that stands still. */
  readonly frozen: boolean
  /** Sets the clock to a time: an ISO 8601 text, a Date, or null for the time of the machine. A frozen clock stays frozen, except with null. */
  set(time: string | Date | null): Promise<ShownClock>
  /** Freezes the clock, at the given time or at its current time. */
  freeze(time?: string | Date): Promise<ShownClock>
  /** Lets a frozen clock run from its current time. */
  run(): Promise<ShownClock>
  /** Advances the clock by a number of milliseconds. A negative number sets it back. */
  advance(ms: number): Promise<ShownClock>
}

interface Clocked {
  shown(): ShownClock
  change(change: Change): Promise<ShownClock>
}

/** What is no time is written too, to be refused: were it left out, the clock would stay as it is. */
function written(time: string | Date | null): string | null {
  if (time === null) return null
  return time instanceof Date && Number.isFinite(time.getTime()) ? time.toISOString() : String(time)
}

export const handOf = ({ shown, change }: Clocked): ClockHand => ({
  now: () => new Date(shown().now),
  get frozen() {
    return shown().frozen
  },
  set: (time) => change(put({ now: written(time) })),
  freeze: (time) => change(put({ frozen: true, ...(time !== undefined && { now: written(time) }) })),
  run: () => change(put({ frozen: false })),
  advance: (ms) => change(advance({ ms })),
})

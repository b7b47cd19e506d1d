import type { ShownClock } from '../../schemas/types.ts'
import { advance, put, type Change } from './clock.ts'

/** A clock to be read and put. */
export interface ClockHand {
  now(): Date
  readonly frozen: boolean
  /** Puts it to a time (ISO 8601, or a Date), from which it goes on unless it stands still; null is the machine's time. */
  set(time: string | Date | null): Promise<ShownClock>
  /** Lets it stand still, at a time or where it is. */
  freeze(time?: string | Date): Promise<ShownClock>
  /** Lets it run on from where it is. */
  run(): Promise<ShownClock>
  /** Moves it on, in milliseconds; a negative number leads back. */
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

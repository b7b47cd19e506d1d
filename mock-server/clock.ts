import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

/** What of a clock outlives a restart. */
export interface ClockState {
  /** Milliseconds that the mock's clock is ahead of the machine's while it runs. */
  ahead_ms: number
  /** Where it stands still, in milliseconds since 1970; null while it runs. */
  frozen_at: number | null
}

export const RUNNING: ClockState = { ahead_ms: 0, frozen_at: null }

/** Between these a clock may be put: years of four digits, and one left for it to run on. Milliseconds since 1970. */
const FIRST_INSTANT = 0
const LAST_INSTANT = Date.UTC(9999, 0, 1)

/** The range of a clock, in words. */
export const CLOCK_RANGE = 'from 1970-01-01T00:00:00Z to 9999-01-01T00:00:00Z'

/** Whether a clock may be put to this instant (milliseconds since 1970): dates beyond are written otherwise. */
export const isInRange = (now: number): boolean => now >= FIRST_INSTANT && now <= LAST_INSTANT

/** What a clock comes to be that is put to an instant (milliseconds since 1970). */
export const clockState = ({ now, frozen }: { now: number; frozen: boolean }): ClockState => {
  const clock = new Clock()
  clock.set(now, frozen)
  return clock.state
}

/** A clock that stood so a number of milliseconds ago as if it had stopped meanwhile: it runs on from where it stood. */
export const resumed = ({ ahead_ms, frozen_at }: ClockState, ago: number): ClockState => ({
  ahead_ms: ahead_ms - ago,
  frozen_at,
})

/** The mock's world, with a clock that can be set, frozen and moved. */
export class Clock implements World {
  state: ClockState
  readonly #machine: () => number

  constructor(state: ClockState = RUNNING, machine: () => number = Date.now) {
    this.#machine = machine
    // Earlier versions saved clocks beyond the range.
    this.state = isInRange(state.frozen_at ?? machine() + state.ahead_ms) ? state : RUNNING
  }

  now(): number {
    return this.state.frozen_at ?? this.#machine() + this.state.ahead_ms
  }

  uuid(): string {
    return randomUUID()
  }

  get frozen(): boolean {
    return this.state.frozen_at !== null
  }

  /** Puts the clock to an instant (milliseconds since 1970), standing still or running on from there. */
  set(now: number, frozen: boolean): void {
    this.state = { ahead_ms: now - this.#machine(), frozen_at: frozen ? now : null }
  }

  /** Moves the clock on, frozen or not. */
  advance(ms: number): void {
    this.set(this.now() + ms, this.frozen)
  }

  /** Back to the machine's time, running. */
  release(): void {
    this.state = RUNNING
  }
}

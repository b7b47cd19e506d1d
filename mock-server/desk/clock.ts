import { formats } from '../../schemas/formats.ts'
import type { ClockInput, ShownClock, StoreClock } from '../../schemas/types.ts'
import { Clock, CLOCK_RANGE, isInRange } from '../clock.ts'
import type { Mock } from '../mock.ts'
import { dropOwnClock, ownClock, saveOwnClock } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { knownFields } from './fields.ts'

/** A clock as the desk shows it. */
export const shownClock = (clock: Clock): ShownClock => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.frozen,
})

/** The clock that holds for a store, and whether it is its own. */
export function storeClock(mock: Mock, store: Store): StoreClock {
  const own = ownClock(store)
  return { ...shownClock(own ?? mock.clock), own: own !== undefined }
}

/** How a clock is put; throws an AdminError, and then the clock is as it was. */
export type Change = (clock: Clock) => void

/** `now` is an ISO 8601 date-time, null for the machine's; what is left out stays. */
export const put =
  (input: ClockInput | Record<string, unknown>): Change =>
  (clock) => {
    const { now, frozen } = knownFields(input, ['now', 'frozen'])
    if (frozen !== undefined && typeof frozen !== 'boolean') throw invalid('frozen', 'must be true or false')
    if (now !== null) return clock.set(now === undefined ? clock.now() : instant(now), frozen ?? clock.frozen)
    clock.release()
    if (frozen) clock.set(clock.now(), true)
  }

/** Moves a clock on by a number of milliseconds. */
export const advance =
  (input: Record<string, unknown>): Change =>
  (clock) => {
    const { ms } = knownFields(input, ['ms'], inMilliseconds)
    if (typeof ms !== 'number' || !Number.isFinite(ms))
      throw invalid('ms', 'must be a number of milliseconds')
    clock.set(inRange(clock.now() + ms, 'ms'), clock.frozen)
  }

function instant(value: unknown): number {
  const isMoment = typeof value === 'string' && ['date', 'date-time'].some((name) => formats()[name]?.(value))
  if (!isMoment) throw invalid('now', 'must be an ISO 8601 date-time, such as 2026-03-01T09:30:00Z, or null')
  return inRange(Date.parse(value), 'now')
}

function inRange(now: number, field: string): number {
  if (isInRange(now)) return now
  throw invalid(field, `leads out of the range of the clock, ${CLOCK_RANGE}`)
}

const invalid = (field: string, message: string) =>
  new AdminError(422, `The clock cannot be set: ${field} ${message}.`, { [field]: [message] })

const UNITS_MS: Readonly<Record<string, number>> = {
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
}

/** The milliseconds that a body with another unit means. */
function inMilliseconds(field: string, value: unknown): string | undefined {
  const unit = UNITS_MS[field.replace(/s?$/, 's')]
  return unit && typeof value === 'number' ? `give milliseconds: {"ms": ${value * unit}}` : undefined
}

/** Tells those who listen of a clock: of a store's, or of the mock's. */
export function tellClock(mock: Mock, store?: Store): void {
  const clock = (store && ownClock(store)) ?? mock.clock
  mock.events.emit('clock', { store: store?.record.name ?? null, ...shownClock(clock) })
}

/** Changes the mock's clock and saves it. */
export async function changeClock(mock: Mock, change: Change): Promise<ShownClock> {
  change(mock.clock)
  await mock.saveClock()
  tellClock(mock)
  return shownClock(mock.clock)
}

/** Changes the store's own clock, which it gets by this, and saves it. */
export async function changeStoreClock(mock: Mock, store: Store, change: Change) {
  const clock = new Clock((ownClock(store) ?? mock.clock).state)
  change(clock)
  saveOwnClock(store, clock)
  await mock.db.write()
  tellClock(mock, store)
  return storeClock(mock, store)
}

/** From now on the mock's clock holds for the store. */
export async function dropStoreClock(mock: Mock, store: Store): Promise<void> {
  dropOwnClock(store)
  await mock.db.write()
  tellClock(mock, store)
}

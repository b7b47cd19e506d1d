import { formats } from '../../schemas/formats.ts'
import { Clock, CLOCK_RANGE, isInRange } from '../clock.ts'
import type { Mock } from '../mock.ts'
import { dropOwnClock, ownClock, saveOwnClock } from '../store/own.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { knownFields } from './body.ts'
import { storeOf, type AdminRequest, type AdminRoute } from './route.ts'

/** What a clock can be told. */
const FIELDS = ['now', 'frozen']

/** A clock as the admin API shows it. */
export const shownClock = (clock: Clock) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.frozen,
})

/**
 * Puts a clock as a body says: `now` is an ISO 8601 date-time, null for the machine's; what is left out stays.
 * @throws AdminError, and then the clock is as it was
 */
export function putClock(clock: Clock, body: Record<string, unknown>): void {
  const { now, frozen } = knownFields(body, FIELDS)
  if (frozen !== undefined && typeof frozen !== 'boolean') throw invalid('frozen', 'must be true or false')
  if (now !== null) return clock.set(now === undefined ? clock.now() : instant(now), frozen ?? clock.frozen)
  clock.release()
  if (frozen) clock.set(clock.now(), true)
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

function advance(clock: Clock, body: Record<string, unknown>): void {
  const { ms } = knownFields(body, ['ms'], inMilliseconds)
  if (typeof ms !== 'number' || !Number.isFinite(ms)) throw invalid('ms', 'must be a number of milliseconds')
  clock.set(inRange(clock.now() + ms, 'ms'), clock.frozen)
}

/** Changes the mock's clock and saves it. */
async function changed({ mock, body }: AdminRequest, change: typeof advance) {
  change(mock.clock, body)
  await mock.saveClock()
  return shownClock(mock.clock)
}

const shownFor = (mock: Mock, store: Store) => {
  const own = ownClock(store)
  return { ...shownClock(own ?? mock.clock), own: own !== undefined }
}

/** Changes the store's own clock, which it gets by this, and saves it. */
async function changedOfStore(request: AdminRequest, change: typeof advance) {
  const { mock, body } = request
  const store = storeOf(request)
  const clock = ownClock(store) ?? new Clock(mock.clock.state)
  change(clock, body)
  saveOwnClock(store, clock)
  await mock.db.write()
  return shownFor(mock, store)
}

async function drop(request: AdminRequest): Promise<void> {
  dropOwnClock(storeOf(request))
  await request.mock.db.write()
}

export const CLOCK_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/clock',
    summary: "the mock's clock",
    answer: ({ mock }) => shownClock(mock.clock),
  },
  {
    method: 'put',
    path: '/clock',
    summary: 'set it, freeze it or let it run: {"now", "frozen"}; {"now": null} is the machine\'s time',
    body: 'object',
    answer: (request) => changed(request, putClock),
  },
  {
    method: 'post',
    path: '/clock/advance',
    summary: 'move it on: {"ms"}',
    body: 'object',
    answer: (request) => changed(request, advance),
  },
  {
    method: 'get',
    path: '/stores/:store/clock',
    summary: 'the clock that holds for a store, and whether it is its own',
    answer: (request) => shownFor(request.mock, storeOf(request)),
  },
  {
    method: 'put',
    path: '/stores/:store/clock',
    summary: 'give a store a clock of its own, or set it: {"now", "frozen"}',
    body: 'object',
    answer: (request) => changedOfStore(request, putClock),
  },
  {
    method: 'post',
    path: '/stores/:store/clock/advance',
    summary: 'move the clock of a store alone: {"ms"}',
    body: 'object',
    answer: (request) => changedOfStore(request, advance),
  },
  {
    method: 'delete',
    path: '/stores/:store/clock',
    summary: "take its own clock away, so that the mock's holds",
    answer: drop,
  },
]

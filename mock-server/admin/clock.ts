import type { Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { objectBody, type AdminRequest, type AdminRoute } from './route.ts'

/** The last instant that a date can say. */
const LAST_INSTANT = 8.64e15

const shown = ({ clock }: Mock) => ({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen })

function instant(value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(ms)) throw invalid('now', 'must be an ISO 8601 date-time, such as 2026-03-01T09:30:00Z')
  return ms
}

function flag(value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (typeof value !== 'boolean') throw invalid('frozen', 'must be true or false')
  return value
}

const invalid = (field: string, message: string) =>
  new AdminError(422, `The clock cannot be set: ${field} ${message}.`, { [field]: [message] })

async function put({ mock, body }: AdminRequest) {
  const { now, frozen } = objectBody(body)
  mock.clock.set(instant(now, mock.clock.now()), flag(frozen, mock.clock.frozen))
  await mock.saveClock()
  return shown(mock)
}

async function advance({ mock, body }: AdminRequest) {
  const { ms } = objectBody(body)
  if (typeof ms !== 'number' || !Number.isFinite(ms)) throw invalid('ms', 'must be a number of milliseconds')
  if (Math.abs(mock.clock.now() + ms) > LAST_INSTANT) throw invalid('ms', 'goes beyond the end of time')
  mock.clock.advance(ms)
  await mock.saveClock()
  return shown(mock)
}

export const CLOCK_ROUTES: readonly AdminRoute[] = [
  { method: 'get', path: '/clock', summary: "the mock's clock", answer: ({ mock }) => shown(mock) },
  {
    method: 'put',
    path: '/clock',
    summary: 'set it, freeze it or let it run: {"now", "frozen"}',
    answer: put,
  },
  { method: 'post', path: '/clock/advance', summary: 'move it on: {"ms"}', answer: advance },
]

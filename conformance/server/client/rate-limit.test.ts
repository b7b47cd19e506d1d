import { expect, test } from 'vitest'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import type { Exchange } from './exchange.ts'
import { Limits, LimitSpent, RateLimitWait } from './rate-limit.ts'

const AT = 1_700_000_000_000

const refused = (retry_after: unknown, reset?: string) =>
  exchangeWith(
    429,
    { error: 'Too many', retry_after, message: 'Wait' },
    { started_at: AT, headers: reset === undefined ? {} : { 'x-ratelimit-reset': reset } },
  )

test.each([
  ['nothing tells the unit', refused(3), [250, 500, 3050]],
  ['nothing is told', refused('soon'), [250, 500, 1000]],
  ['milliseconds alone are so many', refused(3000), [3050, 3050]],
  ['the reset header tells the unit', refused(3, '1700000003'), [3050, 3050]],
  ['the reset header tells milliseconds', refused(280, '1700000000280'), [330, 500]],
  ['the reset header may be of milliseconds itself', refused(20, '20'), [250, 500]],
  ['the clocks disagree', refused(3, '1700009000'), [250, 500]],
  ['what the header tells is beyond patience', refused(200, '1700000200'), [250, 500]],
])('%s', (_what, limited, waits) => {
  const waiting = new RateLimitWait(30_000)
  expect(waits.map(() => waiting.next(limited))).toEqual(waits)
})

test('all waits together are within patience', () => {
  const waiting = new RateLimitWait(5000)
  expect(waiting.next(refused(3, '1700000003'))).toBe(3050)
  expect(() => waiting.next(refused(3000))).toThrow(LimitSpent)
})

const answered = (status: number, key: Exchange['key']) =>
  exchangeWith(status, { error: 'No', retry_after: 1, message: 'Wait' }, { key })

test.each<[string, Exchange | null, boolean]>([
  ['retry_after tells of a limit', null, true],
  ['not where it stands in the refusal of a key that nobody has', answered(401, 'bad'), false],
  ['but where a gateway limits strangers, too', answered(429, 'none'), true],
  ['or is overloaded', answered(503, 'none'), true],
  ['and a store of its own may be limited', answered(400, 'api'), true],
])('%s', (_, before, isMet) => {
  const limits = new Limits()
  if (before) limits.note(before)
  expect(limits.isMet(answered(400, 'api'))).toBe(isMet)
  expect(limits.isMet(answered(429, 'api'))).toBe(true)
})

import { expect, test } from 'vitest'
import type { Seen } from '../../../schemas/types.ts'
import { toldWaits } from './told-waits.ts'

/** An answer so many seconds after the first one began, as far as it matters. */
const answered = (second: number, answer: Partial<Seen['answer']>): Seen => ({
  seq: 1,
  at: new Date(second * 1000).toISOString(),
  store: null,
  operation: 'listInvoices',
  method: 'GET',
  path: '/',
  query: {},
  headers: {},
  body: null,
  ms: 0,
  fault: null,
  questions: [],
  violations: [],
  answer: { status: 429, outcome: 'rate-limited', headers: {}, body: null, ...answer },
})

const wait = (second: number, seconds: number) =>
  answered(second, { headers: { 'retry-after': String(seconds) } })

test.each<[string, Seen[], number]>([
  ['what a header says', [wait(0, 3)], 3000],
  [
    'what a body says where no header does',
    [answered(0, { outcome: 'fault', body: { retry_after: 2 } })],
    2000,
  ],
  [
    'whatever the status of the error is',
    [answered(0, { status: 503, headers: { 'retry-after': '1' } })],
    1000,
  ],
  ['one after the other', [wait(0, 1), wait(5, 1)], 2000],
  ['of the same time once', [wait(0, 10), wait(1, 2), wait(8, 4)], 12_000],
  ['nothing by what says nothing', [answered(0, {}), answered(0, { body: { retry_after: 'soon' } })], 0],
  [
    'nothing by other answers',
    [answered(0, { status: 200, outcome: 'ok', headers: { 'retry-after': '9' } })],
    0,
  ],
])('a client is told to wait: %s', (_, requests, ms) => {
  expect(toldWaits(requests)).toBe(ms)
})

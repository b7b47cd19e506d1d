import { expect, test } from 'vitest'
import { answeredText } from './body.ts'
import { broughtBy, carried } from './carried.ts'
import type { Entry } from './entry.ts'

const answer = { status: 200, headers: { 'content-length': '11' }, body: '{"a":"שלום"}'.slice(0, 11) }

const entry: Entry = {
  seq: 7,
  at: 1,
  method: 'POST',
  url: '/',
  headers: [],
  body: { chunks: [Buffer.from('{}')], bytes: 2, whole: true, seq: 7 },
  operation: null,
  store: null,
  outcome: 'ok',
  answer,
  ms: 1,
  fault: null,
  questions: { keys: ['list.order'] },
  ignored_wait_ms: null,
  replica: null,
  weight: 0,
}

/** As another process has it. */
const brought = (isBrief: boolean): Entry =>
  broughtBy('other', JSON.parse(JSON.stringify(carried(entry, isBrief))))

const answered = (one: Entry) => one.answer && answeredText(one.answer, false)

test('an entry is the same in another process', () => {
  const { answer: _, ...rest } = brought(false)
  const { answer: __, ...own } = entry
  expect(rest).toEqual({ ...own, seq: 0, replica: 'other', body: { ...entry.body, seq: 0 } })
  expect(answered(brought(false))?.text).toBe(answer.body)
})

test('a brief one has what was sent, and tells that its answer is not all there', () => {
  expect(brought(true).body?.chunks).toEqual(entry.body?.chunks)
  expect(answered(brought(true))).toEqual({ text: null, whole: false })
})

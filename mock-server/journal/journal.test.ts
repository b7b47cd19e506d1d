import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startMock } from '../testing/engine.ts'
import { Journal } from '../../schemas/journal/journal.ts'
import { weightOf, type Entry } from './entry.ts'

const HEADERS = ['Host', 'localhost', 'X-Auth-Token', 'test_key_rich_store']

const entry = (bytes = 0): Entry => ({
  seq: 0,
  at: 0,
  method: 'POST',
  url: '/api/v1/external/invoices',
  headers: [...HEADERS],
  body: { chunks: [Buffer.alloc(bytes)], bytes, whole: true, seq: 0 },
  operation: 'createInvoice',
  store: 'rich',
  outcome: 'created',
  answer: { status: 201, headers: {}, body: '{}' },
  ms: 1,
  fault: null,
  questions: null,
  ignored_wait_ms: null,
  replica: null,
  weight: 0,
})

const numbers = (journal: Journal<Entry>, after = 0) => [...journal.after(after)].map(({ seq }) => seq)

test('after 100,000 requests the last thousand are kept, and no more bytes than theirs', () => {
  const journal = new Journal(weightOf)
  const one = new Journal(weightOf)
  one.add(entry(100))
  for (let count = 0; count < 100_000; count++) journal.add(entry(100))
  expect(numbers(journal)).toEqual(Array.from({ length: 1000 }, (_, index) => 99_001 + index))
  expect(journal.bytes).toBe(1000 * one.bytes)
  expect(journal.droppedAfter(0)).toBe(99_000)
  expect(journal.droppedAfter(98_990)).toBe(10)
  expect(journal.droppedAfter(99_500)).toBe(0)
  expect([journal.get(99_000), journal.get(99_001)?.seq, journal.get(100_001)]).toEqual([
    undefined,
    99_001,
    undefined,
  ])
})

test('large bodies are bounded by what they weigh, also those that come after their answer', () => {
  const journal = new Journal(weightOf, 1000, 100_000)
  for (let count = 0; count < 100; count++) journal.add(entry(10_000))
  expect(numbers(journal)).toEqual([92, 93, 94, 95, 96, 97, 98, 99, 100])
  journal.grew(100, 50_000)
  expect(journal.bytes).toBeLessThanOrEqual(100_000)
  expect(numbers(journal)).toEqual([97, 98, 99, 100])
  journal.grew(3, 50_000)
  expect(numbers(journal)).toEqual([97, 98, 99, 100])
  journal.add(entry(200_000))
  expect([numbers(journal), journal.bytes]).toEqual([[], 0])
  journal.add(entry(10))
  expect(numbers(journal)).toEqual([102])
})

test('numbers go on when it is cleared', () => {
  const journal = new Journal(weightOf, 2)
  for (let count = 0; count < 5; count++) journal.add(entry())
  journal.clear()
  expect([numbers(journal), journal.bytes, journal.droppedAfter(0)]).toEqual([[], 0, 0])
  journal.add(entry())
  expect([numbers(journal), numbers(journal, 6), journal.droppedAfter(0)]).toEqual([[6], [], 0])
  for (let count = 0; count < 3; count++) journal.add(entry())
  expect([numbers(journal), journal.droppedAfter(0)]).toEqual([[8, 9], 2])
})

test('a mock under thousands of requests keeps the latest, oldest first', async () => {
  const mock = await startMock({ scenario: 'empty', journal: 50 })
  const paths = Array.from({ length: 3000 }, (_, index) => `/api/v1/external/invoices/number-${index + 1}`)
  await pipelined(mock.base_url, paths)
  expect(mock.requests().map(({ seq, path }) => [seq, path])).toEqual(
    paths.map((path, index) => [index + 1, path]).slice(-50),
  )
  const { dropped } = JSON.parse(await (await fetch(`${mock.admin_url}/requests?after=2900`)).text())
  expect(dropped).toBe(50)
  await mock.close()
})

/** Asks for all of these on one connection, without waiting for answers. */
async function pipelined(base: string, paths: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`).join(''))
  let answers = 0
  for await (const chunk of socket) {
    answers += String(chunk).split('HTTP/1.1 401').length - 1
    if (answers === paths.length) return
  }
}

import { expect, test } from 'vitest'
import { ReadingThread } from './reading-thread.ts'

const PORT = "import { parentPort } from 'node:worker_threads'\n"
const READY = "parentPort.postMessage('ready')\n"
const READ = { problem: null, text: 'read' }

/** What runs in a thread instead. */
const entry = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(PORT + code)}`)

const threadOf = (code: string, seconds = 60) => new ReadingThread({ seconds, megabytes: 32 }, entry(code))

test('it reads one document after the other, and ends when it is given none', async () => {
  const thread = threadOf(
    `parentPort.on('message', () => parentPort.postMessage(${JSON.stringify(READ)}))\n${READY}`,
  )
  expect(await thread.read(new Uint8Array(8))).toEqual(READ)
  expect(await thread.read(new Uint8Array(8))).toEqual(READ)
  expect(thread.hasEnded).toBe(false)
  thread.endAfter(0.01)
  await expect.poll(() => thread.hasEnded, { timeout: 100_000 }).toBe(true)
})

test.each([
  ['keeps its reader for ever', "parentPort.on('message', () => { for (;;); })", 0.2],
  [
    'takes more memory than there is',
    "parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1000).fill({})) })",
    60,
  ],
  ['ends its reader', "parentPort.on('message', () => process.exit(1))", 60],
  ['is too much for its reader', "parentPort.on('message', () => { throw new Error('broken') })", 60],
])('a document that %s is given up', async (_, code, seconds) => {
  const thread = threadOf(`${code}\n${READY}`, seconds)
  expect(await thread.read(new Uint8Array(8))).toBe('given up')
  expect(thread.hasEnded).toBe(true)
})

test('a thread that cannot start says so', async () => {
  expect(await threadOf("throw new Error('not here')").read(new Uint8Array(8))).toBe('never started')
})

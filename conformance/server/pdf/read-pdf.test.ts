import { describe, expect, test } from 'vitest'
import { entryOf, EXHAUSTING, moduleOf } from '../../../schemas/isolation/testing/entry.ts'
import { pdf } from '../../proof/plain-server/pdf.ts'
import { PdfReader } from './read-pdf.ts'

const GOOD = pdf({
  title: 'Invoice',
  lines: [],
  fontFamily: 'Inter',
  fontSize: 10,
  color: [0, 0, 0],
  compressed: false,
  words: 'as read',
})
const HOSTILE = Buffer.concat([GOOD, Buffer.from('\n% Hostile\n')])

/** Replaces the code that reads: hostile documents run the body, others return the id of the process. */
const reader = (body: string, seconds = 60) =>
  new PdfReader(
    { seconds, megabytes: 32 },
    entryOf(`
      if (!Buffer.from(job).includes('Hostile')) return { problem: null, text: String(process.pid) }
      ${body}`),
  )

const bound = (pdfReader: PdfReader) => ({ read: (bytes: Buffer) => pdfReader.read(bytes) })

const GIVEN_UP = { problem: null, text: '' }

test('documents are read by one process, one after the other', async () => {
  const { read } = bound(reader(''))
  const [first, second] = await Promise.all([read(GOOD), read(GOOD)])
  expect(first).toEqual(second)
  expect(await read(GOOD)).toEqual(first)
})

describe('a document is given up, proves nothing about the server, and the next one is read', () => {
  test.each([
    ['takes too long', 'for (;;);', 1],
    ['ends its reader', 'process.exit(1)', 60],
    ['crashes its reader', "throw new Error('broken')", 60],
  ])('where it %s', async (_, body, seconds) => {
    const { read } = bound(reader(body, seconds))
    expect(await read(HOSTILE)).toEqual(GIVEN_UP)
    expect((await read(GOOD)).text).toMatch(/^\d+$/)
  })

  test.each(['arrays', 'typed arrays', 'deep nesting', 'endless recursion'])(
    'where it exhausts memory by %s',
    async (pattern) => {
      const { read } = bound(reader(EXHAUSTING[pattern] ?? ''))
      expect(await read(HOSTILE)).toEqual(GIVEN_UP)
      expect((await read(GOOD)).text).toMatch(/^\d+$/)
    },
  )
})

test('a reader that cannot start is an error that says why, and the bytes are read nowhere else', async () => {
  const { read } = bound(new PdfReader(undefined, moduleOf("throw new Error('no memory')")))
  const failure = { kind: 'start', message: 'The process that reads documents could not start: no memory' }
  await expect(read(GOOD)).rejects.toMatchObject(failure)
  await expect(read(GOOD)).rejects.toMatchObject(failure)
})

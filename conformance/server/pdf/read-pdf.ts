import type { ReadPdf } from './parsed-pdf.ts'
import { ReadingThread, type Unread } from './reading-thread.ts'
import { structureProblem } from './structure.ts'

export type { ReadPdf }

/** Bytes of a document that is read; a larger one is judged by its structure alone. */
const MOST_BYTES = 20 * 2 ** 20
const LIMITS = { seconds: 30, megabytes: 512 }
/** So long the thread waits for another document. */
const IDLE_SECONDS = 5

/**
 * Reads a PDF within limits of size, time and memory, in a thread of its own: that takes longer than to judge what stands
 * in it, and a document can be made that keeps its reader for ever. Never throws: what is wrong stands in `problem`.
 */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const problem = structureProblem(bytes)
  if (problem !== null || bytes.length > MOST_BYTES) return { problem, text: '' }
  const reading = last.then(() => readNext(bytes))
  last = reading
  return reading
}

let thread: ReadingThread | undefined
let last: Promise<unknown> = Promise.resolve()

async function readNext(bytes: Buffer): Promise<ReadPdf> {
  if (!thread || thread.hasEnded) thread = new ReadingThread(LIMITS)
  const read = await thread.read(bytes)
  thread.endAfter(IDLE_SECONDS)
  return typeof read === 'string' ? unread(read, bytes) : read
}

/** What came to no end says nothing of the document. Where there can be no thread it is read here. */
async function unread(why: Unread, bytes: Buffer): Promise<ReadPdf> {
  if (why === 'given up') return { problem: null, text: '' }
  const { parsedPdf } = await import('./parsed-pdf.ts')
  return parsedPdf(new Uint8Array(bytes))
}

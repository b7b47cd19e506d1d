import { IsolationError, type Limits } from '../../../schemas/isolation/failure.ts'
import { IsolatedProcess } from '../../../schemas/isolation/isolated-process.ts'
import type { ReadPdf } from './parsed-pdf.ts'
import { structureProblem } from './structure.ts'

export type { ReadPdf }

/** Bytes of a document that is read; a larger one is judged by its structure alone. */
const MOST_BYTES = 20 * 2 ** 20
const LIMITS: Limits = { seconds: 30, megabytes: 512 }
/** Time that a free process waits for another document. */
const IDLE_SECONDS = 5

/** Reads PDFs in a child process, one after the other. */
export class PdfReader {
  readonly #start: () => IsolatedProcess<Uint8Array, ReadPdf>
  #process: IsolatedProcess<Uint8Array, ReadPdf> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param entry module that reads, for tests */
  constructor(limits = LIMITS, entry = new URL('reading-entry.ts', import.meta.url)) {
    this.#start = () => new IsolatedProcess({ entry, limits, purpose: 'reads documents' })
  }

  /**
   * Reads a PDF within limits of size, time and memory. What is wrong with it is in `problem`.
   * @throws IsolationError if no process can be started
   */
  async read(bytes: Buffer): Promise<ReadPdf> {
    const problem = structureProblem(bytes)
    if (problem !== null || bytes.length > MOST_BYTES) return { problem, text: '' }
    const reading = this.#last.then(() => this.#readNext(bytes))
    this.#last = reading.catch(() => {})
    return reading
  }

  async #readNext(bytes: Buffer): Promise<ReadPdf> {
    if (!this.#process || this.#process.state === 'ended') this.#process = this.#start()
    try {
      return await this.#process.perform(bytes)
    } catch (error) {
      if (!(error instanceof IsolationError) || error.kind === 'start') throw error
      // A document that was given up proves nothing about the server.
      return { problem: null, text: '' }
    } finally {
      this.#process.endAfter(IDLE_SECONDS)
    }
  }
}

const reader = new PdfReader()

/**
 * Reads a PDF within limits of size, time and memory. What is wrong with it is in `problem`.
 * @throws IsolationError if no process can be started
 */
export const readPdf = (bytes: Buffer): Promise<ReadPdf> => reader.read(bytes)

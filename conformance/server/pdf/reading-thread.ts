// Not the global ones: tests stop those, and a reading must end all the same.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../schemas/thread.ts'
import type { ReadPdf } from './parsed-pdf.ts'

/** What the reading of one document may take. */
export interface ReadingLimits {
  /** With the start of the thread before the first. */
  seconds: number
  megabytes: number
}

/** Why nothing was read: the document took more than it may, or no thread could be started. */
export type Unread = 'given up' | 'never started'

/** A thread that reads one PDF at a time. It keeps no process alive while it reads none. */
export class ReadingThread {
  readonly #limits: ReadingLimits
  readonly #worker: Worker
  #isReady = false
  #hasEnded = false
  #timer: NodeJS.Timeout | undefined
  #done: ((outcome: ReadPdf | Unread) => void) | undefined

  constructor(limits: ReadingLimits, entry = new URL('reading-worker.ts', import.meta.url)) {
    this.#limits = limits
    this.#worker = startThread(entry, { resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } })
    this.#worker.on('message', (message: 'ready' | ReadPdf) => {
      if (message === 'ready') this.#isReady = true
      else this.#finish(message)
    })
    // An error may be told before what the thread said until then; its end is not, and follows in any case.
    this.#worker.on('error', () => {})
    this.#worker.on('exit', () => this.#ended(this.#isReady ? 'given up' : 'never started'))
  }

  /** It reads nothing more. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Reads the next document; the last one must have been finished. */
  read(bytes: Uint8Array): Promise<ReadPdf | Unread> {
    clearTimeout(this.#timer)
    this.#worker.ref()
    this.#timer = setTimeout(() => this.#end(), this.#limits.seconds * 1000)
    return new Promise((resolve) => {
      this.#done = resolve
      const copy = new Uint8Array(bytes) // it is handed over
      this.#worker.postMessage(copy, [copy.buffer])
    })
  }

  /** Ends the thread unless it is given something to read until then. */
  endAfter(seconds: number): void {
    this.#timer = setTimeout(() => this.#end(), seconds * 1000).unref()
  }

  #end(): void {
    this.#ended('given up')
    void this.#worker.terminate()
  }

  #ended(why: Unread): void {
    this.#hasEnded = true
    this.#finish(why)
  }

  #finish(outcome: ReadPdf | Unread): void {
    clearTimeout(this.#timer)
    this.#worker.unref()
    this.#done?.(outcome)
    this.#done = undefined
  }
}

// Not the global ones: tests stop those, and a drawing must end all the same.
import { clearTimeout, setTimeout } from 'node:timers'
import { SHARE_ENV, type Worker } from 'node:worker_threads'
import { startThread } from '../../schemas/thread.ts'
import type { DocumentSource } from './source.ts'

/** A document cannot be drawn, or not now: the message says why. */
export class DrawingStopped extends Error {}

/** What the drawing of one document may take. */
export interface DrawingLimits {
  seconds: number
  /** Memory for objects; pixels and bytes of documents do not count. */
  megabytes: number
}

/** A document to be drawn, and who waits for it. */
export interface Job {
  source: DocumentSource
  /** Nobody waits for it: whoever comes meanwhile is served sooner by this thread than by another that has yet to start. */
  isSample: boolean
  resolve(bytes: Buffer): void
  reject(reason: unknown): void
}

/** What became of a thread: it waits for a document, or it ended, perhaps before it ever could draw. */
export type Change = { kind: 'free' } | { kind: 'ended'; neverReady?: Error }

/** A thread that draws one document at a time. Once it is ready it keeps no process alive while it draws none. */
export class DrawingThread {
  readonly #limits: DrawingLimits
  readonly #worker: Worker
  #state: 'starting' | 'ready' | 'ended' = 'starting'
  #job: Job | undefined
  #timer: NodeJS.Timeout | undefined

  /**
   * @param changed told when it is free, first when it is ready, and when it has ended
   * @param entry what runs in it
   */
  constructor(
    limits: DrawingLimits,
    changed: (thread: DrawingThread, change: Change) => void,
    entry = new URL('drawing-worker.ts', import.meta.url),
  ) {
    this.#limits = limits
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes }
    this.#worker = startThread(entry, { env: SHARE_ENV, resourceLimits })
    this.#worker.on('message', (message: 'ready' | Uint8Array<ArrayBuffer>) => {
      const job = this.#finish()
      if (message === 'ready') this.#state = 'ready'
      else job?.resolve(Buffer.from(message.buffer))
      changed(this, { kind: 'free' })
    })
    let neverReady: Error | undefined
    this.#worker.on('error', (error) => {
      const reason = this.#reasonOf(error)
      if (this.isStarting) neverReady = reason
      this.#state = 'ended'
      this.#finish()?.reject(reason)
    })
    this.#worker.on('exit', () => {
      const reason = new Error('The thread that draws documents has ended')
      if (this.isStarting) neverReady = reason
      this.#state = 'ended'
      this.#finish()?.reject(reason)
      changed(this, { kind: 'ended', ...(neverReady && { neverReady }) })
    })
  }

  /** It will be free, or tell that it has ended. */
  get isStarting(): boolean {
    return this.#state === 'starting'
  }

  /** It is no later free than another would be that has yet to start. */
  get isSoonFree(): boolean {
    return this.isStarting || this.#job?.isSample === true
  }

  get isFree(): boolean {
    return this.#job === undefined && this.#state === 'ready'
  }

  draw(job: Job): void {
    clearTimeout(this.#timer)
    this.#worker.ref()
    this.#job = job
    const { seconds } = this.#limits
    this.#timer = setTimeout(() => this.#stop(`takes longer than ${seconds} s`), seconds * 1000)
    try {
      this.#worker.postMessage(job.source, [])
    } catch (error) {
      this.#finish()?.reject(error) // no record, but perhaps a part of somebody's own
    }
  }

  /** Ends the thread unless it is given something to draw until then. */
  endAfter(seconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), seconds * 1000).unref()
  }

  #end(): void {
    this.#state = 'ended'
    void this.#worker.terminate()
  }

  #stop(why: string): void {
    this.#finish()?.reject(new DrawingStopped(`To draw this document ${why}.`))
    this.#end()
  }

  #finish(): Job | undefined {
    clearTimeout(this.#timer)
    const job = this.#job
    this.#job = undefined
    this.#worker.unref()
    return job
  }

  #reasonOf(error: Error): Error {
    const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory)
      return new DrawingStopped(`To draw this document takes more than ${this.#limits.megabytes} MB.`)
    // What fails before is for want of something, files most likely: with the next document there may be some.
    return this.#state === 'ready'
      ? error
      : new DrawingStopped(`The thread that draws documents could not start: ${error.message}`)
  }
}

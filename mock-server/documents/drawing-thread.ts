// Not the global ones: tests stop those, and a drawing must end all the same.
import { clearTimeout, setTimeout } from 'node:timers'
import { SHARE_ENV, Worker, type WorkerOptions } from 'node:worker_threads'
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
  resolve(bytes: Buffer): void
  reject(reason: unknown): void
}

/** Starts what runs in a thread. Sources go through tsx, which does not reach into threads by itself. */
function startWorker(options: WorkerOptions, entry?: URL): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(entry ?? new URL('drawing-worker.js', import.meta.url), options)
  const tsx = import.meta.resolve('tsx/esm/api')
  const { href } = entry ?? new URL('drawing-worker.ts', import.meta.url)
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => register() && import(${JSON.stringify(href)}))`
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}

/** A thread that draws one document at a time. While it draws none it keeps no process alive. */
export class DrawingThread {
  readonly #limits: DrawingLimits
  readonly #worker: Worker
  #ready = false
  #ended = false
  #job: Job | undefined
  #timer: NodeJS.Timeout | undefined

  /**
   * @param changed told when it is free again, and when it has ended
   * @param entry what runs in it
   */
  constructor(limits: DrawingLimits, changed: (thread: DrawingThread, ended: boolean) => void, entry?: URL) {
    this.#limits = limits
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes }
    this.#worker = startWorker({ env: SHARE_ENV, resourceLimits }, entry)
    this.#worker.on('message', (message: 'ready' | Uint8Array<ArrayBuffer>) => {
      if (message === 'ready') return this.#begin()
      this.#finish()?.resolve(Buffer.from(message.buffer))
      changed(this, false)
    })
    this.#worker.on('error', (error) => {
      this.#ended = true
      this.#finish()?.reject(this.#reasonOf(error))
    })
    this.#worker.on('exit', () => {
      this.#finish()?.reject(new Error('The thread that draws documents has ended'))
      changed(this, true)
    })
  }

  get isFree(): boolean {
    return this.#job === undefined && !this.#ended
  }

  draw(job: Job): void {
    clearTimeout(this.#timer)
    this.#worker.ref()
    this.#job = job
    try {
      this.#worker.postMessage(job.source, [])
      if (this.#ready) this.#begin()
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
    this.#ended = true
    void this.#worker.terminate()
  }

  /** The time that a thread takes to start does not count. */
  #begin(): void {
    this.#ready = true
    const { seconds } = this.#limits
    if (this.#job)
      this.#timer = setTimeout(() => this.#stop(`takes longer than ${seconds} s`), seconds * 1000)
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
    return this.#ready
      ? error
      : new DrawingStopped(`The thread that draws documents could not start: ${error.message}`)
  }
}

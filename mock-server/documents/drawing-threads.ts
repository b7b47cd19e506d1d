import { availableParallelism } from 'node:os'
import { DrawingThread, type Change, type DrawingLimits, type Job } from './drawing-thread.ts'
import type { DocumentSource } from './source.ts'

/** As many as there are cores; each takes some 100 MB, so there is an end to it. */
export const MOST_THREADS = Math.min(8, availableParallelism())
const LIMITS: DrawingLimits = { seconds: 60, megabytes: 1024 }
/** How long a thread waits for the next document before it ends, unless it is kept. */
const IDLE_SECONDS = 10

/** Draws documents beside the thread that answers requests, which goes on meanwhile. Threads start when needed. */
export class DrawingThreads {
  readonly #start: (changed: (thread: DrawingThread, change: Change) => void) => DrawingThread
  readonly #threads = new Set<DrawingThread>()
  readonly #waiting: Job[] = []
  readonly #samples: Job[] = []
  #kept = false

  /** @param entry what runs in a thread; left out, what draws documents */
  constructor(limits: DrawingLimits = LIMITS, entry?: URL) {
    this.#start = (changed) => new DrawingThread(limits, changed, entry)
  }

  /** @throws DrawingStopped when it takes too much time or memory */
  draw(source: DocumentSource): Promise<Buffer> {
    return this.#drawn(source, this.#waiting, false)
  }

  /** Draws what nobody waits for, so that a thread has loaded and read what that takes; whoever waits goes before it. */
  drawSample(source: DocumentSource): Promise<Buffer> {
    return this.#drawn(source, this.#samples, true)
  }

  #drawn(source: DocumentSource, queue: Job[], isSample: boolean): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      queue.push({ source, isSample, resolve, reject })
      this.#next()
    })
  }

  /** Has one thread wait for the next document as long as the process lives. */
  keep(): void {
    this.#kept = true
  }

  /** Whoever waits longest gets the first thread that is free: one that draws may be sooner than one that has yet to start. */
  #next(): void {
    const threads = [...this.#threads]
    const free = threads.find(({ isFree }) => isFree)
    const job = free && (this.#waiting.shift() ?? this.#samples.shift())
    if (job) {
      free.draw(job)
      this.#next()
    } else if (this.#wanted > threads.filter(({ isSoonFree }) => isSoonFree).length) this.#another()
  }

  /** Threads for those who wait: none for a sample, unless there is no other. */
  get #wanted(): number {
    return this.#waiting.length || Math.min(this.#samples.length, this.#threads.size === 0 ? 1 : 0)
  }

  #another(): void {
    if (this.#threads.size >= MOST_THREADS) return
    try {
      this.#threads.add(this.#start(this.#changed))
    } catch (error) {
      // The system has no thread for us: with others busy there is one later.
      if (this.#threads.size === 0)
        for (const { reject } of [...this.#waiting.splice(0), ...this.#samples.splice(0)]) reject(error)
    }
  }

  #changed = (thread: DrawingThread, change: Change): void => {
    if (change.kind === 'ended') this.#threads.delete(thread)
    if (change.kind === 'ended' && change.neverReady)
      (this.#waiting.shift() ?? this.#samples.shift())?.reject(change.neverReady)
    this.#next()
    const [first] = this.#threads
    const isKept = this.#kept && thread === first
    if (thread.isFree && !isKept) thread.endAfter(IDLE_SECONDS)
  }
}

import { availableParallelism } from 'node:os'
import { DrawingThread, type DrawingLimits, type Job } from './drawing-thread.ts'
import type { DocumentSource } from './source.ts'

const MOST_THREADS = Math.min(2, availableParallelism())
const LIMITS: DrawingLimits = { seconds: 60, megabytes: 1024 }
/** How long a thread waits for the next document before it ends. */
const IDLE_SECONDS = 10

/** Draws documents beside the thread that answers requests, which goes on meanwhile. Threads start when needed. */
export class DrawingThreads {
  readonly #start: (changed: (thread: DrawingThread, ended: boolean) => void) => DrawingThread
  readonly #threads = new Set<DrawingThread>()
  readonly #waiting: Job[] = []
  #kept = false

  /** @param entry what runs in a thread; left out, what draws documents */
  constructor(limits: DrawingLimits = LIMITS, entry?: URL) {
    this.#start = (changed) => new DrawingThread(limits, changed, entry)
  }

  /** @throws DrawingStopped when it takes too much time or memory */
  draw(source: DocumentSource): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ source, resolve, reject })
      this.#next()
    })
  }

  /** Has threads wait for the next document as long as the process lives. */
  keep(): void {
    this.#kept = true
  }

  #next(): void {
    if (this.#waiting.length === 0) return
    const thread = [...this.#threads].find(({ isFree }) => isFree) ?? this.#another()
    const job = thread && this.#waiting.shift()
    if (!job) return
    thread.draw(job)
    this.#next()
  }

  #another(): DrawingThread | undefined {
    if (this.#threads.size >= MOST_THREADS) return undefined
    try {
      const thread = this.#start(this.#changed)
      this.#threads.add(thread)
      return thread
    } catch (error) {
      // The system has no thread for us: with others busy there is one later.
      if (this.#threads.size === 0) for (const { reject } of this.#waiting.splice(0)) reject(error)
      return undefined
    }
  }

  #changed = (thread: DrawingThread, ended: boolean): void => {
    if (ended) this.#threads.delete(thread)
    this.#next()
    if (!ended && thread.isFree && !this.#kept) thread.endAfter(IDLE_SECONDS)
  }
}

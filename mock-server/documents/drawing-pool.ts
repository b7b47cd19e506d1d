import { availableParallelism } from 'node:os'
import type { Limits } from '../../schemas/isolation/failure.ts'
import { IsolatedProcess } from '../../schemas/isolation/isolated-process.ts'
import { stoppedBy } from './drawing-stopped.ts'
import type { DocumentSource } from './source.ts'

/** One for each core. The maximum of eight bounds the memory: each takes some 130 MB. */
export const MAX_PROCESSES = Math.min(8, availableParallelism())
const LIMITS: Limits = { seconds: 60, megabytes: 1024 }
/** A free process ends after this time, unless the pool keeps it. A start stops this process for 30 ms per GB of its memory. */
const IDLE_SECONDS = 60

interface Job {
  source: DocumentSource
  /** No client waits for it. */
  isSample: boolean
  resolve(bytes: Buffer): void
  reject(reason: unknown): void
}

type DrawingProcess = IsolatedProcess<DocumentSource, Uint8Array>

/** Draws documents in child processes, which start when needed. The process that answers requests goes on meanwhile. */
export class DrawingPool {
  readonly #start: () => DrawingProcess
  /** The processes, each with the job that it performs. */
  readonly #processes = new Map<DrawingProcess, Job | null>()
  readonly #waiting: Job[] = []
  readonly #samples: Job[] = []
  #isKept = false

  /** @param entry module that draws, for tests */
  constructor(limits: Limits = LIMITS, entry = new URL('drawing-entry.ts', import.meta.url)) {
    const work = { entry, limits, purpose: 'draws documents' }
    this.#start = () => new IsolatedProcess(work, this.#changed)
  }

  /** @throws DrawingStopped if it takes too much time or memory, or no process can be started */
  draw(source: DocumentSource): Promise<Buffer> {
    return this.#enqueue(source, this.#waiting, false)
  }

  /** Draws a document that no client waits for, so that a process has loaded fonts and code. Other documents come first. */
  drawSample(source: DocumentSource): Promise<Buffer> {
    return this.#enqueue(source, this.#samples, true)
  }

  /** Keeps one process for the next document as long as this process lives. */
  keep(): void {
    this.#isKept = true
  }

  #enqueue(source: DocumentSource, queue: Job[], isSample: boolean): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      queue.push({ source, isSample, resolve, reject })
      this.#next()
    })
  }

  /** The first free process gets the job that waited longest: a busy one may be free before a new one has started. */
  #next(): void {
    const free = [...this.#processes.keys()].find(({ state }) => state === 'free')
    const job = free && (this.#waiting.shift() ?? this.#samples.shift())
    if (job) {
      void this.#perform(free, job)
      this.#next()
    } else if (this.#wanted > this.#soonFree && this.#processes.size < MAX_PROCESSES)
      this.#processes.set(this.#start(), null)
  }

  async #perform(child: DrawingProcess, job: Job): Promise<void> {
    this.#processes.set(child, job)
    try {
      const bytes = await child.perform(job.source)
      job.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    } catch (error) {
      job.reject(stoppedBy(error))
    }
  }

  /** Processes that the waiting jobs want. A sample starts only the first. */
  get #wanted(): number {
    return this.#waiting.length || Math.min(this.#samples.length, this.#processes.size === 0 ? 1 : 0)
  }

  /** Processes that are free before a new one has started. */
  get #soonFree(): number {
    return [...this.#processes].filter(([{ state }, job]) => state === 'starting' || job?.isSample).length
  }

  #changed = (child: DrawingProcess): void => {
    if (child.state === 'ended') this.#processes.delete(child)
    else this.#processes.set(child, null)
    if (child.startFailure) return this.#giveUp(child.startFailure)
    this.#next()
    const [first] = this.#processes.keys()
    if (!this.#isKept || child !== first) child.endAfter(IDLE_SECONDS)
  }

  /** Other processes take the waiting jobs later. Without one all jobs fail, and the next document tries a start again. */
  #giveUp(reason: Error): void {
    if (this.#processes.size > 0) return
    for (const { reject } of [...this.#waiting.splice(0), ...this.#samples.splice(0)])
      reject(stoppedBy(reason))
  }
}

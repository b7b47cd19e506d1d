import { setTimeout as sleep } from 'node:timers/promises'
import type { Writer } from './writers.ts'

/** How long a writer rests after a write that was not acknowledged, in milliseconds. */
const REST_MS = 20

/** A writer at work, until it is told to end. */
export class WorkingWriter {
  readonly writer: Writer
  acknowledged = 0
  unknown = 0
  readonly #pause_ms: number
  #isOver = false
  #served: () => void = () => {}

  /** @param pause_ms milliseconds after each write */
  constructor(writer: Writer, pause_ms = 0) {
    this.writer = writer
    this.#pause_ms = pause_ms
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      if (await this.writer.step()) {
        this.acknowledged++
        this.#served()
        if (this.#pause_ms > 0) await sleep(this.#pause_ms)
      } else {
        this.unknown++
        await sleep(REST_MS)
      }
    }
  }

  /** Resolves when the next of its writes is acknowledged. */
  isServed(): Promise<void> {
    return new Promise((resolve) => (this.#served = resolve))
  }

  end(): void {
    this.#isOver = true
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Writer } from './writers.ts'

/** How long a writer rests after a write that was not acknowledged, in milliseconds. */
const REST_MS = 20

/** A writer at work, until it is told to end. */
export class WorkingWriter {
  readonly writer: Writer
  acknowledged = 0
  unknown = 0
  #isOver = false
  #served: () => void = () => {}

  constructor(writer: Writer) {
    this.writer = writer
  }

  async run(): Promise<void> {
    while (!this.#isOver) {
      if (await this.writer.step()) {
        this.acknowledged++
        this.#served()
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

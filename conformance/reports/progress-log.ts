import { duration, oneLine } from '../../schemas/printing/plain-text.ts'
import type { Progress } from '../judge/progress.ts'
import { progressText } from './progress-line.ts'

const INTERVAL_MS = 15_000

/** Lines for a log that tell every 15 seconds how far a run is: what is said where no terminal shows it. */
export class ProgressLog {
  readonly #write: (line: string) => void
  readonly #target: string
  readonly #start = performance.now()
  readonly #timer = setInterval(() => this.#tell(), INTERVAL_MS).unref()
  #progress: Progress | null = null

  constructor(write: (line: string) => void, target: string) {
    this.#write = write
    this.#target = target
  }

  show(progress: Progress): void {
    this.#progress = progress
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #tell(): void {
    const elapsed_ms = performance.now() - this.#start
    this.#write(
      this.#progress === null
        ? `${oneLine(this.#target)}: no check yet after ${duration(elapsed_ms)}\n`
        : `${progressText({ ...this.#progress, elapsed_ms }, Infinity)}\n`,
    )
  }
}

import { setImmediate } from 'node:timers/promises'

/** How long a slice keeps everybody else waiting, in milliseconds. */
const SLICE_MS = 4

/** Steps of how many are made before the clock is looked at. */
const STEPS = 8

/** Long work in short steps: done a slice at a time, or at once by whoever cannot wait. */
export class Slices {
  readonly #steps: Iterator<void>
  #isDone = false
  #running: Promise<void> | undefined

  constructor(steps: Iterator<void>) {
    this.#steps = steps
  }

  /** Resolves when all is done; undefined where it is. What a step throws is thrown. */
  run(): Promise<void> | undefined {
    return this.#isDone ? undefined : (this.#running ??= this.#run())
  }

  /** Does what is left. */
  finish(): void {
    while (!this.#isDone) this.#step()
  }

  async #run(): Promise<void> {
    while (!this.#isDone) {
      const until = performance.now() + SLICE_MS
      while (!this.#isDone && performance.now() < until) this.#step()
      await setImmediate()
    }
  }

  #step(): void {
    for (let step = 0; step < STEPS && !this.#isDone; step++) this.#isDone = this.#steps.next().done === true
  }
}

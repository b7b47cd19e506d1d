import { setTimeout as pause } from 'node:timers/promises'
import { ServerFailure } from './place.ts'

/** How often a database that failed is tried, in milliseconds. */
const PROBE_MS = 200

/** Whether a database saves; told when that changes. */
export class Outage {
  failure: ServerFailure | null = null
  readonly #place: string
  readonly #tell: (says: string) => void
  #isClosed = false

  /** @param tell told that, and why, nothing is saved, and when that is over */
  constructor(place: string, tell: (says: string) => void) {
    this.#place = place
    this.#tell = tell
  }

  begin(error: unknown): ServerFailure {
    this.failure = new ServerFailure(this.#place, error)
    this.#tell(this.failure.message)
    return this.failure
  }

  /** Tries until it saves again. */
  async probe(attempt: () => Promise<void>): Promise<void> {
    while (!this.#isClosed) {
      await pause(PROBE_MS, undefined, { ref: false })
      try {
        await attempt()
        this.failure = null
        this.#tell(`The database ${this.#place} saves again.`)
        return
      } catch (error) {
        this.failure = new ServerFailure(this.#place, error)
      }
    }
  }

  /** Tries no more. */
  close(): void {
    this.#isClosed = true
  }
}

import type { OperationId } from '../../../schemas/operations.ts'
import type { SentRequest } from './exchange.ts'

/** So often in a row patience may end before it is given up. */
const MOST = 3

/** How often in a row patience ended; what was under way at once counts as one. */
export class Silence {
  #times = 0
  #last = Number.NEGATIVE_INFINITY

  get isFinal(): boolean {
    return this.#times >= MOST
  }

  /** @param since when the request was sent, by `performance.now()` */
  lasted(since: number): void {
    if (since < this.#last) return
    this.#last = performance.now()
    this.#times++
  }

  ended(): void {
    this.#times = 0
  }
}

/** What had no answer in time: an operation, or all writes, are then not asked again, and without reads the run is over. */
export class Silences {
  readonly #silences = new Map<string, Silence>()

  /** Whether no answer to a request like this is to be expected any more. */
  isHopeless(request: SentRequest, operation: OperationId | null): boolean {
    return this.#of(request, operation).some(({ isFinal }) => isFinal)
  }

  /** Whether the API answers nothing at all. */
  get isOver(): boolean {
    return this.#named(READS).isFinal
  }

  lasted(request: SentRequest, operation: OperationId | null, since: number): void {
    for (const silence of this.#of(request, operation)) silence.lasted(since)
  }

  ended(request: SentRequest, operation: OperationId | null): void {
    for (const silence of this.#of(request, operation)) silence.ended()
  }

  /** Downloads and hooks are told apart by their host. */
  #of({ method, url }: SentRequest, operation: OperationId | null): Silence[] {
    if (operation === null) return [this.#named(`${method} ${new URL(url).origin}`)]
    return [this.#named(operation), this.#named(method === 'GET' ? READS : WRITES)]
  }

  #named(name: string): Silence {
    const silence = this.#silences.get(name) ?? new Silence()
    this.#silences.set(name, silence)
    return silence
  }
}

const READS = 'reads of the API'
const WRITES = 'writes to the API'

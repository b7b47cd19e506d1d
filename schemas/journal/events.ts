/** What can happen. */
export type EventType = 'request' | 'email' | 'state' | 'clock' | 'fault'

/** Something that happened. */
export interface DeskEvent {
  /** Counts the events of the mock. */
  id: number
  type: EventType
  /** What it was, as JSON; undefined where that is known no more. */
  data(): string | undefined
}

/** What a listener is told of. */
export interface Listener {
  hear(event: DeskEvent): void
  /** The mock closes. */
  close(): void
}

/** Events that are kept for those who come back. */
const KEPT = 500

/** Tells what happens in the mock to whoever listens. As long as nobody ever did, it does nothing. */
export class Events {
  readonly #kept: DeskEvent[] = []
  readonly #listeners = new Set<Listener>()
  #latest = 0
  #isHeard = false

  /** Whether there is, or may come back, anybody to tell. */
  get isHeard(): boolean {
    return this.#isHeard
  }

  /**
   * Tells that something happened.
   * @param id its number, the next unless it has one that is higher
   * @param what it, or a function that is asked for it when somebody is to be told; undefined where it is known no more
   */
  emit(type: EventType, what: object | (() => object | undefined), id = this.#latest + 1): void {
    if (!this.#isHeard) return
    this.#latest = id
    const event = { id, type, data: once(what) }
    this.#kept.push(event)
    if (this.#kept.length > KEPT) this.#kept.shift()
    for (const listener of this.#listeners) listener.hear(event)
  }

  /** What happened since, and how much of that is kept no more. An event of another process is before all of this one. */
  since(id: number): { events: DeskEvent[]; missed: number } {
    const from = id > this.#latest ? 0 : id
    const events = this.#kept.filter((event) => event.id > from)
    return { events, missed: this.#latest - from - events.length }
  }

  /** @returns ends the listening */
  listen(listener: Listener): () => void {
    this.#isHeard = true
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Nobody is told of anything from now on. */
  close(): void {
    for (const listener of this.#listeners) listener.close()
    this.#listeners.clear()
  }
}

/** What was asked for once is the same for all, and as it was then. */
function once(what: object | (() => object | undefined)): DeskEvent['data'] {
  let text: string | undefined
  return () => (text ??= JSON.stringify(typeof what === 'function' ? what() : what))
}

/** Makes something of a value when it is asked for, and does not keep the value alive until then. */
export function laterOf<T extends object, Made>(value: T, make: (value: T) => Made): () => Made | undefined {
  const kept = new WeakRef(value)
  return () => {
    const still = kept.deref()
    return still && make(still)
  }
}

import type { Feed } from '../db/feed.ts'
import { Events, type EventType } from '../../schemas/journal/events.ts'

/** Events of a mock that shares its data with others: what happens at one is told by all. */
export class ToldEvents extends Events {
  readonly #feed: Feed

  constructor(feed: Feed) {
    super()
    this.#feed = feed
  }

  /** Somebody may listen to another. */
  override get isHeard(): boolean {
    return true
  }

  /** Whether there is, or may come back, anybody who listens to this mock. */
  get isHeardHere(): boolean {
    return super.isHeard
  }

  override emit(type: EventType, what: object | (() => object | undefined)): void {
    this.#feed.tell(type, typeof what === 'function' ? what() : what)
  }

  /** Tells those who listen to this mock what was told of any. */
  pass(type: EventType, what: object | (() => object | undefined), id: number): void {
    super.emit(type, what, id)
  }
}

import { finish, type Turn } from './turn.ts'

/** Turns that are confirmed: they are answered once the next question is under way, so that the database does not wait for that. */
export class Answers {
  readonly #turns: Turn[] = []

  /** They wait for no more than what is done in this round of the event loop: the next turn may wait for other things. */
  add(turns: readonly Turn[]): void {
    if (turns.length > 0 && this.#turns.length === 0) setImmediate(() => this.send())
    this.#turns.push(...turns)
  }

  /** They are sent while what was asked is under way. */
  during<T>(asked: Promise<T>): Promise<T> {
    this.send()
    return asked
  }

  send(): void {
    for (const turn of this.#turns.splice(0)) finish(turn)
  }
}

import type { Turn } from './turn.ts'

/** How many turns are done together at most: the more, the longer the first of them waits. */
export const MOST_TOGETHER = 256

/** Turns that wait, in order. */
export class Waiting {
  readonly #turns: Turn[] = []

  get isAny(): boolean {
    return this.#turns.length > 0
  }

  add(turn: Turn): void {
    this.#turns.push(turn)
  }

  /** They come before all others. */
  putBack(turns: readonly Turn[]): void {
    this.#turns.unshift(...turns)
  }

  takeAll(): Turn[] {
    return this.#turns.splice(0)
  }

  /** The first, where it may be done together with others. */
  takeOne(): Turn | undefined {
    return this.#turns[0]?.isAlone === false ? this.#turns.shift() : undefined
  }

  /** The first that may be done together; without `mayBeAlone` that may be none. */
  takeSome(mayBeAlone: boolean): Turn[] {
    if (mayBeAlone && this.#turns[0]?.isAlone) return this.#turns.splice(0, 1)
    const alone = this.#turns.findIndex(({ isAlone }) => isAlone)
    return this.#turns.splice(0, alone < 0 ? MOST_TOGETHER : Math.min(alone, MOST_TOGETHER))
  }
}

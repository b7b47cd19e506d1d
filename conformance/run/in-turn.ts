import type { Step } from '../judge/check.ts'
import { alone, meet } from '../judge/touches.ts'

/** A step that waits for those before it that it meets. */
interface Waiting {
  readonly step: Step
  /** How many of these are not done. */
  before: number
  /** Those that wait for it. */
  readonly after: Waiting[]
  /** How long those take that wait for it one after the other, it included. */
  depth: number
}

/** How steps are performed. */
interface Turns {
  /** So many at once. */
  readonly most: number
  /** How long a step takes, in whatever unit: what the longest row of others waits for goes first. */
  readonly weightOf?: (step: Step) => number
  /** Answers what it ended with, where that may be the doing of others beside it: it is to be performed again, alone. */
  perform(step: Step, how: How): Promise<Error | void>
}

/** How one step is performed. */
export interface How {
  /** What it ended with beside others, where it is performed again, alone. */
  readonly doubt?: Error
  /** How long the longest row is that begins with it. */
  readonly urgency: number
}

/**
 * Performs steps, several at once: one that meets an earlier one begins when that is done. Of those that could begin, the
 * one goes first that the longest row of others waits for.
 */
export async function inTurn(steps: readonly Step[], turns: Turns): Promise<void> {
  const row = new Row(steps, turns)
  while (!row.isDone) await row.next()
}

class Row {
  readonly #turns: Turns
  /** Those that have not begun. */
  readonly #left: Set<Waiting>
  readonly #ready: Waiting[]
  /** Until each has been performed, once. */
  readonly #underWay = new Map<Waiting, Promise<unknown>>()
  /** Until each is done. */
  readonly #open = new Set<Promise<void>>()
  /** Until the last one that was alone is done. */
  #alone: Promise<void> = Promise.resolve()

  constructor(steps: readonly Step[], turns: Turns) {
    this.#turns = turns
    const all = waitingFor(steps, turns.weightOf ?? (() => 1))
    this.#left = new Set(all)
    this.#ready = all.filter(({ before }) => before === 0).toSorted(deepestFirst)
  }

  get isDone(): boolean {
    return this.#ready.length === 0 && this.#open.size === 0
  }

  /** Begins what can begin, and returns when something is done. */
  async next(): Promise<void> {
    while (this.#open.size < this.#turns.most && this.#ready.length > 0)
      this.#ready.splice(0, 1).forEach((one) => this.#begin(one))
    await Promise.race(this.#open)
  }

  #begin(one: Waiting): void {
    this.#left.delete(one)
    const done = this.#perform(one).then(() => {
      this.#open.delete(done)
      for (const next of one.after) if (--next.before === 0) this.#ready.push(next)
      this.#ready.sort(deepestFirst)
    })
    this.#open.add(done)
  }

  async #perform(one: Waiting): Promise<void> {
    const turn = this.#turns
      .perform(one.step, { urgency: one.depth })
      .finally(() => this.#underWay.delete(one))
    this.#underWay.set(one, turn)
    const doubt = await turn
    if (!doubt) return
    this.#alone = this.#alone.then(() => this.#performAlone(one, doubt))
    await this.#alone
  }

  /** Again, when nothing that it meets is under way any more, and before what would. */
  async #performAlone(one: Waiting, doubt: Error): Promise<void> {
    const step = alone(one.step)
    for (const later of this.#left)
      if (!one.after.includes(later) && meet(step, later.step)) {
        one.after.push(later)
        later.before++
        if (this.#ready.includes(later)) this.#ready.splice(this.#ready.indexOf(later), 1)
      }
    const others = [...this.#underWay].filter(([other]) => meet(step, other.step))
    await Promise.all(others.map(([, turn]) => turn))
    await this.#turns.perform(one.step, { doubt, urgency: one.depth })
  }
}

const deepestFirst = (a: Waiting, b: Waiting): number => b.depth - a.depth

/** Each hangs on those before it that it meets. */
function waitingFor(steps: readonly Step[], weightOf: (step: Step) => number): Waiting[] {
  const all = steps.map((step): Waiting => ({ step, before: 0, after: [], depth: weightOf(step) }))
  for (const [at, one] of [...all.entries()].toReversed()) {
    const later = all.slice(at + 1).filter(({ step }) => meet(one.step, step))
    for (const next of later) next.before++
    one.after.push(...later)
    one.depth += Math.max(0, ...later.map(({ depth }) => depth))
  }
  return all
}

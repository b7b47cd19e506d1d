import type { Step } from '../judge/check.ts'
import { meet } from '../judge/touches.ts'

/** A step that waits for those before it that it meets. */
interface Waiting {
  readonly step: Step
  /** How many of these are not done. */
  before: number
  /** Those that wait for it. */
  readonly after: Waiting[]
  /** How many wait for it one after the other. */
  depth: number
}

/**
 * Performs steps, so many at once: one that meets an earlier one begins when that is done. Of those that could begin, the
 * one goes first that the longest row of others waits for.
 */
export async function inTurn(
  steps: readonly Step[],
  most: number,
  perform: (step: Step) => Promise<void>,
): Promise<void> {
  const ready = queueOf(steps)
  const underWay = new Set<Promise<void>>()
  const begin = (one: Waiting): void => {
    const done = perform(one.step).then(() => {
      underWay.delete(done)
      for (const next of one.after) if (--next.before === 0) ready.push(next)
      ready.sort((a, b) => b.depth - a.depth)
    })
    underWay.add(done)
  }
  while (ready.length > 0 || underWay.size > 0) {
    while (underWay.size < most && ready.length > 0) ready.splice(0, 1).forEach(begin)
    await Promise.race(underWay)
  }
}

/** Those that wait for nothing; the others hang on them. */
function queueOf(steps: readonly Step[]): Waiting[] {
  const all = steps.map((step): Waiting => ({ step, before: 0, after: [], depth: 0 }))
  for (const [at, one] of [...all.entries()].toReversed()) {
    for (const later of all.slice(at + 1).filter(({ step }) => meet(one.step, step))) {
      one.after.push(later)
      later.before++
      one.depth = Math.max(one.depth, later.depth + 1)
    }
  }
  return all.filter(({ before }) => before === 0).toSorted((a, b) => b.depth - a.depth)
}

import { unmetBy, type Step } from '../judge/check.ts'
import type { Estimate, Pace } from '../judge/progress.ts'
import { meet } from '../judge/touches.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Target } from '../server/target.ts'
import { COSTS, READ_ONLY_COSTS } from './costs.ts'

/** What was met of a server's pace: the median of the first answers. */
export class Met implements Pace {
  readonly #reads: number[] = []
  readonly #writes: number[] = []

  push({ request, ms }: Exchange): void {
    const times = request.method === 'GET' ? this.#reads : this.#writes
    if (times.length < MOST) times.push(ms)
  }

  get read_ms(): number {
    return median(this.#reads) ?? 0
  }

  /** As long as a read where nothing was written. */
  get write_ms(): number {
    return median(this.#writes) ?? this.read_ms
  }
}

const MOST = 20

const median = (all: readonly number[]): number | undefined =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]

/** What one step asks, in milliseconds of waiting: all of it, and what follows each other. */
interface Work {
  all_ms: number
  row_ms: number
}

/** A step of which nothing is known. */
const UNKNOWN = [10, 5, 6, 4] as const

/** What each request costs us and a server on the same machine, beside the waiting. */
const OWN_MS = 1.2

/** Requests of a step: reads, writes, and those that must follow each other. A read-only run sends fewer. */
const costOf = ({ name }: Step, { allow }: Pick<Target, 'allow'>) =>
  (allow.size === 0 ? READ_ONLY_COSTS[name] : undefined) ?? COSTS[name] ?? UNKNOWN

const workOf = (step: Step, target: Pick<Target, 'allow'>, { read_ms, write_ms }: Pace): Work => {
  const [reads, writes, rowReads, rowWrites] = costOf(step, target)
  return {
    all_ms: reads * read_ms + writes * write_ms,
    row_ms: rowReads * read_ms + rowWrites * write_ms,
  }
}

/** How long a step takes when it waits for nobody. */
export const lengthOf = (step: Step, target: Pick<Target, 'allow'>, pace: Pace): number =>
  workOf(step, target, pace).row_ms

/** Whether the target has what a step needs: else it is skipped. */
export const isPossible = (step: Step, target: Target): boolean => unmetBy(step, target).length === 0

/** Estimates a run by going through its schedule. */
export function estimate(
  steps: readonly Step[],
  target: Target,
  pace: Pace,
  { concurrency, max_rps = Infinity }: { concurrency: number; max_rps?: number },
): Estimate {
  const performed = steps.filter((step) => isPossible(step, target))
  const requests = performed.reduce((sum, step) => {
    const [reads, writes] = costOf(step, target)
    return sum + reads + writes
  }, 0)
  const waiting_ms = (['first', undefined, 'last'] as const)
    .map((when) => performed.filter((step) => step.when === when))
    .reduce((sum, phase) => sum + scheduled(phase, target, pace, concurrency), 0)
  const ms = Math.max(waiting_ms + requests * OWN_MS, (requests * 1000) / max_rps)
  return { read_ms: pace.read_ms, write_ms: pace.write_ms, requests, ms }
}

interface Turn {
  readonly step: Step
  readonly work: Work
  readonly after: Turn[]
  before: number
  depth: number
  /** Of its row. */
  left_ms: number
}

/** How much is asked at once where a step waits for nobody. */
const breadthOf = ({ work }: Turn): number => (work.all_ms || 1) / (work.row_ms || 1)

/**
 * How fast each step goes on, the most urgent first: as its row does, as long as there is room for what it asks beside.
 */
function speedsOf(underWay: readonly Turn[], concurrency: number): number[] {
  let room = concurrency
  return underWay.map((one) => {
    const speed = Math.min(1, room / breadthOf(one))
    room = Math.max(0, room - breadthOf(one))
    return speed
  })
}

/** How long the steps take: what the longest row of others waits for goes first. */
function scheduled(steps: readonly Step[], target: Target, pace: Pace, concurrency: number): number {
  const turns = steps.map((step): Turn => {
    const work = workOf(step, target, pace)
    return { step, work, after: [], before: 0, depth: work.row_ms, left_ms: work.row_ms }
  })
  for (const [at, one] of [...turns.entries()].toReversed()) {
    one.after.push(...turns.slice(at + 1).filter(({ step }) => meet(one.step, step)))
    for (const next of one.after) next.before++
    one.depth += Math.max(0, ...one.after.map(({ depth }) => depth))
  }
  let ready = turns.filter(({ before }) => before === 0)
  let underWay: Turn[] = []
  let ms = 0
  while (ready.length + underWay.length > 0) {
    ready.sort((a, b) => b.depth - a.depth)
    underWay.push(...ready.splice(0, stepsAtOnce(concurrency) - underWay.length))
    underWay.sort((a, b) => b.depth - a.depth)
    const speeds = speedsOf(underWay, concurrency)
    const next_ms = Math.min(...underWay.map(({ left_ms }, at) => left_ms / (speeds[at] || 1e-9)))
    ms += next_ms
    for (const [at, one] of underWay.entries()) one.left_ms -= next_ms * (speeds[at] ?? 0)
    const done = underWay.filter(({ left_ms }) => left_ms <= 1e-6)
    underWay = underWay.filter(({ left_ms }) => left_ms > 1e-6)
    ready = [...ready, ...done.flatMap(({ after }) => after.filter((next) => --next.before === 0))]
  }
  return ms
}

/** Many a step asks for one thing at a time, or waits for a window to end: others fill the room that is left. */
export const stepsAtOnce = (concurrency: number): number => (concurrency === 1 ? 1 : 2 * concurrency)

import { serveOrders } from '../mutants/process-pool.ts'
import type { Stage } from './instrumented-mock.ts'
import { reachOf, type Reached } from './reach.ts'
import { activate } from './stryker.ts'
import { tryMutant, type Tried } from './try-mutant.ts'

/** What a process of its own is asked: what a run meets, or whether one mutant is found. */
export type Order = { readonly stage: Stage } & (
  | { readonly twice: boolean }
  | { readonly id: string; readonly reached: Reached }
)

/** What it answers; `reached` is of the mutants by their ids, and a text says why there is none. */
export type Answer =
  | { readonly stage: Stage; readonly reached: Record<string, Reached> | string }
  | { readonly id: string; readonly tried: Tried }

/** How often it says that it is alive: what is in an endless loop says nothing. */
const BEAT_MS = 1000

/** After so many beats in which no check ended, what is waited for never comes, and it says nothing either. */
const PATIENCE = 120

// The faults of mutants that fall over are told on stderr by the mock, which is of no interest here.
console.error = () => {}

serveOrders<Order, Answer>(async (order, working) => {
  let beats = 0
  const beat = setInterval(() => ++beats < PATIENCE && working(), BEAT_MS)
  const progress = () => {
    beats = 0
    working()
  }
  try {
    return 'id' in order ? await whetherFound(order, progress) : await whatIsMet(order, progress)
  } finally {
    clearInterval(beat)
  }
})

async function whetherFound(
  { stage, id, reached }: Extract<Order, { id: string }>,
  working: () => void,
): Promise<Answer> {
  // What acts while modules are loaded is to act then.
  activate(id)
  return { id, tried: await tryMutant(stage, id, reached, working) }
}

async function whatIsMet(
  { stage, twice }: Extract<Order, { twice: boolean }>,
  working: () => void,
): Promise<Answer> {
  try {
    return { stage, reached: await reachOf(stage, twice, working) }
  } catch (error) {
    return { stage, reached: String(error) }
  }
}

import { serveOrders } from '../mutants/process-pool.ts'
import type { Stage } from './instrumented-mock.ts'
import { reachOf, type Reached } from './reach.ts'
import { activate } from './stryker.ts'
import { tryMutant, type Tried } from './try-mutant.ts'

/** What a process of its own is asked: what a run meets, or whether one mutant is found. */
export type Order = Stage & { readonly mutant: { readonly id: string; readonly reached: Reached } | null }

/** What it answers; `reached` is of the mutants by their ids. */
export type Answer =
  | { readonly stage: Stage; readonly reached: Record<string, Reached> }
  | { readonly id: string; readonly tried: Tried }

/** How often it says that it is alive: what is in an endless loop says nothing. */
const BEAT_MS = 1000

// The faults of mutants that fall over are told on stderr by the mock, which is of no interest here.
console.error = () => {}

serveOrders<Order, Answer>(async ({ mutant, ...stage }, working) => {
  const beat = setInterval(working, BEAT_MS)
  try {
    if (mutant === null) return { stage, reached: await reachOf(stage, working) }
    // What acts while modules are loaded is to act then.
    activate(mutant.id)
    return { id: mutant.id, tried: await tryMutant(stage, mutant.id, mutant.reached, working) }
  } finally {
    clearInterval(beat)
  }
})

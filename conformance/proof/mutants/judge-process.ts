import { MUTANTS } from './index.ts'
import { judgeCorrectMock, judgeMutant, type Judgement } from './judge-mutant.ts'
import { serveOrders } from './process-pool.ts'

/** What a process of its own is asked to judge: a mutant by its id, or the correct mock. */
export interface Order {
  id: string | null
  seed: number
}

// The faults of mutants that fall over are told on stderr by the mock, which is of no interest here.
console.error = () => {}

serveOrders<Order, Judgement>(async ({ id, seed }, working) => {
  try {
    return id === null ? await correct(seed, working) : await judgeMutant(mutantOf(id), seed, working)
  } catch (error) {
    return {
      id: id ?? '',
      outcome: 'error',
      by: [String(error instanceof Error ? error.stack : error)],
      requests: 0,
      ms: 0,
    }
  }
})

async function correct(seed: number, working: () => void): Promise<Judgement> {
  const start = performance.now()
  const against = await judgeCorrectMock(seed, working)
  const by = against.map(({ clause, failure, reason }) => `${clause}: ${failure?.message ?? reason}`)
  const outcome = by.length > 0 ? 'error' : 'survived'
  return { id: '', outcome, by, requests: 0, ms: performance.now() - start }
}

function mutantOf(id: string) {
  const mutant = MUTANTS.find((one) => one.id === id)
  if (!mutant) throw new Error(`There is no mutant ${id}`)
  return mutant
}

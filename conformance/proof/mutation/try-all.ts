import { join } from 'node:path'
import { inProcesses } from '../mutants/process-pool.ts'
import type { Stage } from './instrumented-mock.ts'
import type { Answer, Order } from './mutation-process.ts'
import type { Result } from './mutation-report.ts'
import type { SourceMutant } from './mutant.ts'
import type { Reached } from './reach.ts'

/** How mutants are tried. */
export interface TryOptions {
  readonly entry: string
  readonly seed: number
  readonly jobs: number
  /** How many random dialects are asked what they reach of the mutants that the mock's own does not. */
  readonly dialects: number
  onResult(result: Result): void
}

/** Where and by what a mutant is tried. */
interface Plan {
  readonly mutant: SourceMutant
  readonly stage: Stage
  readonly reached: Reached
}

/** A process whose event loop stands still for so long is in an endless loop. */
const SILENCE_MS = 90_000

/** Tries mutants side by side, each in a dialect that reaches it. */
export async function tryAll(mutants: readonly SourceMutant[], options: TryOptions): Promise<void> {
  const plans = await plansFor(mutants, options)
  const planned = new Set(plans.map(({ mutant }) => mutant))
  for (const mutant of mutants) {
    if (planned.has(mutant)) continue
    options.onResult({ mutant, tried: { outcome: 'unreached', by: [], requests: 0, ms: 0 } })
  }
  await tryIn(
    plans.filter(({ reached }) => !reached.once),
    false,
    options,
  )
  await tryIn(
    plans.filter(({ reached }) => reached.once),
    true,
    options,
  )
}

async function plansFor(mutants: readonly SourceMutant[], options: TryOptions): Promise<Plan[]> {
  const own = await reachedIn([null], mutants, options)
  const left = mutants.filter((mutant) => !own.some((plan) => plan.mutant === mutant))
  if (left.length === 0) return own
  const seeds = Array.from({ length: options.dialects }, (_, index) => index + 1)
  return [...own, ...(await reachedIn(seeds, left, options))]
}

/** What of these mutants is reached in the first of these dialects that reaches it. */
async function reachedIn(
  dialects: readonly (number | null)[],
  mutants: readonly SourceMutant[],
  { entry, seed, jobs }: TryOptions,
): Promise<Plan[]> {
  const maps = new Map<number | null, { stage: Stage; reached: Record<string, Reached> }>()
  const orders = dialects.map((dialect): Order => ({ entry, seed, dialect, mutant: null }))
  await inProcesses<Order, Answer>(orders, {
    ...PROCESS,
    jobs,
    renewed: true,
    onAnswer: (answer) => 'stage' in answer && maps.set(answer.stage.dialect, answer),
    failed: (_, why) => {
      throw new Error(`The instrumented mock could not be judged: ${why}`)
    },
  })
  return mutants.flatMap((mutant) => {
    const dialect = dialects.find((one) => maps.get(one)?.reached[mutant.id])
    const found = dialect !== undefined && maps.get(dialect)
    const reached = found && found.reached[mutant.id]
    return reached ? [{ mutant, stage: found.stage, reached }] : []
  })
}

const PROCESS = { script: join(import.meta.dirname, 'mutation-process.ts'), silence_ms: SILENCE_MS }

async function tryIn(
  plans: readonly Plan[],
  renewed: boolean,
  { jobs, onResult }: TryOptions,
): Promise<void> {
  const byId = new Map(plans.map(({ mutant }) => [mutant.id, mutant]))
  await inProcesses<Order, Answer>(
    plans.map(({ mutant: { id }, stage, reached }): Order => ({ ...stage, mutant: { id, reached } })),
    {
      ...PROCESS,
      jobs,
      renewed,
      onAnswer(answer) {
        const mutant = 'id' in answer && byId.get(answer.id)
        if (mutant) onResult({ mutant, tried: answer.tried })
      },
      failed: ({ mutant }, why) => ({
        id: mutant?.id ?? '',
        tried: { outcome: 'ended', by: [why], requests: 0, ms: 0 },
      }),
    },
  )
}

import { join } from 'node:path'
import type { Dialect } from '../../../schemas/dialect.ts'
import { otherDialects, randomDialect } from '../mutants/other-dialects.ts'
import { inProcesses } from '../mutants/process-pool.ts'
import type { Stage } from './instrumented-mock.ts'
import type { Answer, Order } from './mutation-process.ts'
import { isFound, type Result } from './mutation-report.ts'
import type { SourceMutant } from './mutant.ts'
import type { Reached } from './reach.ts'

/** How mutants are tried. */
export interface TryOptions {
  /** The sandbox's `mock-server/index.ts`. */
  readonly entry: string
  readonly seed: number
  readonly jobs: number
  /** Tries them where questions are answered otherwise, and not in the mock's own dialect. */
  readonly elsewhere?: boolean
  onResult(result: Result): unknown
}

/** Where and by what a mutant is tried. */
interface Plan {
  readonly mutant: SourceMutant
  readonly stage: Stage
  readonly reached: Reached
}

/** A process whose event loop stands still for so long is in an endless loop. */
const SILENCE_MS = 90_000

const PROCESS = { script: join(import.meta.dirname, 'mutation-process.ts'), silence_ms: SILENCE_MS }

/**
 * Tries mutants side by side: in the mock's own dialect, or where that meets them not in the first other one that does.
 * @throws an Error where the suite fails the mock without a fault
 */
export function tryAll(mutants: readonly SourceMutant[], options: TryOptions): Promise<void> {
  return options.elsewhere ? tryElsewhere(mutants, options) : tryAtHome(mutants, options)
}

async function tryAtHome(mutants: readonly SourceMutant[], options: TryOptions): Promise<void> {
  const own = await plansIn([{}], mutants, options)
  const left = without(mutants, own)
  const plans = [...own, ...(left.length > 0 ? await plansIn(otherDialects(), left, options) : [])]
  for (const mutant of without(left, plans)) options.onResult({ mutant, tried: UNREACHED })
  await tryPlans(plans, options)
}

const UNREACHED = { outcome: 'unreached', by: [], requests: 0, ms: 0 } as const

/** Dialects that answer some questions otherwise: in those that answer all, one answer may hide another. */
const MIXED = [1, 2, 3, 4, 5].map((seed) => randomDialect(seed).dialect)

/** In one other dialect after the other that meets it, until one shows it. */
async function tryElsewhere(mutants: readonly SourceMutant[], options: TryOptions): Promise<void> {
  const living = new Map<SourceMutant, Result>(
    mutants.map((mutant) => [mutant, { mutant, tried: UNREACHED }]),
  )
  for (const dialect of [...otherDialects(), ...MIXED]) {
    const plans = await plansIn([dialect], [...living.keys()], options)
    await tryPlans(plans, {
      ...options,
      onResult(result) {
        if (!isFound(result)) return living.set(result.mutant, result)
        living.delete(result.mutant)
        options.onResult(result)
      },
    })
  }
  for (const result of living.values()) options.onResult(result)
}

/** Those that need a process of their own come last. */
async function tryPlans(plans: readonly Plan[], options: TryOptions): Promise<void> {
  for (const renewed of [false, true])
    await tryIn(
      plans.filter(({ reached }) => reached.once === renewed),
      renewed,
      options,
    )
}

function without(mutants: readonly SourceMutant[], plans: readonly Plan[]): SourceMutant[] {
  const planned = new Set(plans.map(({ mutant }) => mutant))
  return mutants.filter((mutant) => !planned.has(mutant))
}

/** How those of the mutants are tried that one of these dialects meets. */
async function plansIn(
  dialects: readonly Partial<Dialect>[],
  mutants: readonly SourceMutant[],
  { entry, seed, jobs }: TryOptions,
): Promise<Plan[]> {
  const plans = new Map<SourceMutant, Plan>()
  const orders = dialects.map((dialect): Order => ({
    stage: { entry, seed, dialect },
    twice: dialects.length === 1,
  }))
  await inProcesses<Order, Answer>(orders, {
    ...PROCESS,
    jobs,
    renewed: true,
    onAnswer(answer) {
      if ('id' in answer) return
      const { stage, reached } = answer
      if (typeof reached === 'string') throw new Error(reached)
      for (const mutant of mutants) {
        const met = reached[mutant.id]
        if (met && !plans.has(mutant)) plans.set(mutant, { mutant, stage, reached: met })
      }
    },
    failed: ({ stage }, why) => ({ stage, reached: why }),
  })
  return [...plans.values()]
}

async function tryIn(
  plans: readonly Plan[],
  renewed: boolean,
  { jobs, onResult }: TryOptions,
): Promise<void> {
  const byId = new Map(plans.map(({ mutant }) => [mutant.id, mutant]))
  const orders = plans.map(({ mutant: { id }, stage, reached }) => ({ id, stage, reached }))
  await inProcesses<(typeof orders)[number], Answer>(orders, {
    ...PROCESS,
    jobs,
    renewed,
    onAnswer(answer) {
      const mutant = 'id' in answer && byId.get(answer.id)
      if (mutant) onResult({ mutant, tried: answer.tried })
    },
    failed: ({ id }, why) => ({ id, tried: { outcome: 'ended', by: [why], requests: 0, ms: 0 } }),
  })
}

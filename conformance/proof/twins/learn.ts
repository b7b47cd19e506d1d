import { DEFAULT_DIALECT, type Dialect } from '../../../schemas/dialect.ts'
import { isAdjustable, isQuestion } from '../../../schemas/questions.ts'
import { run } from '../../run/run.ts'
import { questionsOf, type Step } from '../../judge/check.ts'
import { PROBING } from '../../run/scope.ts'
import type { Target } from '../../server/target.ts'

/** What a probe learned of a server. */
export interface Learned {
  /** Answers that the mock can be set to, and those it cannot. */
  dialect: Partial<Dialect>
  others: Record<string, unknown>
  assumed: Readonly<Record<string, string>>
  unobserved: Readonly<Record<string, string>>
  requests: number
}

/** The steps of a probe that show what a mock can be set to: all that the twins are of. */
export const TEACHING: readonly Step[] = PROBING.filter((step) => questionsOf(step).some(isAdjustable))

interface Probing {
  seed: number
  checks?: readonly Step[]
  onProgress?(): void
}

/** Probes a server as `conformance probe` does. */
export async function learn(
  target: Target,
  { seed, checks = TEACHING, onProgress = () => {} }: Probing,
): Promise<Learned> {
  const { observations, assumed, unobserved, requests } = await run(target, {
    seed,
    checks,
    onProgress,
  })
  const seen = [...observations].map(([key, { value }]) => [key, value] as const)
  return {
    // Observations are typed by the key that they are of.
    dialect: Object.fromEntries(seen.filter(isOurs)) as Partial<Dialect>,
    others: Object.fromEntries(seen.filter((one) => !isOurs(one))),
    assumed,
    unobserved,
    requests,
  }
}

const isOurs = ([key]: readonly [string, unknown]) => isQuestion(key) && isAdjustable(key)

/** The dialect that a mock gets of it: its own where nothing was learned. */
export const taught = ({ dialect }: Learned): Dialect => ({ ...DEFAULT_DIALECT, ...dialect })

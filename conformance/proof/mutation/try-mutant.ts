import type { ClauseId } from '../../../schemas/clauses.ts'
import { CHECKS } from '../../clauses/index.ts'
import type { RunResult } from '../../judge/result.ts'
import { runInSandbox, type Stage } from './instrumented-mock.ts'
import type { Reached } from './reach.ts'
import { activate } from './stryker.ts'

/** What the suite made of a mutant. */
export interface Tried {
  /** `ended`: the mock did not start, or the suite could not judge it and said so. */
  readonly outcome: 'killed' | 'ended' | 'survived'
  /** The clauses that failed, or why there was no judgement. */
  readonly by: readonly string[]
  readonly requests: number
  readonly ms: number
}

/** A mutant that is met so many times as often as by no fault is in an endless loop. */
const TOO_OFTEN = 100

/** Has the checks that meet a mutant judge it, then the others where what it changed could show in them. */
export async function tryMutant(
  stage: Stage,
  id: string,
  { by, hits, once, outside }: Reached,
  onProgress: () => void,
): Promise<Tried> {
  const start = performance.now()
  const own = CHECKS.filter(({ name }) => by.includes(name))
  const others = CHECKS.filter(({ name }) => !by.includes(name))
  const rounds = [own, once || outside ? others : []].filter(({ length }) => length > 0)
  let requests = 0
  for (const checks of rounds) {
    activate(id, Math.max(1, hits) * TOO_OFTEN)
    try {
      const result = await runInSandbox(stage, { checks, bail: true, onProgress })
      requests += result.requests
      const [outcome, found] = judged(result)
      if (outcome !== 'survived') return { outcome, by: found, requests, ms: performance.now() - start }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { outcome: 'ended', by: [why], requests, ms: performance.now() - start }
    } finally {
      activate(undefined)
    }
  }
  return { outcome: 'survived', by: [], requests, ms: performance.now() - start }
}

/** A clause that fails kills; a server that answers no more, and an error of the suite, are told by exit code 2. */
function judged({ verdicts, stopped }: RunResult): [Tried['outcome'], readonly string[]] {
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail').map(({ clause }): ClauseId => clause)
  if (failed.length > 0) return ['killed', failed]
  const errors = verdicts.filter(({ outcome }) => outcome === 'error')
  if (stopped !== null) return ['ended', [stopped]]
  return errors.length > 0
    ? ['ended', errors.map(({ clause, reason }) => `${clause}: ${reason}`)]
    : ['survived', []]
}

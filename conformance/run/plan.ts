import type { ClauseId } from '../../schemas/clauses.ts'
import type { ReportEffects } from '../../schemas/types.ts'
import { unmetBy, type Step } from '../judge/check.ts'
import type { Estimate } from '../judge/progress.ts'
import { unmetInWords } from '../judge/reasons.ts'
import { isObject, member } from '../server/client/exchange.ts'
import type { Target } from '../server/target.ts'
import { CHECKS } from '../clauses/index.ts'
import { estimate, isPossible, Met } from './estimate.ts'
import { forecast } from './forecast.ts'
import { openSession } from './open-session.ts'
import { CONCURRENCY, type RunOptions } from './options.ts'
import { seeThatItAnswers } from './reach.ts'
import { checksOf } from './scope.ts'

/** A plan may be asked for without leave to run, so it sends next to nothing. */
const MOST_REQUESTS = 5

/** Forecast of the requests and effects of a run. */
export interface Plan {
  target: Target
  /** Clauses that some check can judge, of all that were selected. */
  judged: readonly ClauseId[]
  clauses: readonly ClauseId[]
  /** The other clauses, by the reason why no check can judge them. */
  unjudged: ReadonlyMap<string, readonly ClauseId[]>
  estimate: Estimate
  effects: ReportEffects
  /** GET requests that were sent to make the plan: five at most. */
  requests: number
}

/**
 * Plans a run: asks the deployment for settings, invoices and templates, which shows that it answers and how fast.
 * @throws {Unreachable} where it does not, within five requests
 */
export async function plan(
  target: Target,
  clauses: readonly ClauseId[],
  options: RunOptions = {},
): Promise<Plan> {
  const met = new Met()
  let next_invoice_number: string | null = null
  const signal = options.signal ?? new AbortController().signal
  const session = await openSession(target, options, {
    signal,
    most_requests: MOST_REQUESTS,
    onExchange: (exchange) => {
      met.push(exchange)
      const settings = member(exchange, 'settings')
      if (isObject(settings)) next_invoice_number = String(settings['next_invoice_number'] ?? '') || null
    },
  })
  await seeThatItAnswers(session).finally(() => session.client.close())
  const steps = checksOf(clauses)
  const { concurrency = CONCURRENCY, max_rps } = options
  const unjudged = unjudgedOf(clauses, steps, target)
  return {
    target,
    clauses,
    judged: clauses.filter((clause) => ![...unjudged.values()].some((some) => some.includes(clause))),
    unjudged,
    estimate: estimate(steps, target, met, { concurrency, ...(max_rps !== undefined && { max_rps }) }),
    effects: forecast(steps, target, { next_invoice_number }),
    requests: session.client.requests,
  }
}

/** Clauses that have checks, none of which the target lets run, by what they need. */
function unjudgedOf(
  clauses: readonly ClauseId[],
  steps: readonly Step[],
  target: Target,
): Map<string, ClauseId[]> {
  const groups = new Map<string, ClauseId[]>()
  for (const clause of clauses) {
    const own = CHECKS.filter((check) => check.clauses.includes(clause))
    if (own.length === 0 || own.some((step) => steps.includes(step) && isPossible(step, target))) continue
    const reason =
      own.map((step) => unmetInWords(unmetBy(step, target))).toSorted((a, b) => a.length - b.length)[0] ?? ''
    groups.set(reason, [...(groups.get(reason) ?? []), clause])
  }
  return groups
}

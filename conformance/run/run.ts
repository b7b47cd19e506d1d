import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'
import { Findings } from '../judge/findings.ts'
import type { RunResult } from '../judge/result.ts'
import { awaitTurn } from '../server/activity/company.ts'
import { noteLost } from '../server/activity/lost-writes.ts'
import { awaitStock, stockUp } from '../server/activity/stock-up.ts'
import { supplyOrders } from '../server/activity/supply-orders.ts'
import { Stopped } from '../server/client/client.ts'
import { matters } from '../server/target-mistakes.ts'
import type { Target } from '../server/target.ts'
import { cleanUp, sweep } from './clean-up.ts'
import { supplyFor } from './forecast.ts'
import { endingOf, timeToCleanUp } from './endings.ts'
import { bail, BAILED, leave, performAll, progressOf, type UnderWay } from './lanes.ts'
import { tryTarget, wantedOf } from './mistaken-target.ts'
import { estimate, Met } from './estimate.ts'
import { DEFAULT_RUNS, openSession } from './open-session.ts'
import { CONCURRENCY, type RunOptions } from './options.ts'
import { learnKinds } from './preflight.ts'
import { quietly } from './quietly.ts'
import { checksOf } from './scope.ts'
import { checksOfShard, isStorewide } from './shards.ts'
import { verdict } from './verdicts.ts'
import { notice, watch } from './watching.ts'

/**
 * Judges a target by the clauses, and cleans up behind itself.
 * @throws {Unreachable} when nothing answers at the target or its API key is refused: there is nothing to judge
 */
export async function run(target: Target, options: RunOptions = {}): Promise<RunResult> {
  const started_at = Date.now()
  const under_way = await begin(target, options)
  const { session, findings, checks, ending } = under_way
  const wanted = wantedOf(target, checks)
  let beside = 0
  let stopped: string | null = null
  try {
    await learnKinds(session)
    await tryTarget(session, wanted)
    tellEstimate(under_way)
    beside += await prepare(under_way)
    await performAll(under_way)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    leave(under_way)
  } finally {
    stopped = stopReason(ending.signal)
    beside += await end(under_way)
  }
  return {
    target: session.client.target,
    started_at,
    duration_ms: Date.now() - started_at,
    requests: session.client.requests + beside,
    waited_ms: session.client.waited_ms,
    seed: session.seed,
    marker: session.marker,
    verdicts: (options.clauses ?? CLAUSE_IDS).map((clause) =>
      verdict(clause, findings.of(clause), options.checks ?? CHECKS, session.target),
    ),
    observations: session.observations.seen,
    unobserved: session.observations.missing,
    assumed: session.observations.assumed,
    effects: session.client.guard.effects.report(session.target),
    left_behind: session.ledger.left_behind,
    personal: session.personal.data,
    target_mistakes: session.target.mistakes.filter(
      (mistake) => matters(mistake, wanted) || !session.client.target.mistakes.includes(mistake),
    ),
    advice: [session.client.limitAdvice ?? []].flat(),
    stopped,
  }
}

async function begin(target: Target, options: RunOptions): Promise<UnderWay> {
  const ending = endingOf(options)
  const findings = new Findings()
  const checks = performed(options)
  const met = new Met()
  const session = await openSession(isBeside(options, checks) ? withoutOrders(target) : target, options, {
    signal: ending.signal,
    onExchange: (exchange) => {
      met.push(exchange)
      notice(session, exchange)
      watch(WATCHERS, session, findings, exchange)
      bail({ options, findings, ending })
    },
    onLost: (lost) => noteLost(session, lost),
    onGivenUp: (reason) => ending.abort(reason),
  })
  return { session, findings, checks, options, ending, pace: met }
}

/** Says how long it will take, where the run tries as many values as it was measured with. */
function tellEstimate({ session, checks, options, pace }: UnderWay): void {
  if (options.runs !== undefined && options.runs !== DEFAULT_RUNS) return
  const { concurrency = CONCURRENCY, max_rps } = options
  options.onEstimate?.(
    estimate(checks, session.target, pace, { concurrency, ...(max_rps !== undefined && { max_rps }) }),
  )
}

/** Of several shards one alone does what is storewide; the others work beside it. */
const isBeside = ({ shard }: RunOptions, checks: UnderWay['checks']): boolean =>
  shard !== undefined && !checks.some(isStorewide)

/** Orders are the business of one shard alone: an invoice moves what the store has once. */
const withoutOrders = (target: Target): Target => ({ ...target, order_ids: [], draft_order_ids: [] })

function performed({
  clauses,
  exercise = clauses,
  checks = CHECKS,
  observe,
  shard,
}: RunOptions): UnderWay['checks'] {
  const selected = exercise ? checksOf(exercise, checks, observe) : checks
  return shard ? checksOfShard(selected, shard) : selected
}

const WAITING = { name: 'waiting for another run on this store to end', clauses: [] } as const

/** Makes room and stock for the checks. Answers how many requests were sent that nothing is judged by. */
async function prepare(under_way: UnderWay): Promise<number> {
  const { session, checks, options, ending } = under_way
  const beside = isBeside(options, checks)
  if (!beside) await awaitTurn(session, () => progressOf(under_way).begins(WAITING))
  const sent = await quietly(session, options, ending.signal, (client) => sweep(client, session))
  if (!beside) await supplyOrders(session, supplyFor(checks, session.target))
  await (beside ? awaitStock(session) : stockUp(session))
  return sent
}

/** Undoes what can be. What a check left under way is awaited, and starts nothing more. */
async function end({ session, options, ending }: UnderWay): Promise<number> {
  ending.abort('the run is over')
  await session.client.settled()
  const sent = await quietly(session, options, timeToCleanUp(session, options), (client) =>
    cleanUp(client, session),
  )
  session.ledger.close()
  await session.client.close()
  return sent
}

const stopReason = ({ aborted, reason }: AbortSignal): string | null =>
  aborted && reason !== BAILED ? String(reason) : null

import { randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { CLAUSE_IDS, type ClauseId } from '../../schemas/clauses.ts'
import type { Check, Watcher } from '../judge/check.ts'
import { needsOf } from '../judge/check.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'
import { cleanUp, sweep } from './clean-up.ts'
import { Client, NotPermitted, Stopped, Unreachable, type Waiting } from '../server/client/client.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { LimitSpent } from '../server/client/rate-limit.ts'
import { ownFault } from '../judge/own-fault.ts'
import { PropertyViolation } from '../judge/property.ts'
import { Record, type Accepts } from '../judge/record.ts'
import { Trial } from '../judge/trial.ts'
import { fieldOf, NotExercised, Violation, type Failure, type Finding } from '../judge/verdict.ts'
import { timerMs } from '../server/client/timer.ts'
import { Kinds } from '../server/learn/kinds.ts'
import { giveUpHook, tryTarget, wantedOf } from './mistaken-target.ts'
import { Observations } from '../server/learn/observations.ts'
import { perhaps } from './perhaps.ts'
import { learnKinds } from '../server/learn/preflight.ts'
import { BUDGET_ENDED } from '../reports/conclusion.ts'
import { runResult, type RunResult } from './result.ts'
import { derivedSeed, type ReplayPoint, type Session } from '../server/session.ts'
import { checksOf } from './scope.ts'
import type { Shard } from '../command/selection.ts'
import { checksOfShard, isStorewide } from './shards.ts'
import { awaitTurn, showsOtherRun } from '../server/store/company.ts'
import { Inventory } from '../server/store/inventory.ts'
import { Ledger } from '../server/store/ledger.ts'
import { noteLost, noteUntold } from '../server/store/lost-writes.ts'
import { newMarker } from '../server/store/marker.ts'
import { noteInvoice } from '../server/store/new-invoices.ts'
import { OrderSupply } from '../server/store/order-supply.ts'
import { awaitStock, stockUp } from '../server/store/stock-up.ts'
import { HookError, Platform } from '../server/store/platform.ts'
import { unmetNeed, type Target } from '../server/target.ts'

/** How a run goes; every field may be left out. */
export interface RunOptions {
  /** Clauses to give a verdict on; all when left out. */
  clauses?: readonly ClauseId[]
  /** Clauses whose checks run: those to give a verdict on when left out. */
  exercise?: readonly ClauseId[]
  /** Of several runs that share the clauses out: the checks of this one. */
  shard?: Shard
  seed?: number
  /** Values that each property tries. */
  runs?: number
  /** Seconds after which the run finishes with what it has. */
  time_budget?: number
  max_rps?: number
  /** Stop at the first must clause that fails, but for deviations that are accepted. */
  bail?: boolean
  accepts?: Accepts
  /** Folder that remembers what the run created, for the next run to clean up after a kill. */
  ledger?: string
  replay?: readonly ReplayPoint[]
  /** Aborted by Ctrl-C: the run cleans up and ends. */
  signal?: AbortSignal
  onProgress?(progress: Progress): void
  /** Called every ten seconds in which the target keeps a request waiting. */
  onWaiting?(waiting: Waiting): void
}

export interface Progress {
  check: string
  clauses: readonly ClauseId[]
  /** Checks done, of all. */
  done: number
  of: number
  /** Sent until it is looked at. */
  readonly requests: number
  elapsed_ms: number
  /** Clauses that have failed until it is looked at. */
  readonly failing: readonly ClauseId[]
}

const DEFAULT_RUNS = 20

/**
 * Judges a target by the clauses, and cleans up behind itself.
 * @throws {Unreachable} when nothing answers at the target or its API key is refused: there is nothing to judge
 */
export async function run(target: Target, options: RunOptions = {}): Promise<RunResult> {
  const started_at = Date.now()
  const ending = endOf(options)
  const stop = ending.signal
  const checks = performed(options)
  const isBeside = options.shard !== undefined && !checks.some(isStorewide)
  const session = await openSession(isBeside ? withoutOrders(target) : target, options, ending)
  const wanted = wantedOf(target, checks)
  let beside = 0
  let stopped: string | null = null
  try {
    await learnKinds(session)
    await tryTarget(session, wanted)
    if (!isBeside) await awaitTurn(session, () => progressOf(session, options, checks.length)(WAITING))
    beside += await quietly(session, options, stop, (client) => sweep(client, session))
    await (isBeside ? awaitStock(session) : stockUp(session))
    await judgeAll(session, checks, options, ending)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    leave(session, checks, stop)
  } finally {
    stopped = stop.aborted && stop.reason !== BAILED ? String(stop.reason) : null
    // What a check left under way is awaited, and starts nothing more.
    ending.abort('the run is over')
    await session.client.settled()
    beside += await quietly(session, options, timeToCleanUp(session, options), (client) =>
      cleanUp(client, session),
    )
    session.ledger.close()
    await session.client.close()
  }
  return runResult(session, {
    started_at,
    clauses: options.clauses ?? CLAUSE_IDS,
    wanted,
    requests: session.client.requests + beside,
    waited_ms: session.client.waited_ms,
    stopped,
  })
}

/** Work whose requests nothing is judged by. What it could not do is told as left behind. Answers how many were sent. */
async function quietly(
  { target, ledger }: Session,
  { max_rps = Infinity }: RunOptions,
  signal: AbortSignal,
  work: (client: Client) => Promise<void>,
): Promise<number> {
  const client = new Client({ target, max_rps, signal, onExchange: () => {} })
  try {
    await work(client)
  } catch (error) {
    if (!(error instanceof Stopped))
      ledger.left_behind.push(`could not clean up: ${(error as Error).message}`)
  } finally {
    await client.close()
  }
  return client.requests
}

/** Ends the run: the time budget, whoever started it, or a server that answers no more. */
function endOf({ time_budget, signal }: RunOptions): AbortController {
  const ending = new AbortController()
  // Every request under way listens to it.
  setMaxListeners(0, ending.signal)
  if (time_budget !== undefined)
    setTimeout(() => ending.abort(BUDGET_ENDED), timerMs(time_budget * 1000)).unref()
  signal?.addEventListener('abort', () => ending.abort(signal.reason), { once: true })
  if (signal?.aborted) ending.abort(signal.reason)
  return ending
}

/** Ends the cleaning up, so that no server keeps us: after twice its patience, or what the pace asks for beside that. */
function timeToCleanUp({ target, ledger }: Session, { max_rps = Infinity }: RunOptions): AbortSignal {
  const { templates, customers } = ledger.entries
  const paced_ms = ((templates.length + customers.length) * 1000) / max_rps
  const signal = AbortSignal.timeout(timerMs(2 * target.patience_ms + paced_ms))
  setMaxListeners(0, signal)
  return signal
}

async function openSession(target: Target, options: RunOptions, ending: AbortController): Promise<Session> {
  const seed = options.seed ?? randomInt(2 ** 31)
  const client = new Client({
    target,
    max_rps: options.max_rps ?? Infinity,
    signal: ending.signal,
    onExchange: (exchange) => seen(session, exchange),
    onLost: (lost) => noteLost(session, lost),
    onGivenUp: (reason) => ending.abort(reason),
    ...(options.onWaiting && { onWaiting: options.onWaiting }),
  })
  const session: Session = {
    target,
    client,
    kinds: new Kinds(),
    observations: new Observations(),
    record: new Record(),
    refusals: [],
    inventory: new Inventory(client),
    earlier: { items: [], complete: false },
    ledger: await openLedger(target, options.ledger),
    lost: [],
    orders: new OrderSupply(target, seed),
    platform: new Platform(client),
    orderOf: new Map(),
    hasCompany: options.shard !== undefined,
    seed,
    runs: options.runs ?? DEFAULT_RUNS,
    marker: newMarker(),
    seedOf: (name) => derivedSeed(seed, name),
    replayPath: (check, property = '') =>
      options.replay?.find((point) => point.check === check && point.property === property)?.path,
  }
  return session
}

/** Who only reads leaves nothing to undo, and disturbs nobody. */
function openLedger({ allow, base_url, api_key }: Target, folder?: string): Promise<Ledger> {
  const deployment = `${base_url} ${derivedSeed(0, api_key)}`
  return Ledger.open(allow.size > 0 && folder !== undefined ? folder : null, deployment)
}

const WAITING = { name: 'waiting for another run on this store to end', clauses: [] }
/** Every answer passes here: what we know of the store grows old by writes, and the watchers judge it. */
function seen(session: Session, exchange: Exchange): void {
  if (exchange.operation && exchange.request.method !== 'GET') session.inventory.forget(exchange.operation)
  noteInvoice(session, exchange)
  session.hasCompany ||= showsOtherRun(session, exchange)
  noteUntold(session, exchange)
  for (const watcher of WATCHERS) {
    try {
      watch(watcher, session, exchange)
    } catch (error) {
      for (const clause of watcher.clauses)
        session.record.of(clause).errors.add(ownFault(watcher.name, error))
    }
  }
}

function watch(watcher: Watcher, session: Session, exchange: Exchange): void {
  for (const { clause, finding } of watcher.watch(exchange, session)) {
    const record = session.record.of(clause)
    if (finding === null) record.passes++
    else if (isNews(record.failures, finding)) {
      record.failures.push({ ...finding, check: watcher.name, seed: session.seed })
    }
  }
}

/** A watcher meets the same deviation again and again: what it finds in another field is news, up to a point. */
const isNews = (failures: readonly Failure[], finding: Finding): boolean =>
  failures.length < 100 && !failures.some((failure) => fieldOf(failure) === fieldOf(finding))

/** Why a run with `bail` ends: a reason for what is left, and none for there being no judgement. */
const BAILED = 'the run stopped at the first failure'

/** What works on the judged store runs one check after the other, and beside it what does not. */
async function judgeAll(
  session: Session,
  checks: readonly Check[],
  options: RunOptions,
  ending: AbortController,
): Promise<void> {
  const progress = progressOf(session, options, checks.length)
  const lane = (when: Check['when']) => checks.filter((check) => check.when === when)
  const judge = (some: readonly Check[]) => judgeLane(session, some, options, ending, progress)
  await Promise.all([judge(lane(undefined)), judge(lane('beside'))])
  await judge(lane('last'))
}

async function judgeLane(
  session: Session,
  checks: readonly Check[],
  options: RunOptions,
  ending: AbortController,
  progress: (check: Check) => void,
): Promise<void> {
  for (const [done, check] of checks.entries()) {
    if (ending.signal.aborted) return leave(session, checks.slice(done), ending.signal)
    progress(check)
    await perform(session, check)
    // The other lane ends at once too, whatever it waits for.
    if (options.bail && session.record.hasFailed(options.accepts)) ending.abort(BAILED)
  }
}

function progressOf(
  session: Session,
  options: RunOptions,
  of: number,
): (check: Pick<Check, 'name' | 'clauses'>) => void {
  const start = performance.now()
  let done = 0
  return (check) =>
    options.onProgress?.({
      check: check.name,
      clauses: check.clauses,
      done: done++,
      of,
      elapsed_ms: performance.now() - start,
      get requests() {
        return session.client.requests
      },
      get failing() {
        return session.record.failing
      },
    })
}

/** Orders are the business of one shard alone: an invoice moves what the store has once. */
const withoutOrders = (target: Target): Target => ({ ...target, order_ids: [], draft_order_ids: [] })

function performed({ clauses, exercise = clauses, shard }: RunOptions): readonly Check[] {
  const selected = exercise ? checksOf(exercise) : CHECKS
  return shard ? checksOfShard(selected, shard) : selected
}

function leave(session: Session, checks: readonly Check[], stop: AbortSignal): void {
  for (const check of checks)
    for (const clause of check.clauses) session.record.of(clause).reasons.add(String(stop.reason))
}

async function perform(session: Session, check: Check): Promise<void> {
  const unmet = needsOf(check).flatMap((need) => unmetNeed(session.target, need) ?? [])
  if (unmet.length > 0) return note(session, check, 'reasons', unmet.join(', '))
  const requests = session.client.requests
  const start = performance.now()
  try {
    await tried(session, check)
  } catch (error) {
    // The target is without it now: the check is skipped, or does without it as well.
    if (error instanceof HookError && giveUpHook(session, error)) return perform(session, check)
    await file(session, check, error)
  }
  for (const clause of check.clauses) {
    const record = session.record.of(clause)
    record.requests += session.client.requests - requests
    record.ms += performance.now() - start
  }
}

/** So often more, at most, a check is tried that fails beside other runs, after a pause that grows by so much. */
const TRIES = 4
const GROWS_MS = 300

/** Beside other runs of the suite a violation may be their doing: what happens each time is the server's. */
async function tried(session: Session, check: Check): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await check.run(new Trial(session, check.name))
    } catch (error) {
      if (!(error instanceof Violation) || !session.hasCompany || attempt > TRIES) throw error
      await session.client.pause(attempt * GROWS_MS)
    }
  }
}

/** Files what a check threw: a violation is the server's, everything else is not. */
async function file(session: Session, check: Check, error: unknown): Promise<void> {
  if (error instanceof Violation) {
    const failure = failureOf(error, session, check)
    const explanation = await perhaps(session, error)
    session.record
      .of(error.clause)
      .failures.push(explanation === undefined ? failure : { ...failure, perhaps: explanation })
  } else if (error instanceof NotExercised || error instanceof NotPermitted || error instanceof LimitSpent) {
    note(session, check, 'reasons', error.message)
  } else if (error instanceof HookError) {
    note(session, check, 'reasons', `hooks.${error.hook} refused it: ${error.message}`)
  } else if (error instanceof Stopped) {
    note(session, check, 'reasons', 'the run was stopped')
  } else {
    note(session, check, 'errors', error instanceof Unreachable ? error.message : ownFault(check.name, error))
  }
}

function failureOf(violation: Violation, session: Session, check: Check): Failure {
  const replay =
    violation instanceof PropertyViolation
      ? {
          seed: session.seed,
          property: violation.property,
          path: violation.path,
          counterexample: violation.counterexample,
          confirmed: violation.confirmed,
        }
      : { seed: session.seed }
  return { ...violation.finding, check: check.name, ...replay }
}

function note(session: Session, check: Check, where: 'reasons' | 'errors', text: string): void {
  for (const clause of check.clauses) session.record.of(clause)[where].add(text)
}

import { CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { WATCHERS } from '../clauses/index.ts'
import { Findings } from '../judge/findings.ts'
import type { RunResult } from '../judge/result.ts'
import type { Verdict } from '../judge/verdict.ts'
import { awaitTurn } from '../server/activity/company.ts'
import { noteLost } from '../server/activity/lost-writes.ts'
import { Stopped } from '../server/client/client.ts'
import type { Session } from '../server/session.ts'
import { joinedData, type PersonalData } from '../server/store/personal-values.ts'
import type { Target } from '../server/target.ts'
import { cleanUp, sweep } from '../run/clean-up.ts'
import { endingOf, timeToCleanUp } from '../run/endings.ts'
import { openSession } from '../run/open-session.ts'
import type { RunOptions } from '../run/options.ts'
import { learnKinds } from '../run/preflight.ts'
import { quietly } from '../run/quietly.ts'
import { run } from '../run/run.ts'
import { notice, watch } from '../run/watching.ts'
import { bothOf } from './both.ts'
import type { Subject } from './move.ts'
import { Search, type Found } from './search.ts'
import { keepSettings, tellSettings } from './settings.ts'

/** How two servers are compared: as a run is, but that nothing is selected. */
export type DiffOptions = Pick<
  RunOptions,
  'seed' | 'runs' | 'time_budget' | 'max_rps' | 'ledger' | 'signal' | 'onWaiting'
>

/** What a clause came to on both servers. */
export interface JudgedClause {
  clause: ClauseId
  here: Verdict
  there: Verdict
}

/** What a comparison found. */
export interface DiffResult {
  targets: readonly [here: Target, there: Target]
  /** Milliseconds since 1970. */
  started_at: number
  duration_ms: number
  seed: number
  requests: number
  /** Requests whose answers were compared. */
  compared: number
  found: readonly Found[]
  /** The clauses that differences were about, judged on both by the suite. */
  judged: readonly JudgedClause[]
  /** Invoices of whose values none was compared, as their orders are not alike. */
  unlike: number
  left_behind: readonly [here: readonly string[], there: readonly string[]]
  /** Personal data of both stores, which reports mask. */
  personal: PersonalData
  /** Why it ended before its time, else null. */
  stopped: string | null
}

/**
 * Asks two servers the same, and tells where they answer otherwise. What of that a clause speaks about is then judged
 * on both.
 * @throws {Unreachable} when nothing answers at one of them or its key is refused
 */
export async function diff(here: Target, there: Target, options: DiffOptions = {}): Promise<DiffResult> {
  const started_at = Date.now()
  const ending = endingOf(options)
  const [mine, theirs] = [await visitor(here, options, ending), await visitor(there, options, ending)]
  const both = bothOf(mine, theirs)
  const search = new Search(both)
  let stopped: string | null = null
  try {
    await Promise.all([arrive(mine, options, ending.signal), arrive(theirs, options, ending.signal)])
    await keepSettings(both)
    await tellSettings(both)
    await search.look(mine.runs, mine.seed)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    stopped = String(ending.signal.reason)
  } finally {
    await Promise.all([leave(mine, options), leave(theirs, options)])
  }
  const clauses = stopped === null ? clausesOf(search.found) : []
  const runs = await runsOnBoth(clauses, [here, there], options)
  return {
    targets: [here, there],
    started_at,
    duration_ms: Date.now() - started_at,
    seed: mine.seed,
    requests: mine.client.requests + theirs.client.requests,
    compared: search.compared,
    found: search.found,
    judged: judgedIn(clauses, runs),
    unlike: search.unlike.length,
    left_behind: [mine.ledger.left_behind, theirs.ledger.left_behind],
    personal: joinedData([mine.personal.data, theirs.personal.data, ...runs.map(({ personal }) => personal)]),
    stopped,
  }
}

async function visitor(target: Target, options: DiffOptions, ending: AbortController): Promise<Session> {
  const findings = new Findings()
  const session: Session = await openSession(target, options, {
    signal: ending.signal,
    onExchange(exchange) {
      notice(session, exchange)
      watch(WATCHERS, session, findings, exchange)
    },
    onLost: (lost) => noteLost(session, lost),
    onGivenUp: (reason) => ending.abort(reason),
  })
  return session
}

async function arrive(session: Session, options: DiffOptions, signal: AbortSignal): Promise<void> {
  await learnKinds(session)
  await awaitTurn(session, () => {})
  await quietly(session, options, signal, (client) => sweep(client, session))
}

async function leave(session: Session, options: DiffOptions): Promise<void> {
  await session.client.settled()
  await quietly(session, options, timeToCleanUp(session, options), (client) => cleanUp(client, session))
  session.ledger.close()
  await session.client.close()
}

const clausesOf = (found: readonly Found[]): ClauseId[] => [
  ...new Set(found.flatMap(({ subjects }) => subjects).filter((subject) => isClause(subject))),
]

/** Whether a clause, and no question, says how it is to be. */
export const isClause = (subject: Subject): subject is ClauseId => Object.hasOwn(CLAUSES, subject)

async function runsOnBoth(
  clauses: readonly ClauseId[],
  targets: readonly [Target, Target],
  options: DiffOptions,
): Promise<RunResult[]> {
  if (clauses.length === 0) return []
  return Promise.all(targets.map((target) => run(target, { ...options, clauses })))
}

function judgedIn(clauses: readonly ClauseId[], [here, there]: readonly RunResult[]): JudgedClause[] {
  return clauses.flatMap((clause) => {
    const [mine, theirs] = [here, there].map((result) =>
      result?.verdicts.find((one) => one.clause === clause),
    )
    return mine && theirs ? [{ clause, here: mine, there: theirs }] : []
  })
}

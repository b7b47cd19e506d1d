import { CLAUSE_IDS, type ClauseId } from '../../schemas/clauses.ts'
import { plural } from '../../schemas/printing/plain-text.ts'
import { WATCHERS } from '../clauses/index.ts'
import type { RunResult } from '../judge/result.ts'
import { Findings } from '../judge/findings.ts'
import type { Verdict } from '../judge/verdict.ts'
import { verdictOf } from '../run/verdicts.ts'
import { conclude } from './learn.ts'
import type { Mistake } from './mistakes.ts'
import type { Traffic } from './traffic.ts'

const UNSEEN = 'the traffic did not show it'
const UNSEEABLE = 'traffic alone does not show it: conformance run asks for it'

/** Clauses that are judged in passing wherever their operation is called. */
const WATCHED: readonly ClauseId[] = WATCHERS.flatMap(({ clauses }) => clauses)

/** What a run that sends nothing found out. */
export function outcomeOf(traffic: Traffic, started_at: number): RunResult {
  const [api_key = '', ...others] = traffic.keys
  conclude(traffic.observations, traffic.keys.length)
  const [other = null, free = null, limited = null] = others
  const verdicts = CLAUSE_IDS.map((clause) => verdictIn(traffic, clause))
  const shown = [
    ...verdicts.flatMap(({ failure }) => failure?.exchanges ?? []),
    ...[...traffic.observations.seen.values()].flatMap(({ evidence }) => evidence),
  ]
  for (const exchange of shown) traffic.personal.witness(exchange)
  return {
    target: {
      ...traffic.target,
      api_key,
      other_store_api_key: other,
      free_plan_api_key: free,
      rate_limited_api_key: limited,
    },
    started_at,
    duration_ms: Date.now() - started_at,
    requests: traffic.requests,
    waited_ms: traffic.waited_ms,
    seed: 0,
    marker: null,
    verdicts,
    observations: traffic.observations.seen,
    unobserved: traffic.observations.missing,
    assumed: traffic.observations.assumed,
    effects: null,
    left_behind: [],
    personal: traffic.personal.data,
    target_mistakes: [],
    stopped: null,
  }
}

function verdictIn(traffic: Traffic, clause: ClauseId): Verdict {
  const reasons = new Set([WATCHED.includes(clause) ? UNSEEN : UNSEEABLE])
  const found = { ...new Findings().of(clause), ...traffic.of(clause), reasons }
  return verdictOf(clause, found, true)
}

/** So many mistakes of clients are told, the most frequent first. */
const TOLD = 20

/** What else a reader should know, in whole sentences. */
export function notesOf(traffic: Traffic): string[] {
  const { mistakes, unjudged, others, coverage } = traffic
  const most = [...mistakes.all.values()].toSorted((one, other) => other.times - one.times)
  return [
    ...(mistakes.requests === 0
      ? []
      : [`${plural(mistakes.requests, 'request')} of the clients broke the contract.`]),
    ...most.slice(0, TOLD).map(inWords),
    ...(most.length > TOLD
      ? [`${plural(most.length - TOLD, 'mistake')} more of the clients were seen.`]
      : []),
    ...others.map(
      (sign) => `Somebody else writes to the store (${sign}): what that could explain was not judged.`,
    ),
    ...[...unjudged].map(([why, times]) => `Not judged: ${plural(times, 'exchange')} ${why}.`),
    coverage.says.replace(/^Your tests /, 'The clients '),
  ]
}

const inWords = ({ says, times }: Mistake): string => `${says} (${plural(times, 'time')})`

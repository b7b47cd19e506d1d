import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { FLAG, FUNCTION, text, whole, type Rule, type Rules } from '../../schemas/given.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import { hasFields, isOneOf } from '../../schemas/tables.ts'
import { MOST_SECONDS } from '../../schemas/timers.ts'
import { isMarker } from '../server/store/marker.ts'
import { LEAST_RPS, type RunOptions } from './options.ts'

/** The most that the command takes too: a report tells how to run it again. */
const MOST = 2 ** 31 - 1

const LIST: Rule = [Array.isArray, 'a list']
const CLAUSES: Rule = [Array.isArray, 'a list of clauses']

const isShard = (value: unknown): boolean =>
  hasFields(value) &&
  Number.isSafeInteger(value['index']) &&
  Number.isSafeInteger(value['of']) &&
  Number(value['index']) >= 1 &&
  Number(value['index']) <= Number(value['of'])

const isBudget = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= MOST_SECONDS

const isRate = (value: unknown): boolean => typeof value === 'number' && value >= LEAST_RPS

/** What says how a run goes, in whichever way it is started. */
export const PACE_RULES = {
  seed: whole(0, MOST),
  runs: whole(1, MOST),
  time_budget: [isBudget, `a number of seconds above 0 and up to ${MOST_SECONDS}`],
  max_rps: [isRate, `a number of requests a second from ${LEAST_RPS} on`],
  concurrency: whole(1, MOST),
  bail: FLAG,
} as const satisfies Rules

/** What may be told to `run`. */
export const RUN_RULES: Rules<keyof RunOptions> = {
  ...PACE_RULES,
  marker: [isMarker, 'the marker of a report, such as ikmrt0abcdabcdef'],
  clauses: CLAUSES,
  exercise: CLAUSES,
  checks: LIST,
  observe: FLAG,
  shard: [isShard, 'an object such as { index: 1, of: 3 }'],
  accepts: FUNCTION,
  ledger: text('the path of a directory'),
  replay: LIST,
  signal: [(value) => value instanceof AbortSignal, 'an AbortSignal'],
  onEstimate: FUNCTION,
  onProgress: FUNCTION,
  onWaiting: FUNCTION,
}

/** Refuses clauses that there are not. @throws {TypeError} that names the nearest */
export function checkClauses(caller: string, clauses: readonly unknown[] = []): void {
  const unknown = clauses.map(String).find((name) => !isOneOf(CLAUSE_IDS, name))
  if (unknown !== undefined)
    throw new TypeError(`${caller}: there is no clause ${unknown}; ${didYouMean(unknown, CLAUSE_IDS)}`)
}

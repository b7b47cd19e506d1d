import type { ClauseId } from '../../schemas/clauses.ts'
import type { Step } from '../judge/check.ts'
import type { Accepts } from '../judge/findings.ts'
import type { Estimate, Progress } from '../judge/progress.ts'
import type { Waiting } from '../server/client/client.ts'
import type { ReplayPoint } from '../server/session.ts'
import type { Shard } from './shards.ts'

/** What is asked at once of a server of which nothing is told. */
export const CONCURRENCY = 8

/** Requests a second that a run is slowed down to at most: a timer of Node cannot wait for much slower ones. */
export const LEAST_RPS = 0.001

/** Options of a run; all are optional. */
export interface RunOptions {
  /** Clauses that get a verdict. The default is all. */
  clauses?: readonly ClauseId[]
  /** Clauses whose checks run. The default is `clauses`. */
  exercise?: readonly ClauseId[]
  /** Checks and observations to run. The default is all. */
  checks?: readonly Step[]
  /** True to run the observations. By default they run only with the checks of all clauses. */
  observe?: boolean
  /** Part of the checks that this run performs. */
  shard?: Shard
  seed?: number
  /** Marker of an earlier run, to send the same bytes again. The deployment must not have records of that run. */
  marker?: string
  /** Number of values that each property tries. */
  runs?: number
  /** Seconds after which the run ends with the verdicts it has. */
  time_budget?: number
  /** Maximum number of requests per second. */
  max_rps?: number
  /** Maximum number of concurrent requests, and of concurrent checks. The default is 8. */
  concurrency?: number
  /** True to stop at the first `must` clause that fails and is not accepted. */
  bail?: boolean
  accepts?: Accepts
  /** Folder that records what the run created. After a kill, the next run cleans up from it. */
  ledger?: string
  replay?: readonly ReplayPoint[]
  /** Signal that ends the run early. The run still cleans up. */
  signal?: AbortSignal
  /** Called once, before the first check, with the estimated requests and duration. */
  onEstimate?(estimate: Estimate): void
  onProgress?(progress: Progress): void
  /** Called every ten seconds while the target does not answer a request. */
  onWaiting?(waiting: Waiting): void
}

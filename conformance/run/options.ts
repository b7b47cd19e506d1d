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

/** How a run goes; every field may be left out. */
export interface RunOptions {
  /** Clauses to give a verdict on; all when left out. */
  clauses?: readonly ClauseId[]
  /** Clauses whose checks run: those to give a verdict on when left out. */
  exercise?: readonly ClauseId[]
  /** What judges and observes; all that there is when left out. */
  checks?: readonly Step[]
  /** Perform the observations whatever is exercised; when left out, where every check is. */
  observe?: boolean
  /** Of several runs that share the clauses out: the checks of this one. */
  shard?: Shard
  seed?: number
  /** Marker of a former run, to send the same bytes to a deployment without records of that run. */
  marker?: string
  /** Values that each property tries. */
  runs?: number
  /** Seconds after which the run finishes with what it has. */
  time_budget?: number
  /** Requests a second at most. */
  max_rps?: number
  /** Requests, and checks, that are under way at once, at most: 8 when left out. */
  concurrency?: number
  /** Stop at the first must clause that fails, but for deviations that are accepted. */
  bail?: boolean
  accepts?: Accepts
  /** Folder that remembers what the run created, for the next run to clean up after a kill. */
  ledger?: string
  replay?: readonly ReplayPoint[]
  /** Aborted by Ctrl-C: the run cleans up and ends. */
  signal?: AbortSignal
  /** Called once, before the first check, with what the run will take. */
  onEstimate?(estimate: Estimate): void
  onProgress?(progress: Progress): void
  /** Called every ten seconds in which the target keeps a request waiting. */
  onWaiting?(waiting: Waiting): void
}

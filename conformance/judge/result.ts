import type { Observation } from '../server/learn/observations.ts'
import type { TargetMistake, Target } from '../server/target.ts'
import type { Verdict } from './verdict.ts'

/** A finished run: verdicts and what was seen on the way. Reports print it. */
export interface RunResult {
  target: Target
  /** Milliseconds since 1970. */
  started_at: number
  duration_ms: number
  requests: number
  /** Milliseconds in which an answer was awaited: the server's share of the duration. */
  waited_ms: number
  seed: number
  verdicts: Verdict[]
  observations: ReadonlyMap<string, Observation>
  unobserved: Readonly<Record<string, string>>
  /** What of the answers that were seen nothing showed, and so is as ours. */
  assumed: Readonly<Record<string, string>>
  left_behind: readonly string[]
  /** What of the target is wrong whatever the server does: what it would have shown was not judged. */
  target_mistakes: readonly TargetMistake[]
  /** What the reader may change to be judged better or faster, in whole sentences. */
  advice?: readonly string[]
  /** Why the run ended before its time, else null. */
  stopped: string | null
}

import type { ReportEffects } from '../../schemas/types.ts'
import type { Observation } from '../server/learn/observations.ts'
import type { PersonalData } from '../server/store/personal-values.ts'
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
  /** Marks the records that the run created; null for traffic, which creates none. */
  marker: string | null
  verdicts: Verdict[]
  observations: ReadonlyMap<string, Observation>
  unobserved: Readonly<Record<string, string>>
  /** What of the answers that were seen nothing showed, and so is as ours. */
  assumed: Readonly<Record<string, string>>
  /** Effects of the run's requests on the deployment; null for traffic that others sent. */
  effects: ReportEffects | null
  left_behind: readonly string[]
  /** Personal data of the store, which reports mask. */
  personal: PersonalData
  /** What of the target is wrong whatever the server does: what it would have shown was not judged. */
  target_mistakes: readonly TargetMistake[]
  /** Advice to the reader that makes the next run judge more or end sooner, in whole sentences. */
  advice?: readonly string[]
  /** Why the run ended before its time, else null. */
  stopped: string | null
}

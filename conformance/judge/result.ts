import type { ReportEffects } from '../../schemas/types.ts'
import type { Observation } from '../server/learn/observations.ts'
import type { PersonalData } from '../server/store/personal-values.ts'
import type { TargetMistake, Target } from '../server/target.ts'
import type { Verdict } from './verdict.ts'

/** Result of a finished run: verdicts and observations. Reports print it. */
export interface RunResult {
  target: Target
  /** Milliseconds since 1970. */
  started_at: number
  duration_ms: number
  requests: number
  /** Milliseconds of waiting for answers: the share of the server in the duration. */
  waited_ms: number
  seed: number
  /** Marks the records that the run created; null for traffic, which creates none. */
  marker: string | null
  verdicts: Verdict[]
  observations: ReadonlyMap<string, Observation>
  unobserved: Readonly<Record<string, string>>
  /** Answers to open questions that the run could not observe; the run assumes those of the mock. */
  assumed: Readonly<Record<string, string>>
  /** Effects of the requests of the run on the deployment; null for recorded traffic. */
  effects: ReportEffects | null
  left_behind: readonly string[]
  /** Personal data of the store, which reports mask. */
  personal: PersonalData
  /** Mistakes in the target file. Clauses that need those fields were not judged. */
  target_mistakes: readonly TargetMistake[]
  /** Advice to the reader that makes the next run judge more or end sooner, in whole sentences. */
  advice?: readonly string[]
  /** Why the run ended before its time, else null. */
  stopped: string | null
}

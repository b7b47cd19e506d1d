import type { Variable } from '../stage/environment.ts'
import type { Setting } from '../stage/stage.ts'
import type { Selection } from '../variations/selection.ts'
import type { Judged } from '../judging/verdict.ts'
import type { Expectations } from '../judging/expectations.ts'

/** How a command is rehearsed. */
export interface RehearseOptions {
  /** Program and arguments; no shell reads them. */
  command: readonly string[]
  setting: Setting
  /** Variables of the environment beside the usual ones. */
  variables: readonly Variable[]
  selection: Selection
  /** Combinations to try besides. */
  random: number
  /** Runs at a time. */
  jobs: number
  /** Runs of each variation. */
  repeat: number
  /** What a run may take, in milliseconds; undefined for a limit by how long the first run took. */
  timeout_ms: number | undefined
  /** Stops at the first variation that is not survived. */
  bail: boolean
  expectations: Expectations
  signal: AbortSignal
  onProgress(progress: Progress): void
}

/** How far a rehearsal is. */
export interface Progress {
  done: number
  of: number
  /** Milliseconds that the rest takes, about; null as long as nothing is known. */
  left_ms: number | null
  /** Variations under way. */
  running: readonly string[]
  /** What was not survived so far. */
  failing: readonly Judged[]
}

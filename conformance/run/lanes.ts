import type { Step } from '../judge/check.ts'
import type { Findings } from '../judge/findings.ts'
import type { Session } from '../server/session.ts'
import type { RunOptions } from './options.ts'
import { note, perform } from './perform.ts'

/** A run under way. */
export interface UnderWay {
  session: Session
  findings: Findings
  checks: readonly Step[]
  options: RunOptions
  /** Ends it: the time budget, whoever started it, or a server that answers no more. */
  ending: AbortController
}

/** Why a run with `bail` ends: a reason for what is left, and none for there being no judgement. */
export const BAILED = 'the run stopped at the first failure'

/** What works on the judged store runs one check after the other, and beside it what does not. */
export async function performAll(run: UnderWay): Promise<void> {
  const progress = progressOf(run)
  const lane = (when: Step['when']) =>
    performLane(
      run,
      run.checks.filter((check) => check.when === when),
      progress,
    )
  await Promise.all([lane(undefined), lane('beside')])
  await lane('last')
}

async function performLane(
  run: UnderWay,
  checks: readonly Step[],
  progress: (step: Step) => void,
): Promise<void> {
  const { findings, options, ending } = run
  for (const [done, check] of checks.entries()) {
    if (ending.signal.aborted) return leave(run, checks.slice(done))
    progress(check)
    await perform(run, check)
    // The other lane ends at once too, whatever it waits for.
    if (options.bail && findings.hasFailed(options.accepts)) ending.abort(BAILED)
  }
}

/** Says of checks that are left why. */
export function leave(run: UnderWay, left: readonly Step[] = run.checks): void {
  for (const step of left) note(run, step, 'reasons', String(run.ending.signal.reason))
}

/** Tells who wants to know what the run is at. */
export function progressOf({ session, findings, options, checks }: Omit<UnderWay, 'ending'>) {
  const start = performance.now()
  let done = 0
  return ({ name, clauses }: { name: string; clauses: Step['clauses'] }): void =>
    options.onProgress?.({
      check: name,
      clauses,
      done: done++,
      of: checks.length,
      elapsed_ms: performance.now() - start,
      get requests() {
        return session.client.requests
      },
      get failing() {
        return findings.failing
      },
    })
}

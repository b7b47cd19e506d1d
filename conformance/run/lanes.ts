import type { Check } from '../judge/check.ts'
import type { Findings } from '../judge/findings.ts'
import type { Session } from '../server/session.ts'
import type { RunOptions } from './options.ts'
import { note, perform } from './perform.ts'

/** A run under way. */
export interface UnderWay {
  session: Session
  findings: Findings
  checks: readonly Check[]
  options: RunOptions
  /** Ends it: the time budget, whoever started it, or a server that answers no more. */
  ending: AbortController
}

/** Why a run with `bail` ends: a reason for what is left, and none for there being no judgement. */
export const BAILED = 'the run stopped at the first failure'

/** What works on the judged store runs one check after the other, and beside it what does not. */
export async function performAll(run: UnderWay): Promise<void> {
  const progress = progressOf(run)
  const lane = (when: Check['when']) =>
    performLane(
      run,
      run.checks.filter((check) => check.when === when),
      progress,
    )
  await Promise.all([lane(undefined), lane('beside')])
  await lane('last')
}

async function performLane(
  { session, findings, options, ending }: UnderWay,
  checks: readonly Check[],
  progress: (check: Check) => void,
): Promise<void> {
  for (const [done, check] of checks.entries()) {
    if (ending.signal.aborted) return leave(findings, checks.slice(done), ending.signal)
    progress(check)
    await perform(session, findings, check)
    // The other lane ends at once too, whatever it waits for.
    if (options.bail && findings.hasFailed(options.accepts)) ending.abort(BAILED)
  }
}

/** Says of checks that are left why. */
export function leave(findings: Findings, checks: readonly Check[], stop: AbortSignal): void {
  for (const check of checks) note(findings, check, 'reasons', String(stop.reason))
}

/** Tells who wants to know what the run is at. */
export function progressOf({ session, findings, options, checks }: Omit<UnderWay, 'ending'>) {
  const start = performance.now()
  let done = 0
  return ({ name, clauses }: { name: string; clauses: Check['clauses'] | readonly [] }): void =>
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

import { needsOf, type Check } from '../judge/check.ts'
import type { ClauseFindings, Findings } from '../judge/findings.ts'
import { Law } from '../judge/law.ts'
import { ownFault } from '../judge/own-fault.ts'
import { PropertyViolation } from '../judge/property.ts'
import { NotExercised, Violation, type Failure } from '../judge/verdict.ts'
import { NotPermitted, Stopped, Unreachable } from '../server/client/client.ts'
import { LimitSpent } from '../server/client/rate-limit.ts'
import type { Session } from '../server/session.ts'
import { giveUpHook } from '../server/store/give-up-hook.ts'
import { HookError } from '../server/store/platform.ts'
import { unmetNeed } from '../server/target.ts'
import { perhaps } from './perhaps.ts'

/** Performs a check, and files what comes of it: whatever it throws, the run goes on. */
export async function perform(session: Session, findings: Findings, check: Check): Promise<void> {
  const unmet = needsOf(check).flatMap((need) => unmetNeed(session.target, need) ?? [])
  if (unmet.length > 0) return note(findings, check, 'reasons', unmet.join(', '))
  const requests = session.client.requests
  const start = performance.now()
  try {
    await tried(session, findings, check)
  } catch (error) {
    // The target is without it now: the check is skipped, or does without it as well.
    if (error instanceof HookError && giveUpHook(session, error)) return perform(session, findings, check)
    await file(session, findings, check, error)
  }
  for (const clause of check.clauses) {
    const found = findings.of(clause)
    found.requests += session.client.requests - requests
    found.ms += performance.now() - start
  }
}

/** So often more, at most, a check is tried that fails beside other runs, after a pause that grows by so much. */
const TRIES = 4
const GROWS_MS = 300

/** Beside other runs of the suite a violation may be their doing: what happens each time is the server's. */
async function tried(session: Session, findings: Findings, check: Check): Promise<void> {
  const { name, clauses } = check
  for (let attempt = 1; ; attempt++) {
    try {
      return await check.run(new Law(session, findings, name, clauses[0]))
    } catch (error) {
      if (!(error instanceof Violation) || !session.hasCompany || attempt > TRIES) throw error
      await session.client.pause(attempt * GROWS_MS)
    }
  }
}

/** Files what a check threw: a violation is the server's, everything else is not. */
async function file(session: Session, findings: Findings, check: Check, error: unknown): Promise<void> {
  if (error instanceof Violation)
    findings.of(error.clause).failures.push(await failureOf(error, session, check))
  else if (error instanceof NotExercised || error instanceof NotPermitted || error instanceof LimitSpent)
    note(findings, check, 'reasons', error.message)
  else if (error instanceof HookError)
    note(findings, check, 'reasons', `hooks.${error.hook} refused it: ${error.message}`)
  else if (error instanceof Stopped) note(findings, check, 'reasons', 'the run was stopped')
  else
    note(
      findings,
      check,
      'errors',
      error instanceof Unreachable ? error.message : ownFault(check.name, error),
    )
}

async function failureOf(violation: Violation, session: Session, check: Check): Promise<Failure> {
  const explanation = await perhaps(session, violation)
  return {
    ...violation.finding,
    ...(explanation !== undefined && { perhaps: explanation }),
    check: check.name,
    file: check.file,
    seed: session.seed,
    replay: violation instanceof PropertyViolation ? violation.replay : null,
  }
}

/** Says of all clauses of a check why it did not judge them. */
export function note(
  findings: Findings,
  { clauses }: Pick<Check, 'clauses'>,
  where: keyof Pick<ClauseFindings, 'reasons' | 'errors'>,
  text: string,
): void {
  for (const clause of clauses) findings.of(clause)[where].add(text)
}

import { besideOthers } from '../judge/beside-others.ts'
import { isObservation, needsOf, questionsOf, type Check, type Step } from '../judge/check.ts'
import type { ClauseFindings, Findings } from '../judge/findings.ts'
import { Law } from '../judge/law.ts'
import { Observer } from '../judge/observer.ts'
import { ownFault } from '../judge/own-fault.ts'
import { PropertyViolation } from '../judge/property.ts'
import { NotExercised, Violation, type Failure } from '../judge/verdict.ts'
import { giveUpHook } from '../server/activity/give-up-hook.ts'
import { NotPermitted, Stopped, Unreachable } from '../server/client/client.ts'
import { Disconnected } from '../server/client/obstacles.ts'
import { LimitSpent } from '../server/client/rate-limit.ts'
import { isBack } from '../server/activity/is-back.ts'
import type { Session } from '../server/session.ts'
import { HookError } from '../server/store/platform.ts'
import { unmetNeed, type HookName, type Target } from '../server/target.ts'
import { perhaps } from './perhaps.ts'

/** What is performed files what comes of it with these. */
interface Run {
  readonly session: Session
  readonly findings: Findings
  /** A violation is the server's; left out, it is. */
  readonly isSure?: boolean
  /** Whether it is performed once more, alone, where that promises another end; left out, it is not. */
  readonly mayGoAgain?: boolean
}

/**
 * Performs a check or an observation, and files what comes of it: whatever it throws, the run goes on. A violation that
 * is not sure is not filed, nor is a connection that was lost once: it is to be performed again.
 */
export async function perform(run: Run, step: Step): Promise<'again' | void> {
  const { session, findings, isSure = true, mayGoAgain = false } = run
  const { target } = session
  const unmet = needsOf(step).flatMap((need) => unmetNeed(target, need) ?? [])
  if (unmet.length > 0) return note(run, step, 'reasons', unmet.join(', '))
  const start = performance.now()
  try {
    if (isObservation(step)) await step.run(new Observer(session, step.name))
    else await tried(run, step)
  } catch (error) {
    // The target is without it now, maybe since a step beside: this one is skipped, or does without it as well.
    if (
      error instanceof HookError &&
      (giveUpHook(session, error) || isGone(error.hook, target, session.target))
    )
      return perform(run, step)
    if (!isSure && error instanceof Violation) return 'again'
    if (mayGoAgain && error instanceof Disconnected && (await isBack(session))) return 'again'
    await file(run, step, error)
  }
  for (const clause of step.clauses) {
    const found = findings.of(clause)
    found.requests += session.client.requests
    found.ms += performance.now() - start
  }
}

const isGone = (hook: HookName, before: Target, now: Target): boolean =>
  before.hooks[hook] !== undefined && now.hooks[hook] === undefined

/** So often more, at most, a check is tried that fails beside other runs. */
const TRIES = 4

const tried = ({ session, findings }: Run, check: Check): Promise<void> =>
  besideOthers(session, TRIES, () => check.run(new Law(session, findings, check.name, check.clauses[0])))

/** Files what a step threw: a violation is the server's, everything else is not. */
async function file(run: Run, step: Step, error: unknown): Promise<void> {
  if (error instanceof Violation)
    run.findings.of(error.clause).failures.push(await failureOf(error, run.session, step))
  else if (error instanceof NotExercised || error instanceof NotPermitted || error instanceof LimitSpent)
    note(run, step, 'reasons', error.message)
  else if (error instanceof HookError)
    note(run, step, 'reasons', `hooks.${error.hook} refused it: ${error.message}`)
  else if (error instanceof Stopped) note(run, step, 'reasons', 'the run was stopped')
  else note(run, step, 'errors', error instanceof Unreachable ? error.message : ownFault(step.name, error))
}

async function failureOf(violation: Violation, session: Session, step: Step): Promise<Failure> {
  const explanation = await perhaps(session, violation)
  return {
    ...violation.finding,
    ...(explanation !== undefined && { perhaps: explanation }),
    check: step.name,
    file: step.file,
    seed: session.seed,
    replay: violation instanceof PropertyViolation ? violation.replay : null,
  }
}

/** Says of all clauses of a step why it did not judge them, and of its open questions why it saw no answer. */
export function note(
  { session, findings }: Run,
  step: Step,
  where: keyof Pick<ClauseFindings, 'reasons' | 'errors'>,
  text: string,
): void {
  for (const clause of step.clauses) findings.of(clause)[where].add(text)
  for (const key of questionsOf(step)) session.observations.unobserved(key, text)
}

import { IsolationError } from '../../schemas/isolation/failure.ts'
import { besideOthers } from '../judge/beside-others.ts'
import { isObservation, questionsOf, unmetBy, type Check, type Step } from '../judge/check.ts'
import type { ClauseFindings, Findings } from '../judge/findings.ts'
import { Law } from '../judge/law.ts'
import { Observer } from '../judge/observer.ts'
import { ownFault } from '../judge/own-fault.ts'
import { PropertyViolation } from '../judge/property.ts'
import { unmetInWords } from '../judge/reasons.ts'
import { NotExercised, Violation, type Failure } from '../judge/verdict.ts'
import { giveUpHook } from '../server/activity/give-up-hook.ts'
import { NotPermitted, Stopped, Unreachable } from '../server/client/client.ts'
import { LimitSpent } from '../server/client/rate-limit.ts'
import type { Session } from '../server/session.ts'
import { HookError } from '../server/store/hook-error.ts'
import { type HookName, type Target } from '../server/target.ts'
import { perhaps } from './perhaps.ts'

/** What is performed files what comes of it with these. */
export interface Run {
  readonly session: Session
  readonly findings: Findings
}

/** How a step ended: with nothing to tell, with what was filed, or with what is left to who had it performed. */
type Ending = 'done' | 'filed' | Error

/** Whether what a step threw is not filed. */
export type Left = (error: Error) => boolean | Promise<boolean>

/** Performs a check or an observation, and files what comes of it, but for what is left: whatever it throws, the run goes on. */
export async function perform(run: Run, step: Step, left: Left = () => false): Promise<Ending> {
  const { client } = run.session
  const start = performance.now()
  const asked = client.requests
  const ending = await attempt(run, step, left)
  for (const clause of step.clauses) {
    const found = run.findings.of(clause)
    found.requests += client.requests - asked
    found.ms += performance.now() - start
  }
  return ending
}

async function attempt(run: Run, step: Step, left: Left): Promise<Ending> {
  const { session } = run
  const { target } = session
  const unmet = unmetBy(step, target)
  if (unmet.length > 0) {
    note(run, step, 'reasons', unmetInWords(unmet))
    return 'filed'
  }
  try {
    if (isObservation(step)) await step.run(new Observer(session, step.name))
    else await tried(run, step)
    return 'done'
  } catch (error) {
    // The target is without it now, maybe since a step beside: this one is skipped, or does without it as well.
    if (
      error instanceof HookError &&
      (giveUpHook(session, error) || isGone(error.hook, target, session.target))
    )
      return attempt(run, step, left)
    if (error instanceof Error && (await left(error))) return error
    await file(run, step, error)
    return 'filed'
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
  else if (error instanceof NotPermitted) {
    note(run, step, 'reasons', error.message)
    for (const clause of step.clauses)
      run.findings.of(clause).left_out.add(`the rest of "${step.name}" (${error.message})`)
  } else if (error instanceof NotExercised || error instanceof LimitSpent)
    note(run, step, 'reasons', error.message)
  else if (error instanceof HookError)
    note(run, step, 'reasons', `hooks.${error.hook} refused it: ${error.message}`)
  else if (error instanceof Stopped) note(run, step, 'reasons', 'the run was stopped')
  else note(run, step, 'errors', isExplained(error) ? error.message : ownFault(step.name, error))
}

/** True for errors that are no fault of the suite: no connection to the server, or no process that reads its documents. */
const isExplained = (error: unknown): error is Error =>
  error instanceof Unreachable || error instanceof IsolationError

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

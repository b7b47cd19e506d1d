import type { Step } from '../judge/check.ts'
import { isBesideOthers, sharingInvoices } from '../judge/touches.ts'
import type { Pace } from '../judge/progress.ts'
import type { Findings } from '../judge/findings.ts'
import { Violation } from '../judge/verdict.ts'
import { isBack } from '../server/activity/is-back.ts'
import { Disconnected, Unavailable } from '../server/client/obstacles.ts'
import { partOf, type Session } from '../server/session.ts'
import { isPossible, lengthOf, stepsAtOnce } from './estimate.ts'
import { inTurn, type How } from './in-turn.ts'
import { CONCURRENCY, type RunOptions } from './options.ts'
import { note, perform, type Left, type Run } from './perform.ts'

/** A run under way. */
export interface UnderWay {
  session: Session
  findings: Findings
  checks: readonly Step[]
  options: RunOptions
  /** How fast the server was seen to answer, before anything was performed. */
  pace: Pace
  /** Ends it: the time budget, whoever started it, or a server that answers no more. */
  ending: AbortController
}

/** Why a run with `bail` ends: a reason for what is left, and none for there being no judgement. */
export const BAILED = 'the run stopped at the first failure'

const TOO_TIGHT = 'the judged store feels a limit of few requests that another store spends'

/**
 * Performs what does not meet at once, as many steps as may be, in the order of the list where it matters. What the
 * others depend on comes first, and what judges what they met comes last.
 */
export async function performAll(run: UnderWay): Promise<void> {
  const progress = progressOf(run)
  const { concurrency = CONCURRENCY } = run.options
  for (const when of ['first', undefined, 'last'] as const) {
    const steps = run.checks.filter((step) => step.when === when)
    const { orders, target } = run.session
    // Nobody waits for what is skipped.
    const possible = steps.filter((step) => isPossible(step, target))
    for (const step of steps.filter((one) => !possible.includes(one)))
      await performOne(run, step, progress, { urgency: 0 })
    await inTurn(orders.isScarce ? possible.map(sharingInvoices) : possible, {
      most: stepsAtOnce(concurrency),
      // Measured times must not reorder the requests of a run without concurrency.
      ...(concurrency > 1 && { weightOf: (step: Step) => lengthOf(step, target, run.pace) }),
      perform: (step, how) => performOne(run, step, progress, how),
    })
    if (run.session.target.shared_limit === 'tight') run.ending.abort(TOO_TIGHT)
  }
}

/** Performs a step beside others, or again alone where that left a doubt; answers what is to be performed again. */
async function performOne(
  run: UnderWay,
  step: Step,
  progress: ReturnType<typeof progressOf>,
  { doubt, urgency }: How,
): Promise<Error | void> {
  if (run.ending.signal.aborted) return leave(run, [step])
  progress.begins(step)
  const { session, findings, checks } = run
  const place = checks.findIndex(({ name }) => name === step.name) + 1
  const part = { session: partOf(session, place, urgency, doubt !== undefined), findings }
  const ending = doubt
    ? await performAlone(part, step, doubt)
    : await perform(part, step, doubtOf(part, step))
  if (ending instanceof Error) return ending
  progress.ended()
  bail(run)
}

/** A violation beside others who write to the same lists may be their doing, and a lost connection the line's. */
const doubtOf =
  ({ session }: Run, step: Step): Left =>
  (error) =>
    error instanceof Violation ? isBesideOthers(step) : error instanceof Disconnected && isBack(session)

/** What fails by one of three records need not fail when they are made once more. */
const TIMES_ALONE = 3

/** Files what comes of it alone. A violation that does not come again is looked for some times more, and nothing else. */
async function performAlone(part: Run, step: Step, doubt: Error): Promise<void> {
  let ending = await perform(part, step, (error) => error instanceof Unavailable && error.isRepeated)
  if (ending instanceof Unavailable) ending = await performLater(part, step)
  if (!(doubt instanceof Violation)) return
  const isOther: Left = (error) => !(error instanceof Violation && error.clause === doubt.clause)
  for (let time = 2; ending === 'done' && time <= TIMES_ALONE; time++)
    ending = await perform(part, step, isOther)
}

/** A write that is refused after patience too, while other requests are served, is refused by the service itself. */
async function performLater(part: Run, step: Step): Promise<Error | 'done' | 'filed'> {
  const { client, target } = part.session
  // A run that ends meanwhile files so.
  await client.pause(target.patience_ms).catch(() => undefined)
  return perform(part, step)
}

/** Ends a run with `bail` that has failed, and whatever is under way. */
export function bail({ options, findings, ending }: Pick<UnderWay, 'options' | 'findings' | 'ending'>): void {
  if (options.bail && findings.hasFailed(options.accepts)) ending.abort(BAILED)
}

/** Says of checks that are left why. */
export function leave(run: UnderWay, left: readonly Step[] = run.checks): void {
  for (const step of left) note(run, step, 'reasons', String(run.ending.signal.reason))
}

/** Tells who wants to know what the run is at. */
export function progressOf({ session, findings, options, checks }: Omit<UnderWay, 'ending'>) {
  const start = performance.now()
  let done = 0
  return {
    begins: ({ name, clauses }: Pick<Step, 'name' | 'clauses'>): void =>
      options.onProgress?.({
        check: name,
        clauses,
        done,
        of: checks.length,
        elapsed_ms: performance.now() - start,
        get requests() {
          return session.client.requests
        },
        get failing() {
          return findings.failing
        },
      }),
    ended: (): void => void done++,
  }
}

import fc from 'fast-check'
import type { Session } from '../server/session.ts'
import { atOnce } from './at-once.ts'
import { NotExercised, Violation, type Replay } from './verdict.ts'

export interface PropertyOptions<T = never> {
  /** Names the property within its check, where it has several. */
  name?: string
  /** Values to try instead of the run's number of runs. */
  runs?: number
  /** Values that come first, always. */
  examples?: readonly T[]
  /** The values have nothing to do with each other: they are tried at once. */
  apart?: boolean
}

/** Requests of a failing property are dear: no more than this many values are tried to make it smaller. */
const SHRINK_TRIES = 40
/** How often a shrunk counterexample is tried again. */
const REPLAYS = 2

/** A violation found by a property, with what replays it. */
export class PropertyViolation extends Violation {
  readonly replay: Replay

  constructor(found: Violation, replay: Replay) {
    super(found.clause, found.finding)
    this.replay = replay
  }
}

/**
 * Tries the predicate on generated values, makes a failing one smaller within bounds, and confirms it.
 * @throws {PropertyViolation} and whatever else than a Violation the predicate threw
 */
export async function runProperty<T>(
  session: Session,
  check: string,
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  options: PropertyOptions<T>,
): Promise<void> {
  const seed = session.seedOf(`${check} ${options.name ?? ''}`)
  const path = session.replayPath(check, options.name)
  let tries = 0
  let found: { violation: Violation; value: T } | undefined
  let obstacle: { error: unknown } | undefined
  const bounded = async (value: T) => {
    // What is no violation is not made smaller: it may take all patience each time.
    if (obstacle || (found && tries++ >= SHRINK_TRIES)) return
    try {
      await predicate(value)
    } catch (error) {
      if (error instanceof NotExercised) return
      if (error instanceof Violation) found = { violation: error, value }
      else obstacle = { error }
      throw error
    }
  }
  const parameters = {
    seed,
    numRuns: options.runs ?? session.runs,
    ...(options.examples && { examples: options.examples.map((value): [T] => [value]) }),
  }
  const from = path ?? (options.apart ? await firstFailing(arbitrary, predicate, parameters) : undefined)
  if (from === null) return
  const details = await fc.check(fc.asyncProperty(arbitrary, bounded), {
    ...parameters,
    ...(from !== undefined && { path: from }),
    ...(path !== undefined && { endOnFailure: true }),
  })
  if (obstacle && !found) throw obstacle.error
  if (!details.failed || !found) return
  throw new PropertyViolation(found.violation, {
    property: options.name ?? '',
    path: details.counterexamplePath ?? '',
    counterexample: fc.stringify(found.value),
    confirmed: await confirmed(found.value, predicate),
  })
}

/** The path of the first of all values on which the predicate breaks off, null where it does on none. */
async function firstFailing<T>(
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
  parameters: fc.Parameters<[T]>,
): Promise<string | null> {
  const values: T[] = []
  fc.check(
    fc.property(arbitrary, (value) => void values.push(value)),
    parameters,
  )
  try {
    await atOnce(values.entries(), async ([at, value]) => {
      await predicate(value).catch((error: unknown) => {
        if (error instanceof Violation) throw new Failing(String(at))
        if (!(error instanceof NotExercised)) throw error
      })
    })
    return null
  } catch (error) {
    if (error instanceof Failing) return error.message
    throw error
  }
}

/** Its message is the path of the value. */
class Failing extends Error {}

async function confirmed<T>(value: T, predicate: (value: T) => Promise<void>): Promise<string> {
  let failures = 0
  for (let replay = 0; replay < REPLAYS; replay++) {
    try {
      await predicate(value)
    } catch (error) {
      // What keeps it from being tried again does not unsay what was found.
      if (!(error instanceof Violation)) return `${failures} of ${replay}`
      failures++
    }
  }
  return `${failures} of ${REPLAYS}`
}

import { textSteps } from '../../scenarios/check.ts'
import { scenarioOf } from '../../scenarios/files.ts'
import { NoJson } from '../../scenarios/json-bytes.ts'
import { jsonSteps } from '../../scenarios/json-steps.ts'
import { ScenarioError, type Mistake } from '../../scenarios/mistakes.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Steps } from '../../scenarios/steps.ts'
import type { ScenarioText } from '../../scenarios/text.ts'
import { IsolationError, type IsolatedWork } from '../../schemas/isolation/failure.ts'
import { IsolatedProcess } from '../../schemas/isolation/isolated-process.ts'
import { inSlices, turn } from '../slices.ts'
import { AdminError } from './admin-error.ts'

/** What is known of a text besides what it says. */
export type About = Omit<ScenarioText, 'text'>

/** What is wrong with one; null where that is nothing. */
export type Told = readonly Mistake[] | null

/**
 * The scenario that a large text describes, read and checked in slices. The mistakes of a text that describes none are
 * found by a child process, which reads the whole text in one step.
 * @param pieces the text in UTF-8
 * @throws ScenarioError as `scenarioOf`
 * @throws AdminError 503 if no process can read the text
 */
export async function largeScenario(pieces: readonly Buffer[], about: About): Promise<Scenario> {
  const scenario = about.format === 'yaml' ? undefined : await inSlices(readSteps(pieces))
  if (scenario) return scenario
  const told = await mistakesIn(pieces, about)
  if (told) throw new ScenarioError(about.source, told)
  // A text in YAML has been read by the child process only.
  return scenarioOf({ ...about, text: textOf(pieces) })
}

/** The text of all pieces. */
export const textOf = (pieces: readonly Uint8Array[]): string =>
  new TextDecoder().decode(Buffer.concat(pieces))

/** undefined where it has mistakes. */
function* readSteps(pieces: readonly Buffer[]): Steps<Scenario | undefined> {
  try {
    return yield* textSteps(yield* jsonSteps(pieces))
  } catch (error) {
    if (error instanceof NoJson) return undefined
    throw error
  }
}

const WORK: IsolatedWork = {
  entry: new URL('mistakes-entry.ts', import.meta.url),
  purpose: 'reads scenarios',
  limits: { seconds: 300, megabytes: 4096 },
}

/**
 * Mistakes of a text; null if there are none. A child process reads it, since the whole text is read in one step.
 * @throws ScenarioError if it takes too much time or memory
 * @throws AdminError 503 if no process can read it
 */
async function mistakesIn(pieces: readonly Buffer[], about: About): Promise<Told> {
  const reader = new IsolatedProcess<Uint8Array | About, Told>(WORK)
  try {
    for (const piece of piecesOf(pieces)) {
      await turn()
      await reader.perform(piece)
    }
    return await reader.perform(about)
  } catch (error) {
    throw refusalOf(error, about)
  } finally {
    reader.endAfter(0)
  }
}

function refusalOf(error: unknown, { source }: About): unknown {
  if (!(error instanceof IsolationError)) return error
  const isTooMuch = error.kind === 'time' || error.kind === 'memory'
  return isTooMuch
    ? new ScenarioError(source, [{ path: [], says: `is too large: to read it ${error.message}` }])
    : new AdminError(503, `${error.message}.`)
}

/** Bytes that are sent to the child process in one message. */
const PIECE = 256 << 10

function* piecesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE)
}

import { textSteps } from '../../scenarios/check.ts'
import { scenarioOf } from '../../scenarios/files.ts'
import { NoJson } from '../../scenarios/json-bytes.ts'
import { jsonSteps } from '../../scenarios/json-steps.ts'
import { ScenarioError, type Mistake } from '../../scenarios/mistakes.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { oneByOne, type Steps } from '../../scenarios/steps.ts'
import type { ScenarioText } from '../../scenarios/text.ts'
import { inSlices } from '../slices.ts'
import { startThread } from '../../schemas/thread.ts'

/** What is known of a text besides what it says. */
export type About = Omit<ScenarioText, 'text'>

/** What is wrong with one; null where that is nothing. */
export type Told = readonly Mistake[] | null

/**
 * The scenario that a large text describes, read and checked in slices. What is wrong with one that is none is found by a
 * thread, which reads it at once.
 * @param pieces the text in UTF-8
 * @throws ScenarioError as `scenarioOf`
 */
export async function largeScenario(pieces: readonly Buffer[], about: About): Promise<Scenario> {
  const scenario = about.format === 'yaml' ? undefined : await inSlices(readSteps(pieces))
  if (scenario) return scenario
  const told = await mistakesIn(pieces, about)
  if (told) throw new ScenarioError(about.source, told)
  // No thread could be had, or what is read step by step is more than JSON allows for.
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

/** What a thread finds wrong with a text; null where that is nothing, or where it came to no end. */
async function mistakesIn(pieces: readonly Buffer[], about: About): Promise<Told> {
  const thread = startThread(new URL('mistakes-worker.ts', import.meta.url), { workerData: about })
  try {
    const told = new Promise<Told>((resolve) => {
      thread.once('message', resolve)
      thread.once('error', () => resolve(null))
      thread.once('exit', () => resolve(null))
    })
    await inSlices(oneByOne(copiesOf(pieces), (copy) => thread.postMessage(copy, [copy.buffer])))
    thread.postMessage(null, [])
    return await told
  } finally {
    await thread.terminate()
  }
}

/** Bytes that are handed to a thread in a step. */
const STEP = 64 << 10

function* copiesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array<ArrayBuffer>> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += STEP) yield new Uint8Array(piece.subarray(at, at + STEP))
}

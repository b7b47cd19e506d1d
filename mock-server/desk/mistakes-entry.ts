import { scenarioOf } from '../../scenarios/files.ts'
import { ScenarioError } from '../../scenarios/mistakes.ts'
import { textOf, type About, type Told } from './large-scenario.ts'

// Runs in a child process: receives a text piece by piece, then what is known of it, and returns its mistakes.

const pieces: Uint8Array[] = []

/** Keeps a piece of the text, or returns the mistakes of the whole text. */
export function perform(job: Uint8Array | About): Told {
  if (!(job instanceof Uint8Array)) return mistakesIn(textOf(pieces), job)
  pieces.push(job)
  return null
}

function mistakesIn(text: string, about: About): Told {
  try {
    scenarioOf({ ...about, text })
    return null
  } catch (error) {
    if (error instanceof ScenarioError) return error.mistakes
    throw error
  }
}

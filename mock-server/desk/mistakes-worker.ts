import { parentPort, workerData } from 'node:worker_threads'
import { scenarioOf } from '../../scenarios/files.ts'
import { ScenarioError } from '../../scenarios/mistakes.ts'
import { textOf, type About, type Told } from './large-scenario.ts'

// A thread that is sent a text piece by piece, then null, and tells what is wrong with it: null where that is nothing.

// Whoever starts it gives it this.
const about = workerData as About
const pieces: Uint8Array[] = []

parentPort?.on('message', (piece: Uint8Array | null) => {
  if (piece) pieces.push(piece)
  else parentPort?.postMessage(mistakesIn(textOf(pieces)), [])
})

function mistakesIn(text: string): Told {
  try {
    scenarioOf({ ...about, text })
    return null
  } catch (error) {
    if (error instanceof ScenarioError) return error.mistakes
    throw error
  }
}

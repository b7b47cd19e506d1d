import { SYSTEM } from './log.ts'
import type { Memory } from './memory.ts'
import { Missing } from './missing.ts'
import type { Turn } from './turn.ts'

/** Does what a turn is for, on what is in memory; what it missed there is told, and then it is not done. */
export async function work(turn: Turn, memory: Memory): Promise<Missing | null> {
  const touched = new Set([memory.of(SYSTEM)])
  Object.assign(memory, { touched, hasChanged: false, current: turn })
  Object.assign(turn, { touched, missing: null })
  try {
    const result = turn.work(turn.isAgain)
    turn.outcome = { result: result instanceof Promise ? await result : result }
  } catch (error) {
    if (error instanceof Missing && !turn.isKept) turn.missing = error
    turn.outcome = { error }
  } finally {
    turn.isAgain = true
    Object.assign(memory, { touched: null, current: null })
  }
  return turn.missing
}

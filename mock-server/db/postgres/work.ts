import { SYSTEM } from './log.ts'
import type { Memory } from './memory.ts'
import { Missing } from './missing.ts'
import type { Outcome, Turn } from './turn.ts'

/**
 * Does what a turn is for, on what is in memory; what it missed there is told, and then it is not done. In one go where it waits for
 * nothing, as most do.
 */
export function work(turn: Turn, memory: Memory): Missing | null | Promise<Missing | null> {
  const touched = new Set([memory.of(SYSTEM)])
  memory.touched = touched
  memory.hasChanged = false
  memory.current = turn
  turn.touched = touched
  turn.missing = null
  try {
    const result = turn.work(turn.isAgain)
    if (!(result instanceof Promise)) return end(turn, memory, { result })
    return result.then(
      (late) => end(turn, memory, { result: late }),
      (error: unknown) => end(turn, memory, { error }),
    )
  } catch (error) {
    return end(turn, memory, { error })
  }
}

function end(turn: Turn, memory: Memory, outcome: Outcome): Missing | null {
  if ('error' in outcome && outcome.error instanceof Missing && !turn.isKept) turn.missing = outcome.error
  turn.outcome = outcome
  turn.isAgain = true
  memory.touched = null
  memory.current = null
  return turn.missing
}

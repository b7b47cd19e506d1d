import { INTERRUPTED } from '../judge/reasons.ts'

/** One press of Ctrl-C may arrive twice: from the terminal and from the program that started us. */
const SAME_PRESS_MS = 300

/**
 * Runs work that Ctrl-C and SIGTERM interrupt: the first one aborts the signal, so that the work can clean up, a second
 * one ends the process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let first = 0
  const interrupt = () => {
    if (!controller.signal.aborted) {
      first = Date.now()
      process.stderr.write('\nCleaning up; press Ctrl-C again to end at once.\n')
      controller.abort(INTERRUPTED)
    } else if (Date.now() - first > SAME_PRESS_MS) process.exit(2)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

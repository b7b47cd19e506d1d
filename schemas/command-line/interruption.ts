/** Why a signal that a person ended is aborted. */
export const INTERRUPTED = 'it was interrupted'

/** One press of Ctrl-C may arrive twice: from the terminal and from the program that started us. */
const SAME_PRESS_MS = 300

/** SIGHUP is what a terminal sends that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

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
  for (const name of SIGNALS) process.on(name, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const name of SIGNALS) process.off(name, interrupt)
  }
}

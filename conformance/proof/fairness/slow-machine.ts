import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Works until whoever started it is gone: also one that was killed leaves nobody at work. */
const WORK = 'const { ppid } = process; while (process.ppid === ppid);'

/** Three who work without end for each processor: what is measured gets a quarter of it. Ends them. */
export function slowMachine(): () => Promise<void> {
  const busy = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['--eval', WORK], {
      stdio: 'ignore',
    }),
  )
  return async () => {
    for (const child of busy) child.kill('SIGKILL')
  }
}

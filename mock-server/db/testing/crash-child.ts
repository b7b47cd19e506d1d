import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { joinedScript } from '../../../schemas/testing/joined-script.ts'
import type { Mode } from './generation.ts'

/** By writer, the number of its last acknowledged write. */
export type Acknowledged = ReadonlyMap<number, number>

export interface CrashChild {
  readonly pid: number | undefined
  /** Resolves at the first thing that it says. */
  readonly started: Promise<unknown>
  /** Resolves when it has said so many lines, or ended. */
  says(lines: number): Promise<void>
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it ends, with all that it said. */
  readonly ended: Promise<string[]>
}

/** Starts `crash-writer.ts`, if asked under a limit that `ulimit` knows. */
export const startCrashWriter = (mode: Mode, directory: string, limit?: string): CrashChild =>
  startLimited(new URL('crash-writer.ts', import.meta.url), [mode, directory], limit)

/** Starts a script with these arguments. */
export function startLimited(script: URL, values: string[], limit = ':'): CrashChild {
  const args = [process.execPath, joinedScript(script), ...values]
  const child = spawn('bash', ['-c', `${limit}; exec "$@"`, 'bash', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  // What was cut short by the kill is not counted as said.
  const ended = once(child, 'close').then(() => said.split('\n').slice(0, -1))
  return {
    pid: child.pid,
    started: Promise.race([once(child.stdout, 'data'), ended]),
    says: async (lines) => {
      while (child.stdout.readable && said.split('\n').length <= lines)
        await Promise.race([once(child.stdout, 'data'), ended])
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

export const acknowledgedIn = (lines: readonly string[]): Acknowledged =>
  new Map(lines.map((line) => line.split(' ').map(Number)).map(([writer = 0, count = 0]) => [writer, count]))

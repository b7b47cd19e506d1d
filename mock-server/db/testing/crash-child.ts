import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** By writer, the number of its last acknowledged write. */
export type Acknowledged = ReadonlyMap<number, number>

export interface CrashChild {
  readonly pid: number | undefined
  /** Resolves at the first thing that it says. */
  readonly started: Promise<unknown>
  /** Ends it with SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it ends, with all that it said. */
  readonly ended: Promise<string[]>
}

/** Starts `crash-writer.ts`, if asked with a limit on the size of the files that it may write. */
export function startCrashWriter(
  mode: 'write' | 'replace',
  directory: string,
  limitKiB?: number,
): CrashChild {
  const script = fileURLToPath(new URL('crash-writer.ts', import.meta.url))
  const limit = limitKiB === undefined ? '' : `ulimit -f ${limitKiB}; `
  const args = [process.execPath, '--import', 'tsx', script, mode, directory]
  const child = spawn('bash', ['-c', `${limit}exec "$@"`, 'bash', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  // What was cut short by the kill is not counted as said.
  const ended = once(child, 'close').then(() => said.split('\n').slice(0, -1))
  return {
    pid: child.pid,
    started: Promise.race([once(child.stdout, 'data'), ended]),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

export const acknowledgedIn = (lines: readonly string[]): Acknowledged =>
  new Map(lines.map((line) => line.split(' ').map(Number)).map(([writer = 0, count = 0]) => [writer, count]))

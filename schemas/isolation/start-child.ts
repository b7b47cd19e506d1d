import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { codeOf } from '../thrown.ts'
import type { IsolatedWork } from './failure.ts'
import type { ChildOptions } from './messages.ts'

/** Memory that a process may take besides its heap: Node itself, compiled code, buffers. */
const BESIDES_HEAP_MB = 512

/** Flags of the debugger. A child with the same port, or one that waits for a debugger, would never be ready. */
const INSPECT = /(?<=^|\s)--inspect(?:-[a-z-]+)?(?:=\S*|\s+[\d.:]+)?(?=\s|$)/g

const isSource = import.meta.url.endsWith('.ts')
const TSX = isSource ? ['--import', import.meta.resolve('tsx')] : []

/**
 * Starts a child process for the jobs of an entry.
 * @throws Error if no process can be started; the message says why
 */
export function startChild({ entry, limits }: IsolatedWork): ChildProcess {
  if (isSingleExecutable()) throw new Error('a single executable application has no Node that could run it')
  const options: ChildOptions = {
    entry: compiled(entry).href,
    parent: process.pid,
    megabytes: limits.megabytes + BESIDES_HEAP_MB,
  }
  try {
    return fork(fileURLToPath(compiled(new URL('child.ts', import.meta.url))), [JSON.stringify(options)], {
      // Explicit, because the flags of this process are not meant for it.
      execArgv: [`--max-old-space-size=${limits.megabytes}`, ...TSX],
      env: { ...process.env, NODE_OPTIONS: withoutInspector(process.env['NODE_OPTIONS'] ?? '') },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
  } catch (error) {
    if (codeOf(error) !== 'ERR_ACCESS_DENIED') throw error
    throw new Error('Node may not start processes: start it with --allow-child-process', { cause: error })
  }
}

/** The flags of NODE_OPTIONS without those of the debugger. */
export const withoutInspector = (flags: string): string => flags.replaceAll(INSPECT, '').trim()

/** The file that runs: in the compiled package it is JavaScript. */
const compiled = ({ href }: URL): URL => new URL(isSource ? href : href.replace(/\.ts$/, '.js'))

const isSingleExecutable = (): boolean => process.getBuiltinModule('node:sea')?.isSea() === true

import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { messageOf } from '../../../schemas/thrown.ts'
import { OutputEnds } from './output-ends.ts'
import { ProcessGroup } from './process-group.ts'

/** How a run of the command ended. */
export type Ending =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly exit_code: number }
  /** By a signal that nobody of us sent. */
  | { readonly kind: 'crashed'; readonly signal: string }
  | { readonly kind: 'timed_out'; readonly after_ms: number }
  | { readonly kind: 'interrupted' }

/** A run of the command that is over, with all that it had started. */
export interface Ran {
  readonly ending: Ending
  /** What it printed; of very much the beginning and the end. */
  readonly output: string
  /** Bytes that it printed between these. */
  readonly dropped: number
  readonly ms: number
}

export interface RunOptions {
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly timeout_ms: number
  /** Asked when that is over: milliseconds that are granted on top, of all the time. Left out, none. */
  readonly granted?: () => number
  readonly signal: AbortSignal
  /** How long what is ended may take to end by itself, in milliseconds. */
  readonly grace_ms?: number
}

const GRACE_MS = 2000

/** Bytes of a command's output that are kept. */
const KEPT_OUTPUT = { head: 16 * 1024, tail: 48 * 1024 }

/** How long output may still be on its way when all processes have ended, in milliseconds. */
const LAST_OUTPUT_MS = 1000

/**
 * Runs the command, and ends all that it started.
 * @throws {UsageError} where it cannot be started
 */
export async function runCommand(options: RunOptions): Promise<Ran> {
  const { command, env, grace_ms = GRACE_MS } = options
  const begun = performance.now()
  const group = startedGroup(command, env)
  const output = new OutputEnds(KEPT_OUTPUT)
  for (const stream of group.streams) stream.on('data', (chunk: Buffer) => output.add(chunk))
  const closed = once(group.child, 'close')
  // It may fail before anybody waits for it.
  closed.catch(() => {})
  const ending = await endingOf(group, options).catch((error: unknown) => refuse(command, error))
  const ms = performance.now() - begun
  await group.end(grace_ms)
  await Promise.race([closed, sleep(LAST_OUTPUT_MS, null, { ref: false })])
  for (const stream of group.streams) stream.destroy()
  return { ending, output: output.text, dropped: output.dropped, ms }
}

function startedGroup(command: readonly string[], env: NodeJS.ProcessEnv): ProcessGroup {
  try {
    return new ProcessGroup(command, env)
  } catch (error) {
    return refuse(command, error)
  }
}

function refuse([program = '']: readonly string[], error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  const why = isMissing ? 'there is no such program here' : messageOf(error)
  throw new UsageError(`the command "${program}" cannot be started: ${why}`)
}

/** Whatever comes first: its own end, the end of its time, or the end of all. */
async function endingOf({ child }: ProcessGroup, options: RunOptions): Promise<Ending> {
  const { signal } = options
  const settled = new AbortController()
  const unless = { signal: settled.signal }
  const interrupted: Ending = { kind: 'interrupted' }
  try {
    return await Promise.race([
      once(child, 'exit').then(([code, killed]) => exitOf(code, killed)),
      waiting(timeUp(options, settled.signal)),
      signal.aborted ? interrupted : waiting(once(signal, 'abort', unless).then(() => interrupted)),
    ])
  } finally {
    settled.abort()
  }
}

async function timeUp({ timeout_ms, granted = () => 0 }: RunOptions, signal: AbortSignal): Promise<Ending> {
  const begun = performance.now()
  for (let limit = timeout_ms, before = 0; ; before = limit, limit = timeout_ms + granted()) {
    if (limit <= before) return { kind: 'timed_out', after_ms: before }
    await sleep(Math.max(0, begun + limit - performance.now()), null, { signal })
  }
}

/** What is given up is waited for by nobody. */
const waiting = (promise: Promise<Ending>): Promise<Ending> =>
  promise.catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') return new Promise<never>(() => {})
    throw error
  })

/** Signals that end what breaks. A shell answers for them with a code of its own: 128 and the signal. */
const CRASHES = ['SIGILL', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGKILL', 'SIGSEGV'] as const

function exitOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  if (signal !== null) return { kind: 'crashed', signal }
  if (code === 0) return { kind: 'passed' }
  const crash = CRASHES.find((name) => code === 128 + constants.signals[name])
  return crash ? { kind: 'crashed', signal: crash } : { kind: 'failed', exit_code: code ?? 1 }
}

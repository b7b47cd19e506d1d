import { isMemoryExhausted, isStackExhausted } from './exhaustion.ts'

/** Limits of one job. */
export interface Limits {
  seconds: number
  /** Memory for objects. The process as a whole may take 512 MB more. */
  megabytes: number
}

/** Work that is done in a dedicated process. */
export interface IsolatedWork {
  /** Module that exports `perform(job)`. */
  entry: URL
  /** The work in words, for messages: "draws documents". */
  purpose: string
  limits: Limits
  /** Maximum time of its start, which does not count for the first job. */
  startSeconds?: number
}

/** Reason for which a job was given up: a limit, a process that ended, or one that could not start. */
export type FailureKind = 'time' | 'memory' | 'crash' | 'start'

/** A job was given up. The message is written for people. */
export class IsolationError extends Error {
  override readonly name = 'IsolationError'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** How a child process ended, as `node:child_process` reports it. */
export interface ProcessEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** The last output on stderr. */
  output: string
}

/** A job or a start that takes longer than its limit. */
export const timeFailure = (seconds: number): IsolationError =>
  new IsolationError('time', `takes longer than ${seconds} s`)

/** An exception in the child process. */
export function thrownFailure({ limits }: IsolatedWork, message: string): IsolationError {
  if (isMemoryExhausted(message))
    return new IsolationError('memory', `takes more than ${limits.megabytes} MB`)
  if (isStackExhausted(message)) return new IsolationError('memory', 'takes a deeper stack than Node has')
  return new IsolationError('crash', message)
}

/** The unexpected end of a child process. A SIGKILL that this process did not send comes from the system's OOM killer. */
export function endFailure(work: IsolatedWork, { code, signal, output }: ProcessEnd): IsolationError {
  const { limits, purpose } = work
  if (isMemoryExhausted(output)) return new IsolationError('memory', `takes more than ${limits.megabytes} MB`)
  if (signal === 'SIGKILL') return new IsolationError('memory', 'takes more memory than the system has')
  const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
  return new IsolationError('crash', `The process that ${purpose} ${how}${reported(output)}`)
}

/** A job for a process that was ended while it was free. */
export const endedFailure = ({ purpose }: IsolatedWork): IsolationError =>
  new IsolationError('crash', `The process that ${purpose} has ended`)

/** The process failed before it was ready. */
export function startFailure({ purpose }: IsolatedWork, { kind, message }: IsolationError): IsolationError {
  const reason = kind === 'crash' ? message.replace(`The process that ${purpose}`, 'it') : `it ${message}`
  return new IsolationError('start', `The process that ${purpose} could not start: ${reason}`)
}

/** The error that Node printed before it ended. */
function reported(output: string): string {
  const line = /^\w*Error\b.*$/m.exec(output)?.[0] ?? /^.*\bnode.*: .*$/m.exec(output)?.[0]
  return line === undefined ? '' : ` (${line})`
}

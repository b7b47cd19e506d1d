import type { ChildProcess } from 'node:child_process'
import { Socket } from 'node:net'
// Imported, because tests replace the global timers and a limit must hold all the same.
import { clearTimeout, setTimeout } from 'node:timers'
import { messageOf } from '../thrown.ts'
import {
  endedFailure,
  endFailure,
  startFailure,
  thrownFailure,
  timeFailure,
  type IsolatedWork,
  type IsolationError,
} from './failure.ts'
import type { ChildMessage, JobMessage } from './messages.ts'
import { startChild } from './start-child.ts'

/** `free` processes wait for a job. */
export type ProcessState = 'starting' | 'free' | 'busy' | 'ended'

/** A start takes a second at most, on a very busy machine some ten. */
const START_SECONDS = 60

/** Maximum of the output in which a reason is searched. */
const OUTPUT_LENGTH = 65_536

interface PendingJob<Job, Result> {
  job: Job
  resolve(result: Result): void
  reject(reason: unknown): void
}

/**
 * A child process that performs one job at a time. A job that exceeds a limit ends the child process and nothing else.
 * It keeps this process alive only while it starts or performs a job, and never outlives it.
 */
export class IsolatedProcess<Job, Result> {
  readonly #work: IsolatedWork
  readonly #onChange: (process: IsolatedProcess<Job, Result>) => void
  #child: ChildProcess | undefined
  #state: ProcessState = 'starting'
  #failure: IsolationError | undefined
  #pending: PendingJob<Job, Result> | undefined
  #timer: NodeJS.Timeout | undefined
  #output = ''

  /** @param onChange called when the process is free, and once when it has ended */
  constructor(work: IsolatedWork, onChange: (process: IsolatedProcess<Job, Result>) => void = () => {}) {
    this.#work = work
    this.#onChange = onChange
    this.#limitTime(work.startSeconds ?? START_SECONDS)
    try {
      this.#child = startChild(work)
      this.#listen(this.#child)
    } catch (error) {
      process.nextTick(() => this.#fail(thrownFailure(work, messageOf(error))))
    }
  }

  get state(): ProcessState {
    return this.#state
  }

  /** Reason for which the process ended before it was ready. */
  get startFailure(): IsolationError | undefined {
    return this.#failure?.kind === 'start' ? this.#failure : undefined
  }

  /**
   * Performs a job, once the process is ready. The last job must have ended.
   * @throws IsolationError if the job is given up
   * @throws DOMException `DataCloneError` if the job cannot be sent to a process
   */
  perform(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'ended') return reject(this.#failure ?? endedFailure(this.#work))
      this.#pending = { job, resolve, reject }
      if (this.#state === 'free') this.#send(this.#pending)
    })
  }

  /** Ends the process unless it gets a job before. */
  endAfter(seconds: number): void {
    if (this.#state !== 'free') return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), seconds * 1000).unref()
  }

  #listen(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    if (child.stderr instanceof Socket) child.stderr.unref()
    child.stderr?.on('data', (text: Buffer) => {
      this.#output = (this.#output + text.toString()).slice(-OUTPUT_LENGTH)
    })
    // Cast: only child.ts writes to the channel.
    child.on('message', (message) => this.#receive(message as ChildMessage))
    child.on('error', (error) => this.#fail(thrownFailure(this.#work, error.message)))
    child.on('close', (code, signal) =>
      this.#fail(endFailure(this.#work, { code, signal, output: this.#output })),
    )
  }

  #receive(message: ChildMessage): void {
    if (this.#state === 'ended') return
    if (message.kind === 'failed') return this.#fail(thrownFailure(this.#work, message.message))
    // Cast: the entry's `perform` returned it.
    if (message.kind === 'done') this.#take()?.resolve(message.result as Result)
    if (this.#pending) this.#send(this.#pending)
    else this.#becomeFree()
  }

  #becomeFree(): void {
    clearTimeout(this.#timer)
    this.#state = 'free'
    this.#onChange(this)
  }

  #send(pending: PendingJob<Job, Result>): void {
    this.#state = 'busy'
    this.#output = ''
    this.#limitTime(this.#work.limits.seconds)
    const message: JobMessage = { job: pending.job }
    try {
      // The callback takes errors of the channel: the process ends then, which is reported.
      this.#child?.send(message, () => {})
    } catch (error) {
      this.#take()?.reject(error)
      this.#becomeFree()
    }
  }

  #limitTime(seconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(timeFailure(seconds)), seconds * 1000)
  }

  #fail(failure: IsolationError): void {
    if (this.#state === 'ended') return
    this.#failure = this.#state === 'starting' ? startFailure(this.#work, failure) : failure
    this.#take()?.reject(this.#failure)
    this.#end()
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#state = 'ended'
    this.#child?.kill('SIGKILL')
    this.#onChange(this)
  }

  #take(): PendingJob<Job, Result> | undefined {
    const pending = this.#pending
    this.#pending = undefined
    return pending
  }
}

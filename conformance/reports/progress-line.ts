import pc from 'picocolors'
import { cut, duration, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import type { Estimate, Progress } from '../judge/progress.ts'
import type { Waiting } from '../server/client/client.ts'
import { masker } from '../server/client/mask.ts'
import { withoutSearch } from './personal-mask.ts'

/** Between two looks at the clock. */
const TICK_MS = 200
const CLEAR = '\r\u001B[2K'

/** The line at the foot of a terminal that tells how far a run is. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream
  readonly #start = performance.now()
  #progress: Progress | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  show(progress: Progress): void {
    this.#progress = progress
    this.#draw()
    this.#timer ??= setInterval(() => this.#draw(), TICK_MS).unref()
  }

  /** Writes a line above. */
  tell(line: string): void {
    this.#stream.write(`${CLEAR}${line}\n`)
    this.#draw()
  }

  clear(): void {
    clearInterval(this.#timer)
    if (this.#progress) this.#stream.write(CLEAR)
    this.#progress = null
  }

  #draw(): void {
    if (!this.#progress) return
    const elapsed_ms = performance.now() - this.#start
    this.#stream.write(CLEAR + progressText({ ...this.#progress, elapsed_ms }, this.#stream.columns || 80))
  }
}

/** One line no wider than the terminal: clause and check, requests, failures, time, time left. */
export function progressText(
  { clauses, check, done, of, requests, failing, elapsed_ms }: Progress,
  width: number,
): string {
  const left = done === 0 ? '' : `, ${duration(((of - done) * elapsed_ms) / done)} left`
  const failed = failing.length === 0 ? '' : ` · ${failing.length} failed`
  const facts = `${done}/${of} · ${plural(requests, 'request')}${failed} · ${duration(elapsed_ms)}${left}`
  const [clause, ...more] = clauses
  // An observation is of none.
  const before = clause === undefined ? '' : `${clause}${more.length > 0 ? ` +${more.length}` : ''}: `
  const name = `${before}${check}`
  return cut(`${facts} · ${oneLine(name)}`, width - 1)
}

/** One line that tells what the run will take. */
export function estimateLine({ requests, ms, read_ms, write_ms }: Estimate): string {
  const pace = `${Math.round(read_ms)} ms a read, ${Math.round(write_ms)} ms a write`
  return `about ${plural(round(requests), 'request')} in ${duration(ms)} at ${pace}`
}

/** To two digits. */
const round = (count: number): number => Number(count.toPrecision(2))

/** One line for a clause that has just failed. */
export function failureLine(clause: string, says: string, colors: boolean, width: number): string {
  return `${pc.createColors(colors).red('✗')} ${cut(oneLine(`${clause}  ${says}`), width - 2)}`
}

/** One line for a request that has no answer yet. */
export function waitingLine({ method, url, waited_ms, left_ms }: Waiting): string {
  const waited = `waiting since ${duration(waited_ms)} for the answer to ${method} ${oneLine(masker([])(withoutSearch(url)))}`
  return `${waited}${left_ms > 0 ? `; given up in ${duration(left_ms)}` : ''}`
}

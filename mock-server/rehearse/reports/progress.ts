import { useColors } from '../../../schemas/command-line/use-colors.ts'
import { cut, duration, oneLine } from '../../../schemas/printing/plain-text.ts'
import pc from 'picocolors'
import type { Judged } from '../judging/verdict.ts'
import { failureInWords } from '../judging/in-words.ts'
import type { Progress } from '../run/options.ts'

/** Between two looks at the clock, at a terminal and in a log. */
const TICK_MS = 200
const LOG_MS = 15_000

const CLEAR = '\r\u001B[2K'

/** How far it is: at the foot of a terminal, elsewhere a line now and then; and at once what is not survived. */
export class ProgressShown {
  readonly #stream: NodeJS.WriteStream
  readonly #begun = performance.now()
  readonly #told = new Set<string>()
  #progress: Progress | null = null
  #timer: NodeJS.Timeout

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    this.#timer = setInterval(() => this.#draw(), stream.isTTY ? TICK_MS : LOG_MS).unref()
    if (stream.isTTY) this.#draw()
  }

  show(progress: Progress): void {
    this.#progress = progress
    for (const each of progress.failing) this.#tell(each)
    if (this.#stream.isTTY) this.#draw()
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#stream.isTTY) this.#stream.write(CLEAR)
  }

  #tell({ variation, verdict }: Judged): void {
    if (verdict.kind !== 'not_survived' || this.#told.has(variation.name)) return
    this.#told.add(variation.name)
    const sign = pc.createColors(useColors(this.#stream)).red('✗')
    const line = `${oneLine(variation.name)}: the command ${failureInWords(verdict.failure)}`
    this.#stream.write(`${this.#stream.isTTY ? CLEAR : ''}${sign} ${line}\n`)
  }

  #draw(): void {
    const text = progressText(this.#progress, performance.now() - this.#begun)
    if (this.#stream.isTTY) this.#stream.write(CLEAR + cut(text, (this.#stream.columns || 80) - 1))
    else this.#stream.write(`${text}\n`)
  }
}

/** One line: how many are done, what is not survived, time and time left, what runs. @param elapsed milliseconds since the first run began */
export function progressText(progress: Progress | null, elapsed: number): string {
  if (!progress) return `the run as things are · ${duration(elapsed)}`
  const { done, of, left_ms, running, failing } = progress
  const left = left_ms === null || done === of ? '' : `, ${duration(left_ms)} left`
  const failed = failing.length === 0 ? '' : ` · ${failing.length} not survived`
  return `${done}/${of}${failed} · ${duration(elapsed)}${left}${running.length === 0 ? '' : ` · ${running.map(oneLine).join(', ')}`}`
}

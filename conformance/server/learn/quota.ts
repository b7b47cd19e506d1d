import type { Dialect } from '../../../schemas/dialect.ts'
import type { Exchange } from '../client/exchange.ts'
import { resetOf } from '../client/reset.ts'

/** Seconds that a window may last, given by what was seen. */
interface Span {
  least: number
  most: number
}

/**
 * The limit of the judged store and the length of its window, as far as headers tell them (question rate.quota): a
 * window begins with the answer that leaves all but one of its requests, and ends when X-RateLimit-Reset says so.
 */
export class QuotaSights {
  limit: number | null = null
  /** Nothing is known at first. */
  #span: Span = { least: 0, most: Infinity }
  /** Answers that began a window. */
  evidence: readonly Exchange[] = []

  see(exchange: Exchange): void {
    const { headers } = exchange.response
    const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
      whole(headers[name]),
    )
    if (limit === undefined) return
    this.limit = limit
    if (this.evidence.length === 0) this.evidence = [exchange]
    const end = resetOf(exchange)
    if (end === null) return
    const sent = exchange.started_at
    const least = (end.from - sent - exchange.ms) / 1000
    const most = (end.to - sent) / 1000
    // One that does not count (question rate.bulk_pdf) leaves what the first one left.
    const counts = exchange.operation !== 'bulkPdf'
    const begins = counts && remaining !== undefined && remaining >= limit - 1
    // Servers whose windows begin at full minutes show at most how long one lasts.
    if (!begins || least > this.#span.most) return this.#longer(least, exchange)
    if (this.#span.most === Infinity || most > this.#span.least)
      this.#span = { least: Math.max(least, this.#span.least), most: Math.min(most, this.#span.most) }
    this.evidence = [exchange]
  }

  /** Seconds of a window: the roundest number that is possible; null where no window was seen to begin. */
  get window_seconds(): Dialect['rate.quota']['window_seconds'] | null {
    return this.#span.most === Infinity ? null : roundest(this.#span)
  }

  /** It lasts at least so many seconds. */
  get least_seconds(): number {
    return this.#span.least
  }

  #longer(least: number, exchange: Exchange): void {
    if (least <= this.#span.least) return
    const most = least > this.#span.most ? least + 1 : this.#span.most
    this.#span = { least, most }
    this.evidence = [exchange]
  }
}

/** How many requests are left of the window, as an answer tells; null where it does not. */
export const remainingOf = ({ response }: Exchange): number | null =>
  whole(response.headers['x-ratelimit-remaining']) ?? null

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined
}

const STEPS = [3600, 60, 10, 5, 1, 0.5, 0.1]

/** The multiple of the largest of these steps that lies within; a little below too, as clocks differ. */
function roundest({ least, most }: Span): number {
  for (const step of STEPS) {
    const multiple = Math.floor((most + 0.02) / step) * step
    if (multiple > 0 && multiple >= least - 0.02) return Number(multiple.toFixed(1))
  }
  return Math.max(0.1, Number(most.toFixed(1)))
}

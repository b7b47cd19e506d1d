import type { Passed } from './passed.ts'
import { valuesOf, type Recorded } from './recorded.ts'
import type { Sent } from './sent.ts'
import { FRESH_MS } from './store.ts'
import type { Moment, Timeline } from './timeline.ts'

/** Requests that are remembered; answers, and bytes of one. */
const MOST_SENT = 2000
const MOST = 200
const MOST_BYTES = 64 * 2 ** 10

interface Known {
  readonly passed: Passed
  readonly answer: Recorded['answer']
  readonly moment: Moment
}

/** Clients ask the same again and again: what was read of a request once is not read again. */
export class Repeats {
  readonly #sent = new Map<string, Sent>()
  readonly #known = new Map<string, Known>()
  readonly #timeline: Timeline

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  /** The request that this one repeats; undefined for a new one. @param name of `nameOf` */
  sent(name: string): Sent | undefined {
    return this.#sent.get(name)
  }

  /**
   * The exchange that this one repeats, while nothing was written between the two: an answer that was judged, and came
   * once more to the byte, needs no second look. Else null.
   */
  passed(name: string, { answer, ms, started_at }: Recorded, moment: Moment): Passed | null {
    const known = this.#known.get(name)
    if (!known || !isSame(known.answer, answer)) return null
    const isFresh = moment.ended_at - known.moment.ended_at < FRESH_MS / 2
    const isQuiet = moment.disturbed.size === 0 && this.#timeline.isUntouchedSince(known.moment)
    return isFresh && isQuiet ? { ...known.passed, ms, started_at } : null
  }

  add(name: string, sent: Sent, passed: Passed, { answer }: Recorded, moment: Moment): void {
    if (this.#sent.size >= MOST_SENT) this.#sent.clear()
    this.#sent.set(name, sent)
    if (!answer.body || answer.body.length > MOST_BYTES || moment.disturbed.size > 0) return
    if (this.#known.size >= MOST) this.#known.clear()
    this.#known.set(name, { passed, answer, moment })
  }
}

/** What two requests have in common that are the same; null for one that is never taken for another. */
export const nameOf = ({ method, url, headers, body }: Recorded): string | null =>
  method === 'GET' && body?.length === 0 ? `${url}\n${headers.join('\n')}` : null

function isSame(one: Recorded['answer'], other: Recorded['answer']): boolean {
  if (one.status !== other.status || !one.body || !other.body?.equals(one.body)) return false
  return TELLING.every((name) => valuesOf(one.headers, name).join() === valuesOf(other.headers, name).join())
}

/** Headers that say how a body is to be read. */
const TELLING = ['content-type', 'content-encoding']

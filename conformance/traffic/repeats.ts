import type { Met } from '../../schemas/coverage/tally.ts'
import { Lately } from './lately.ts'
import type { Passed } from './passed.ts'
import { valuesOf, type Recorded } from './recorded.ts'
import type { Sent } from './sent.ts'
import { FRESH_MS } from './store.ts'
import { keyOf, type Moment, type Timeline } from './timeline.ts'
import { kindShownBy } from './touches.ts'

/** Requests of a generation that are remembered, and bytes of their answers. */
const MOST = 4000
const MOST_BYTES = 8 * 2 ** 20

/** An exchange that was judged. */
interface Known {
  readonly passed: Passed
  /** What of the contract it met. */
  readonly met: Met
  readonly answer: Recorded['answer']
  readonly moment: Moment
}

/** Clients ask the same again and again: what was read of a request once is not read again. */
export class Repeats {
  readonly #sent = new Lately<Sent>(MOST)
  readonly #known = new Lately<Known>(MOST, MOST_BYTES)
  readonly #timeline: Timeline

  constructor(timeline: Timeline) {
    this.#timeline = timeline
  }

  /** The request that this one repeats; undefined for a new one. @param name of `nameOf` */
  sent(name: string): Sent | undefined {
    return this.#sent.get(name)
  }

  /**
   * The exchange that this one repeats, where no write ended between the two that could show in it: an answer that was
   * judged, and came once more to the byte, needs no second look. Else null.
   */
  judged(name: string, { answer }: Recorded, moment: Moment): Known | null {
    const known = this.#known.get(name)
    if (!known?.passed.operation || !isSame(known.answer, answer)) return null
    const kind = kindShownBy(known.passed.operation)
    const { id } = known.passed.params
    const record = id === undefined ? undefined : keyOf(kind, id)
    const isFresh = moment.ended_at - known.moment.ended_at < FRESH_MS / 2
    return isFresh && this.#timeline.isUntouchedSince(known.moment, kind, record) ? known : null
  }

  add(name: string, sent: Sent, known: Known): void {
    this.#sent.set(name, sent)
    this.#known.set(name, known, known.answer.body?.length)
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

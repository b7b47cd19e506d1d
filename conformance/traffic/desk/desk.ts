import { Events, laterOf } from '../../../schemas/journal/events.ts'
import { Journal } from '../../../schemas/journal/journal.ts'
import { Masking } from '../../../schemas/journal/masking.ts'
import {
  entryOf as numbered,
  pageOf,
  readFilter,
  withoutBodies,
  type RequestPage,
} from '../../../schemas/journal/requests.ts'
import { seenOf } from '../../../schemas/journal/seen.ts'
import type { Coverage, Seen } from '../../../schemas/types.ts'
import type { Over } from '../proxy/proxy.ts'
import { headersOf } from '../recorded.ts'
import type { Traffic } from '../traffic.ts'
import { DeskError } from './desk-error.ts'
import { bodyText, entryOf, weightOf, type Entry } from './entry.ts'

const refuse = (says: string) => new DeskError(400, says)
const lacks = (says: string) => new DeskError(404, says)

/** What a person may look at while a proxy runs, as at the desk of the mock. */
export class Desk {
  readonly events = new Events()
  readonly #journal = new Journal<Entry>(weightOf)
  readonly #traffic: Traffic

  constructor(traffic: Traffic) {
    this.#traffic = traffic
  }

  get coverage(): Coverage {
    return this.#traffic.coverage
  }

  /** Puts a request that is over into the journal, and tells it to those who listen. */
  note(over: Over): void {
    const entry = entryOf(over)
    this.#journal.add(entry)
    // What is told later is what the journal still has.
    if (this.events.isHeard)
      this.events.emit(
        'request',
        laterOf(entry, (one) => withoutBodies(this.#seen(one))),
      )
  }

  /** The requests that are kept, of which all that is given holds. @throws {DeskError} where the filter is none */
  requests(filter: Readonly<Record<string, unknown>>): RequestPage {
    return pageOf(this.#journal, readFilter(filter, refuse), (entry) => this.#seen(entry))
  }

  /** @throws {DeskError} 404 where it is not, or no more, in the journal */
  request(seq: unknown): Seen {
    return this.#seen(numbered(this.#journal, seq, { refuse, lacks }))
  }

  /** Empties the journal; its numbers go on. */
  clear(): void {
    this.#journal.clear()
  }

  #seen(entry: Entry): Seen {
    const { answer, broken } = entry
    const headers = headersOf(entry.headers)
    const mask = new Masking([], [...this.#traffic.keys])
    const seen = seenOf(
      {
        ...entry,
        headers,
        sent: bodyText(entry.body, entry.headers),
        answer: answer && {
          status: answer.status,
          headers: headersOf(answer.headers),
          text: bodyText(answer.body, answer.headers),
        },
        fault: null,
        questions: [],
        violations: [...entry.violations],
      },
      mask,
    )
    if (broken.length === 0) return seen
    return {
      ...seen,
      broken: broken.map(({ clause, failure }) => ({ clause, says: mask.text(saidOf(failure)) })),
    }
  }
}

const saidOf = ({ message, expected, got }: Entry['broken'][number]['failure']): string =>
  `${message === undefined ? '' : `${message}; `}expected ${expected}, got ${got}`

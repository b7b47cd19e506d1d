import { SEARCH_PARAMETERS } from '../../../schemas/personal-fields.ts'
import { isObject, type Exchange } from '../client/exchange.ts'
import { markedAt } from './marker.ts'
import { personalFieldsIn, personalFieldsInText, type PersonalValue } from './personal-fields-in.ts'

/** Personal data in answers that the run did not create. */
export interface PersonalData {
  /** Values of personal fields, each with the word for its kind. */
  readonly values: ReadonlyMap<string, string>
  /** True for a text that the run generated. */
  isOwn(text: string): boolean
}

/** True for a record that the run created. */
type IsOwnRecord = (record: Record<string, unknown>) => boolean

/** When a value was first seen in an answer, and its kind. */
interface Seen {
  readonly at: number
  readonly kind: string
}

/**
 * Values of personal fields that a run sent and saw. A value is the run's own if the run sent it before an answer
 * showed it: a customer who is rewritten with the same values stays the store's.
 */
export class PersonalValues {
  readonly #seen = new Map<string, Seen>()
  /** When the run first sent a value, by its folded text. */
  readonly #sent = new Map<string, number>()

  /** Notes what an exchange sent and answered. */
  note(exchange: Exchange, isOwnRecord?: IsOwnRecord): void {
    const { request, response, started_at, ms } = exchange
    if (request.body !== null) this.send(exchange.input, request.body, started_at)
    this.see(response.json, response.text, started_at + ms, isOwnRecord)
  }

  /** Notes an exchange of a client, in which nothing is the suite's own. */
  witness({ request, response, input }: Exchange): void {
    this.see(input, request.body ?? '', 0)
    this.see(response.json, response.text, 0)
  }

  /** How many values were seen. */
  get size(): number {
    return this.#seen.size
  }

  /** Notes what the run sends. @param text read where there is no JSON */
  send(body: unknown, text: string, at: number): void {
    for (const [value] of valuesIn(body, text)) {
      const folded = fold(value)
      this.#sent.set(folded, Math.min(at, this.#sent.get(folded) ?? Infinity))
    }
  }

  /** Notes what an answer shows. @param text read where there is no JSON */
  see(body: unknown, text: string, at: number, isOwnRecord?: IsOwnRecord): void {
    for (const [value, kind] of valuesIn(body, text, isOwnRecord)) {
      const before = this.#seen.get(value)
      if (before === undefined || at < before.at) this.#seen.set(value, { at, kind: before?.kind ?? kind })
    }
  }

  /** The values that the run did not generate. */
  get data(): PersonalData {
    const values = new Map<string, string>()
    for (const [value, { at, kind }] of this.#seen) if (!this.#isOwn(value, at)) values.set(value, kind)
    const others = new Set([...values.keys()].map(fold))
    const own = [...this.#sent.keys()].filter((text) => !others.has(text))
    const isOwn = (text: string) => markedAt(text) !== null || own.some((one) => one.includes(fold(text)))
    return { values, isOwn }
  }

  #isOwn(value: string, at: number): boolean {
    return markedAt(value) !== null || (this.#sent.get(fold(value)) ?? Infinity) <= at
  }
}

/** The data of several runs as one. */
export function joinedData(all: readonly PersonalData[]): PersonalData {
  return {
    values: new Map(all.flatMap(({ values }) => [...values])),
    isOwn: (text) => all.some((data) => data.isOwn(text)),
  }
}

/** Texts that an exchange searched for. */
export const searchedBy = ({ query }: Pick<Exchange, 'query'>): string[] =>
  SEARCH_PARAMETERS.map((name) => query[name]).filter((text) => typeof text === 'string')

const valuesIn = (body: unknown, text: string, isOwnRecord?: IsOwnRecord): PersonalValue[] =>
  isObject(body) || Array.isArray(body) ? personalFieldsIn(body, isOwnRecord) : personalFieldsInText(text)

/** A server may keep another letter case, or trim. */
const fold = (text: string): string => text.trim().toLowerCase()

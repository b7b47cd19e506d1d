import { QUESTION_KEYS, type QuestionKey } from '../../../schemas/questions.ts'
import type { Exchange } from '../client/exchange.ts'
import type { AnswerTo, ObservableKey } from './answers.ts'
import { MoneyWays } from './money.ts'
import { QuotaSights } from './quota.ts'

/** An answer to an open question with the exchanges that show it. */
export interface Observation {
  value: unknown
  evidence: readonly Exchange[]
}

/** The server's answers to the open questions, as far as the run saw them. */
export class Observations {
  readonly seen: Map<QuestionKey, Observation>
  /** What all amounts that were seen say together. */
  readonly money: MoneyWays
  /** What the headers of the judged store's answers say together. */
  readonly quota: QuotaSights
  /** The first answer that showed records as read. */
  listed: Exchange | null = null
  readonly #reasons: Map<QuestionKey, string>
  readonly #assumed: Map<QuestionKey, string>
  /** The places in the run of the steps that saw them. */
  readonly #places: Map<QuestionKey, number>
  readonly #place: number

  constructor(of?: Observations, place = 0) {
    this.seen = of ? of.seen : new Map()
    this.money = of ? of.money : new MoneyWays()
    this.quota = of ? of.quota : new QuotaSights()
    this.listed = of ? of.listed : null
    this.#assumed = of ? of.#assumed : new Map()
    this.#reasons = of ? of.#reasons : new Map()
    this.#places = of ? of.#places : new Map()
    this.#place = place
  }

  /** The same, for what is seen by the step at that place. */
  from(place: number): Observations {
    return new Observations(this, place)
  }

  /** The first answer seen stays; of those that are seen at once, that of the earlier step. */
  observe<Key extends ObservableKey>(key: Key, value: AnswerTo<Key>, ...evidence: Exchange[]): void {
    if (this.isSettled(key)) return
    this.#places.set(key, this.#place)
    this.seen.set(key, { value, evidence })
  }

  /** Whether an answer is known that nothing seen at this place replaces: who asks may spare itself looking. */
  isSettled(key: QuestionKey): boolean {
    return this.#place >= (this.#places.get(key) ?? Infinity)
  }

  /** Says why a question could not be answered. */
  unobserved(key: QuestionKey, why: string): void {
    this.#reasons.set(key, why)
  }

  /** Says what of an answer nothing showed, so that it is as ours. */
  assume(key: QuestionKey, what: string): void {
    this.#assumed.set(key, what)
  }

  /** What is assumed of the answers that were seen. */
  get assumed(): Record<string, string> {
    return Object.fromEntries([...this.#assumed].filter(([key]) => this.seen.has(key)))
  }

  value(key: QuestionKey): unknown {
    return this.seen.get(key)?.value
  }

  /** Reasons for every question without an answer. */
  get missing(): Record<string, string> {
    const keys = QUESTION_KEYS.filter((key) => !this.seen.has(key))
    return Object.fromEntries(
      keys.map((key) => [key, this.#reasons.get(key) ?? 'the run met nothing that shows it']),
    )
  }
}

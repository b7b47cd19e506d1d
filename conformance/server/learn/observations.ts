import { QUESTION_KEYS, type QuestionKey } from '../../../schemas/questions.ts'
import type { Exchange } from '../client/exchange.ts'
import type { AnswerTo, ObservableKey } from './answers.ts'

/** An answer to an open question with the exchanges that show it. */
export interface Observation {
  value: unknown
  evidence: readonly Exchange[]
}

/** The server's answers to the open questions, as far as the run saw them. */
export class Observations {
  readonly seen = new Map<QuestionKey, Observation>()
  readonly #reasons = new Map<QuestionKey, string>()

  /** The first answer seen stays. */
  observe<Key extends ObservableKey>(key: Key, value: AnswerTo<Key>, ...evidence: Exchange[]): void {
    if (!this.seen.has(key)) this.seen.set(key, { value, evidence })
  }

  /** Says why a question could not be answered. */
  unobserved(key: QuestionKey, why: string): void {
    this.#reasons.set(key, why)
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

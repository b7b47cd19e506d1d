import { currencyDigits, fractionDigits } from '../../../schemas/commerce/money.ts'
import type { Dialect } from '../../../schemas/dialect.ts'
import type { Exchange } from '../client/exchange.ts'

type Way = Dialect['format.money']

/** How an amount is written: digits after its point, whether they end in 0, and the digits of its currency. */
interface Writing {
  readonly digits: number
  readonly endsInZero: boolean
  readonly own: number
}

/** The ways, the likeliest first, and whether a server that has it would write an amount so. */
const WAYS: readonly [Way, (writing: Writing) => boolean][] = [
  ['currency', ({ digits, own }) => digits === own],
  [2, ({ digits }) => digits === 2],
  [3, ({ digits }) => digits === 3],
  [4, ({ digits }) => digits === 4],
  ['trimmed', ({ digits, endsInZero }) => digits === 0 || !endsInZero],
]

function writingOf(amount: string, currency: string): Writing {
  return { digits: fractionDigits(amount), endsInZero: amount.endsWith('0'), own: currencyDigits(currency) }
}

/** The ways in which amounts may be written, narrowed by each that is seen (question format.money). */
export class MoneyWays {
  #left = WAYS
  /** Amounts that are written like one that was seen rule nothing more out. */
  readonly #seen = new Set<number>()
  /** The amounts that ruled a way out, or the first that did not. */
  evidence: readonly Exchange[] = []

  see(amount: string, currency: string, exchange: Exchange): void {
    const writing = writingOf(amount, currency)
    const { digits, own, endsInZero } = writing
    const name = digits * 100 + own * 10 + Number(endsInZero)
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    const left = this.#left.filter(([, fits]) => fits(writing))
    if (this.evidence.length > 0 && left.length === this.#left.length) return
    this.evidence = [...this.evidence, exchange].slice(-3)
    this.#left = left
  }

  /** The ways that explain all that was seen, the likeliest first. */
  get left(): readonly Way[] {
    return this.#left.map(([way]) => way)
  }
}

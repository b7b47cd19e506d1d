import { currencyDigits } from '../../../schemas/commerce/money.ts'
import type { Dialect } from '../../../schemas/dialect.ts'
import type { Exchange } from '../client/exchange.ts'

type Way = Dialect['format.money']

/** The ways, the likeliest first, and whether a server that has it would write this amount so. */
const WAYS: readonly [Way, (amount: string, own: number) => boolean][] = [
  ['currency', (amount, own) => digitsOf(amount) === own],
  [2, (amount) => digitsOf(amount) === 2],
  [3, (amount) => digitsOf(amount) === 3],
  [4, (amount) => digitsOf(amount) === 4],
  ['trimmed', (amount) => !/\.\d*0$/.test(amount)],
]

function digitsOf(amount: string): number {
  const point = amount.indexOf('.')
  return point < 0 ? 0 : amount.length - point - 1
}

/** The ways in which amounts may be written, narrowed by each that is seen (question format.money). */
export class MoneyWays {
  #left = WAYS
  /** The amounts that ruled a way out, or the first that did not. */
  evidence: readonly Exchange[] = []

  see(amount: string, currency: string, exchange: Exchange): void {
    const own = currencyDigits(currency)
    if (this.evidence.length > 0 && this.#left.every(([, fits]) => fits(amount, own))) return
    const left = this.#left.filter(([, fits]) => fits(amount, own))
    this.evidence = [...this.evidence, exchange].slice(-3)
    this.#left = left
  }

  /** The ways that explain all that was seen, the likeliest first. */
  get left(): readonly Way[] {
    return this.#left.map(([way]) => way)
  }
}

import { currencyDigits } from '../../schemas/commerce/money.ts'
import { decimalText, parseDecimal, type Decimal } from './decimal.ts'
import { remembered } from './remembered.ts'

/** Writes amounts of one currency in one locale. */
export type MoneyFormat = (amount: Decimal) => string

const MOST_DIGITS = 20

/**
 * Formats money exactly, whatever its size. All amounts of a document have the same number of digits: those of the
 * currency (ISO 4217, as the API has them; Intl counts others for some), or more where one of `amounts` has more.
 */
export function moneyFormat(
  locale: string,
  currency: string,
  amounts: readonly (Decimal | null)[] = [],
): MoneyFormat {
  const code = currency.toUpperCase()
  const isCode = /^[A-Z]{3}$/.test(code)
  const usual = isCode ? currencyDigits(code) : 2
  const digits = Math.min(MOST_DIGITS, Math.max(usual, ...amounts.map((a) => (a ? fractionOf(a) : 0))))
  const style = isCode ? { style: 'currency' as const, currency: code } : {}
  const formatOf = (shown: number) =>
    numberFormat(locale, { ...style, minimumFractionDigits: shown, maximumFractionDigits: shown })
  const format = formatOf(digits)
  return (amount) => {
    const shown = Math.min(MOST_DIGITS, fractionOf(amount))
    const text = withTrueMinus((shown > digits ? formatOf(shown) : format).format(exact(amount)))
    return isCode ? text : `${text} ${currency}`.trim()
  }
}

/** Intl writes a hyphen in most languages. */
const withTrueMinus = (text: string) => text.replace('-', '\u2212')

const fractionOf = (amount: Decimal) => decimalText(amount).split('.')[1]?.length ?? 0

const exact = (amount: Decimal): Intl.StringNumericLiteral =>
  // Intl reads a decimal string exactly; its type asks for a literal, which only the parser of numbers can promise.
  `${decimalText(amount)}` as Intl.StringNumericLiteral

const numberFormat = remembered(
  200,
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)

/** A tax rate, a decimal fraction, as a percentage: 0.2 is 20%, 0.0825 is 8.25%. */
export const percentage = (locale: string, rate: number): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(rate)

/** A count as the locale writes it. */
export const count = (locale: string, value: number): string => countFormat(locale).format(value)

const countFormat = remembered(
  200,
  (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }),
)

/** An amount as it stands in a record: formatted when it is one, else as it is. */
export function amountText(money: MoneyFormat, price: string): string {
  const amount = parseDecimal(price)
  return amount ? money(amount) : price
}

import { decimalText, parseDecimal, type Decimal } from './decimal.ts'
import { remembered } from './remembered.ts'

/** Writes amounts of one currency in one locale. */
export type MoneyFormat = (amount: Decimal) => string

/** Formats money exactly, whatever its size; digits that the currency has not are shown, never rounded away. */
export function moneyFormat(locale: string, currency: string): MoneyFormat {
  const code = currency.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) return plainFormat(locale, currency)
  const usual = numberFormat(locale, { style: 'currency', currency: code })
  const digits = usual.resolvedOptions().maximumFractionDigits ?? 2
  return (amount) => {
    const format = fractionOf(amount) <= digits ? usual : withDigits(locale, code, fractionOf(amount))
    return format.format(exact(amount))
  }
}

const plainFormat =
  (locale: string, currency: string): MoneyFormat =>
  (amount) => {
    const digits = {
      minimumFractionDigits: 2,
      maximumFractionDigits: Math.max(2, Math.min(fractionOf(amount), 20)),
    }
    return `${numberFormat(locale, digits).format(exact(amount))} ${currency}`.trim()
  }

const withDigits = (locale: string, currency: string, digits: number) =>
  numberFormat(locale, { style: 'currency', currency, maximumFractionDigits: Math.min(digits, 20) })

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
export const count = (locale: string, value: number): string =>
  numberFormat(locale, { maximumFractionDigits: 6 }).format(value)

/** An amount as it stands in a record: formatted when it is one, else as it is. */
export function amountText(money: MoneyFormat, price: string): string {
  const amount = parseDecimal(price)
  return amount ? money(amount) : price
}

import { currencyDigits } from '../../../schemas/commerce/money.ts'

/** Digits after the point that amounts of a currency have; none for what is no code of one. */
export const digitsOf = (currency: string): number =>
  /^[A-Z]{3}$/.test(currency) ? currencyDigits(currency) : 0

/**
 * Digits to which a platform may have rounded an amount that shows so many. Some round to hundredths even where the
 * currency has three digits.
 */
export const roundedDigits = (shown: number, currency: string): number =>
  Math.min(2, shown, digitsOf(currency))

/** An exact decimal number: `units` of 10 to the power of minus `scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

export const ZERO: Decimal = { units: 0n, scale: 0 }

/** Reads a decimal string as the API writes amounts; null when it is none. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  const units = BigInt(whole + digits)
  return { units: sign === '-' ? -units : units, scale: digits.length }
}

export const times = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, { units: -b.units, scale: b.scale })

const unitsAt = ({ units, scale }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - scale)

/** The number as a decimal string without trailing zeros. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

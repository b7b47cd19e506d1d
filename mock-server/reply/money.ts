/** Digits after the point: the currency's own, always that many, or as few as it takes (question format.money). */
export type MoneyFormat = 'currency' | 2 | 3 | 4 | 'trimmed'

/** A decimal string with other digits after the point; rounded half away from zero where digits are lost. */
export function formatMoney(amount: string, format: MoneyFormat): string {
  if (format === 'currency') return amount
  if (format === 'trimmed') return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const rounded = BigInt(fraction.padEnd(format + 1, '0')[format] ?? 0) >= 5n ? 1n : 0n
  const units = String(BigInt(whole + fraction.padEnd(format, '0').slice(0, format)) + rounded)
  const digits = units.padStart(format + 1, '0')
  return `${sign}${digits.slice(0, -format)}.${digits.slice(-format)}`
}

/** The number of the next invoice, and what next_invoice_number becomes by it (open question numbering). */
export interface Numbered {
  number: string
  next_invoice_number: string
}

/** Prefix and next number of the settings make an invoice's number; without a next number counting begins at 1. */
export function numbered(settings: { invoice_number_prefix: string; next_invoice_number: string }): Numbered {
  const next = settings.next_invoice_number || '1'
  return { number: settings.invoice_number_prefix + next, next_invoice_number: following(next) }
}

/** Counts on the digits at the end, leading zeros kept: `0042`, `0043`. A text without any gets `-2`, `-3`. */
function following(text: string): string {
  const nines = countAtEnd(text, (character) => character === '9')
  const head = text.slice(0, text.length - nines)
  const zeros = '0'.repeat(nines)
  const last = head.at(-1) ?? ''
  if (isDigit(last)) return `${head.slice(0, -1)}${Number(last) + 1}${zeros}`
  return nines > 0 ? `${head}1${zeros}` : `${text}-2`
}

// Any text may stand there, a million nines among them: digits are counted on as text.
function countAtEnd(text: string, holds: (character: string) => boolean): number {
  let count = 0
  while (count < text.length && holds(text.charAt(text.length - 1 - count))) count++
  return count
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1
}

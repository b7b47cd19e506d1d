import {
  decimalOf,
  fractionDigits,
  fromMinor,
  roundToMinor,
  sumOfLines,
  times,
  toMinor,
  withDigits,
} from '../../../schemas/commerce/money.ts'

// Lines and taxes that orders seldom have.

/** Letters whose case folds oddly, decomposed ones, some beyond the basic plane, and what looks like markup. */
export const ODD = 'İıſẞ Zoe\u0308 𝒳🦄 <&>'

/** What has no more than these characters every column of a database takes. */
const LONG = 200

export const longText = (mark: string): string =>
  `${mark} ${'Long & wide '.repeat(LONG)}`.slice(0, LONG - 2).trimEnd()

export type Line = Record<string, unknown>

/** More than a hundred lines in all: platforms hand on fifty or a hundred at a time. */
const NAMES = [...Array.from({ length: 99 }, (_, at) => `Line ${at + 5}`), 'Last']

/** So many more are more than the 250 that a platform hands on at a time at the most. */
const FURTHER = 150

/** Of what is dear: so many come to more than 2^31 hundredths, and to less than 2^32 with their taxes. */
const DEAR = 20

/** The price of one of the lines. */
const DEAR_PRICE = '1234567.89'

/** A rate of more digits than most, which some city has. */
const FINE_RATE = 0.08875

/**
 * Lines of every kind, more than a hundred, two of which say the same: amounts of a million and more, of nothing and below.
 * @param digits after the point of every amount
 * @param more by how many of its smallest units the dearest of them is dearer
 */
export function manyLines(digits: number, mark: string, more = 0): Line[] {
  const line = lineOf(digits, mark)
  return [
    line('Twin', '3', 2, 'KIT-1'),
    line(ODD, fromMinor(1n, digits), 70_000, 'KIT-2'),
    line('Twin', '3', 2, 'KIT-1'),
    { ...line('', dearPrice(digits, more), DEAR), title: longText(mark) },
    line('Free', '0'),
    line('Discount', '-5', 1, 'KIT-2'),
    ...NAMES.map((title, at) => line(title, String(10 + at))),
  ]
}

const dearPrice = (digits: number, more: number): string =>
  fromMinor(toMinor(DEAR_PRICE, digits) + BigInt(more), digits)

/** A line by its title, the digits of its price rounded. */
export const lineOf =
  (digits: number, mark: string) =>
  (title: string, price: string, quantity = 1, sku = '') => ({
    title: `${title} ${mark}`,
    // Whether outer blanks of texts are kept is open.
    variant_title: `V ${title}`.trim(),
    quantity,
    price: withDigits(price, digits),
    sku,
  })

/** The same, and so many more that all are more than 250. */
export const mostLines = (digits: number, mark: string): Line[] => [
  ...manyLines(digits, mark),
  ...Array.from({ length: FURTHER }, (_, at) => lineOf(digits, mark)(`Further ${at}`, String(at))),
]

/** More rates than most places have. */
const RATES = [0.19, 0.0775, FINE_RATE, 0.05, 0.021, 0]

/** Taxes of these lines, adding up; the last one is nothing, and is called as the first. */
export function manyTaxes(lines: readonly Line[], mark: string): Line[] {
  const sum = sumOfLines(lines)
  const digits = fractionDigits(lines[0]?.['price'])
  return RATES.map((rate, at) => ({
    title: `Tax ${at % (RATES.length - 1)} ${mark}`,
    rate,
    price: fromMinor(roundToMinor(times(sum, decimalOf(String(rate))), digits), digits),
  }))
}

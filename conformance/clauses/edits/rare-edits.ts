import { compareAmounts, fromMinor } from '../../../schemas/commerce/money.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import { instantOf, isDateTime } from '../../server/instants.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { digitsOf } from './currency-digits.ts'
import { doubtful, type Edit } from './edit.ts'
import { type Line, lineOf, longText, manyLines, manyTaxes, mostLines, ODD } from './many-lines.ts'
import { oddAddresses, oddTerms } from './odd-terms.ts'
import { digitsOn } from './shown-digits.ts'
import { termsShown, told } from './taken.ts'
import { wholeAddress } from './whole.ts'

// Edits of what orders seldom have: platforms may refuse them, or take them otherwise.

/** These lines, and taxes of them. */
const partsOf = (line_items: readonly Line[], mark: string) => ({
  line_items,
  tax_lines: manyTaxes(line_items, mark),
})

/** Two by the digits of their amounts, which need not be rounded then. */
const CURRENCIES: Readonly<Record<number, readonly string[]>> = {
  0: ['JPY', 'KRW'],
  2: ['CHF', 'SEK'],
  3: ['KWD', 'BHD'],
}

/** The first of some values that is another than it is now. */
const other = (now: string | undefined, ...values: readonly string[]) => values.find((value) => value !== now)

/** What an order says of itself: other values than its invoice shows, such as invoices of any store do. */
function otherTerms(
  { currency = 'EUR', financial_status, fulfillment_status, processed_at }: Partial<InvoiceDetail>,
  mark: string,
): OrderPatch {
  const currencies = CURRENCIES[digitsOf(currency)]
  return {
    // What is decoded once more than it should be is no name any more.
    name: `#K-${mark} 5%41`,
    number: 2 ** 32 + 7001,
    ...(isDateTime(processed_at) && { processed_at: longBefore(processed_at) }),
    ...(currencies && { currency: other(currency, ...currencies) }),
    financial_status: other(financial_status, 'partially_refunded', 'authorized'),
    fulfillment_status: other(fulfillment_status, 'fulfilled', 'unfulfilled'),
  }
}

/** The id of another customer, larger than a column of 32 bits holds. */
const otherId = ({ customer }: Partial<InvoiceDetail>): number =>
  customer?.id === 2 ** 32 + 7002 ? 2 ** 32 + 7003 : 2 ** 32 + 7002

/** More than a year before: on no day that a list is asked for. */
const longBefore = (time: string): string => new Date(instantOf(time) - 400 * 86_400_000).toISOString()

const oddNote = (mark: string) =>
  `${ODD} ${mark}\n\n<b>${'Fine print, line by line.\n'.repeat(20)}</b> &amp; – end`

export const rareNames = (mark: string) => ({ first_name: ODD, last_name: `ẞtraßeİ ${mark}` })

const oddCity = (mark: string) => ({ city: `${ODD} ${mark}`, company: longText(mark) })

/** A country whose name has other letters than most, where names are written. */
function oddCountry({ billing_address: shown }: InvoiceDetail): { country?: string } {
  return isObject(shown) && String(shown['country']).length > 2 ? { country: 'Türkiye' } : {}
}

/**
 * An order that is rare in all that it says, or is ahead of its time and has more lines still; then one of fewer, then of
 * lines none of which is for nothing, or below, if that is refused.
 */
export function rareOrders(digits: number, mark: string, isAhead = false): OrderPatch[] {
  const lines = manyLines(digits, mark)
  const priced = lines.filter((line) => signOf(line) > 0n)
  return [...(isAhead ? [mostLines(digits, mark)] : []), lines, priced].map((some) => ({
    ...otherTerms({ processed_at: isAhead ? '2037-12-31T12:00:00Z' : '2024-02-29T23:30:00Z' }, mark),
    note: oddNote(mark),
    billing_address: wholeAddress(null, oddCity(mark)),
    shipping_address: wholeAddress(null, { city: `Ship ${mark}` }),
    ...partsOf(some, mark),
  }))
}

/** A discount that nothing is discounted from, in a currency that has so many digits, then in whichever the order is. */
export function belowNothingIn(digits: number, mark: string): OrderPatch[] {
  const patch = belowNothing(digits, mark)
  const [currency] = CURRENCIES[digits] ?? []
  return [...(currency === undefined ? [] : [{ ...patch, currency }]), patch]
}

/** Below, at or above 0n as the price of a line is. */
const signOf = ({ price }: Line): bigint => compareAmounts(price, '0') ?? 0n

/** A discount, and nothing that is discounted. */
const belowNothing = (digits: number, mark: string): OrderPatch =>
  partsOf(
    manyLines(digits, mark).filter((line) => signOf(line) < 0n),
    mark,
  )

const partsEdited = (name: string, patch: OrderPatch, total?: Edit['total']): Edit =>
  doubtful(name, patch, {
    shown: told(patch),
    computed: ['total_price', 'tax_lines'],
    ...(total && { total }),
  })

/** Lines that are rarer still, each by itself: a platform that refuses one may take the others. */
function lineByLine(digits: number, mark: string): Edit[] {
  const line = lineOf(digits, mark)
  return [
    partsEdited(
      'a discount of less than one',
      partsOf([line('Kept', '7', 1, '00123'), line('Rounding', fromMinor(-1n, digits))], mark),
    ),
    partsEdited('a line of no quantity', partsOf([line('Kept', '7'), line('None', '5', 0)], mark)),
    inCurrency('an amount of no digits', 'JPY', lineOf(0, mark)('Whole', '1050')),
    inCurrency('an amount of three digits', 'KWD', lineOf(3, mark)('Fine', '1.005')),
  ]
}

/** Whatever digits are shown of it, list and read show the same. */
const inCurrency = (name: string, currency: string, line: ReturnType<ReturnType<typeof lineOf>>): Edit =>
  doubtful(
    name,
    { currency, line_items: [line], tax_lines: [] },
    {
      shown: {},
      computed: ['total_price', 'currency', 'line_items', 'tax_lines'],
      price: line.price,
    },
  )

/** One after the other; how the total moves is told by the lines alone. */
export function rareEdits(invoice: InvoiceDetail, mark: string): Edit[] {
  const [many, none] = ['lines of every kind', 'no line any more']
  const terms = otherTerms(invoice, mark)
  const digits = digitsOn(invoice)
  const lines = (more?: number) => manyLines(digits, mark, more)
  return [
    doubtful('what the order says of itself', terms, {
      shown: termsShown(terms),
      // Of another currency amounts may be others.
      computed: ['total_price', 'line_items', 'tax_lines'],
    }),
    // Some leave out the time of day where it is nought.
    ...(isDateTime(invoice.processed_at)
      ? [
          doubtful('a time at midnight', {
            processed_at: `${longBefore(invoice.processed_at).slice(0, 10)}T00:00:00Z`,
          }),
        ]
      : []),
    ...oddTerms(invoice, digits, mark),
    doubtful(
      'the payment state alone',
      { financial_status: other(invoice.financial_status, 'partially_paid', 'paid') },
      { query: { packing_slip: true }, computed: ['total_price'] },
    ),
    // Whether its email is kept in small letters is open (question input.strings): it is searched as it is shown.
    doubtful(
      'another customer',
      { customer: { id: otherId(invoice), email: `Other.${mark}@Example.com` } },
      { shown: { customer: { id: otherId(invoice) } }, computed: ['customer'] },
    ),
    doubtful('texts of odd letters', {
      note: oddNote(mark),
      customer: rareNames(mark),
      billing_address: { ...oddCity(mark), ...rareNames(mark), ...oddCountry(invoice) },
      shipping_address: oddCountry(invoice),
    }),
    partsEdited(many, partsOf(lines(), mark)),
    // In reverse, and by other names: what an old line or tax had in the same place, and the new one has not, is gone.
    {
      ...partsEdited('a little more', partsOf(lines(1).toReversed(), `${mark} more`), ['more', many]),
      query: { packing_slip: true },
    },
    partsEdited('a little less', partsOf(lines(), mark), ['same', many]),
    partsEdited('more than 250 lines', partsOf(mostLines(digits, mark), mark), ['more', many]),
    partsEdited(none, { line_items: [], tax_lines: [] }, ['less', many]),
    partsEdited('a line below nothing', belowNothing(digits, mark), ['less', none]),
    ...lineByLine(digits, mark),
    ...oddAddresses(mark),
  ]
}

import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import { type Line, lineOf, manyTaxes } from '../edits/many-lines.ts'
import { shownDigits } from '../edits/shown-digits.ts'
import { documentOf, type Document, type DocumentQuery } from './document.ts'

/** Prices and quantities that no document shows by chance. */
const PRICES = ['613.47', '487.29'] as const
const FURTHER_PRICES = ['829.13', '571.86'] as const
const QUANTITIES = [529, 743] as const

/**
 * An order is invoiced, then nothing but the price of its line changes, then nothing but the quantity: what a document showed
 * of the first value, it shows of the second, and the same of the total. At last come lines of other prices: where it showed the one, it shows each.
 */
export const regeneratedAmounts = check(['regenerate.pdf', 'regenerate.packing-slip'], {
  name: 'documents after edits of nothing but a number',
  async run(law) {
    const digits = shownDigits((await law.store.invoices()).items)
    const [line, dearer, more] = linesOf(law.marker, digits)
    const order = law.orders.take(false, true)
    const made = order && (await invoiced(law, order, line))
    if (!made) return law.notExercised('no order is left that a hook edits, or it takes no lines of ours')
    await judgeEdit(law.of('regenerate.pdf'), made, [line, dearer], 'price', {})
    await judgeEdit(law.of('regenerate.packing-slip'), made, [dearer, more], 'quantity', {
      packing_slip: true,
    })
    await judgeMore(law.of('regenerate.pdf'), made, [more, ...furtherLines(law.marker, digits)])
  },
})

function furtherLines(mark: string, digits: number): Line[] {
  const line = lineOf(digits, mark)
  return FURTHER_PRICES.map((price, at) => line(`Further ${at}`, price, QUANTITIES[at] ?? 1))
}

/** The line as it is invoiced, with another price, and with another quantity too. */
function linesOf(mark: string, digits: number): [Line, Line, Line] {
  const line = lineOf(digits, mark)
  return [
    line('Counted', PRICES[0], QUANTITIES[0]),
    line('Counted', PRICES[1], QUANTITIES[0]),
    line('Counted', PRICES[1], QUANTITIES[1]),
  ]
}

const withLines = ({ platform, marker }: Law, { order_id, draft }: Order, line_items: Line[]) =>
  refusalOf(
    async () =>
      void (await platform.edit(order_id, draft, { line_items, tax_lines: manyTaxes(line_items, marker) })),
  )

/** The invoice of an order that has this line alone; null where it cannot be had. */
async function invoiced(law: Law, order: Order, line: Line): Promise<Creation | null> {
  if (await withLines(law, order, [line])) return null
  const before = await law.store.invoices()
  return creation(before, order, await law.call('createInvoice', { body: bodyOf(order) }))
}

async function judgeEdit(
  law: Law,
  made: Creation,
  [was, line]: readonly [Line, Line],
  field: 'price' | 'quantity',
  query: DocumentQuery,
): Promise<void> {
  const { slug } = made.invoice
  const [first, second] = [String(was[field]), String(line[field])]
  const before = await documentOf(law, slug, query)
  if (before.text.trim() === '') return law.missing('the text of the documents cannot be read')
  if (!isIn(before, first)) return law.missing(`documents that show the ${field} of a line would show it`)
  const total = totalIn(await law.call('readInvoice', { params: { slug } }))
  if (await withLines(law, made, [line])) return
  const regenerated = law.success(
    await law.call('regenerateInvoice', { params: { slug }, query: { ...query } }),
  )
  const after = await documentOf(law, slug, query)
  const exchanges = [...before.exchanges, ...after.exchanges]
  const got = after.text.slice(0, 1000)
  law.judge(isIn(after, second), {
    message: `a line of the order said ${first}, and says ${second}`,
    expected: `a document that shows ${second}, where the one before shows ${first}`,
    got,
    exchanges,
  })
  const now = totalIn(regenerated)
  if (total === null || now === null || total === now || !isIn(before, total)) return
  law.judge(isIn(after, now) || !isIn(after, total), {
    message: `the total of the order was ${total}, and is ${now}`,
    expected: `a document that shows ${now}, where the one before shows ${total}`,
    got,
    exchanges,
  })
}

/** The total that an answer tells; null for what is no amount. */
function totalIn(exchange: Exchange): string | null {
  const invoice = member(exchange, 'invoice')
  const total = isObject(invoice) ? String(invoice['total_price']) : ''
  return /^\d{5,}(\.\d+)?$/.test(total) ? total : null
}

/** A document that shows the price of its one line shows that of each of several. */
async function judgeMore(law: Law, made: Creation, lines: Line[]): Promise<void> {
  const { slug } = made.invoice
  const prices = lines.map(({ price }) => String(price))
  const before = await documentOf(law, slug)
  if (!isIn(before, prices[0] ?? '') || (await withLines(law, made, lines))) return
  law.success(await law.call('regenerateInvoice', { params: { slug } }))
  const after = await documentOf(law, slug)
  const missing = prices.find((price) => !isIn(after, price))
  law.judge(missing === undefined, {
    message: `the order has lines of ${prices.join(', ')} each`,
    expected: `a document that shows ${missing}, where the one before shows the price of its one line`,
    got: after.text.slice(0, 1000),
    exchanges: [...before.exchanges, ...after.exchanges],
  })
}

/** What may stand between the thousands of an amount. */
const GROUPED = String.raw`[.,'\u2019\s\u00a0\u202f\u066c]?`

/** Whether a text shows a number, whatever parts its fraction and its thousands. */
const isIn = ({ text }: Document, value: string): boolean => new RegExp(amountPattern(value)).test(text)

/** What shows a number, as a regular expression. */
export function amountPattern(value: string): string {
  const [whole = '', fraction] = value.split('.')
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, GROUPED)
  const parted = fraction === undefined ? thousands : `${thousands}[.,\u066b]${fraction}`
  return `(?<!\\d)${parted}(?!\\d)`
}

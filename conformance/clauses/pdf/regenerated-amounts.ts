import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { refusalOf } from '../../server/store/platform.ts'
import { type Line, lineOf, manyTaxes } from '../edits/many-lines.ts'
import { shownDigits } from '../edits/shown-digits.ts'
import { documentOf, type Document, type DocumentQuery } from './document.ts'

/** Two prices, and two quantities, that no document shows by chance. */
const PRICES = [613.47, 487.29] as const
const QUANTITIES = [529, 743] as const

/**
 * An order is invoiced, then nothing but the price of its line changes, then nothing but the quantity: what a document showed
 * of the first value, it shows of the second.
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
  },
})

/** The line as it is invoiced, with another price, and with another quantity too. */
function linesOf(mark: string, digits: number): [Line, Line, Line] {
  const line = lineOf(digits, mark)
  return [
    line('Counted', PRICES[0], QUANTITIES[0]),
    line('Counted', PRICES[1], QUANTITIES[0]),
    line('Counted', PRICES[1], QUANTITIES[1]),
  ]
}

const withLine = ({ platform, marker }: Law, { order_id, draft }: Order, line: Line) =>
  refusalOf(
    async () =>
      void (await platform.edit(order_id, draft, {
        line_items: [line],
        tax_lines: manyTaxes([line], marker),
      })),
  )

/** The invoice of an order that has this line alone; null where it cannot be had. */
async function invoiced(law: Law, order: Order, line: Line): Promise<Creation | null> {
  if (await withLine(law, order, line)) return null
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
  if (!isIn(before, first)) return law.missing(`documents that show the ${field} of a line would show it`)
  if (await withLine(law, made, line)) return
  law.success(await law.call('regenerateInvoice', { params: { slug }, query: { ...query } }))
  const after = await documentOf(law, slug, query)
  law.judge(isIn(after, second), {
    message: `a line of the order said ${first}, and says ${second}`,
    expected: `a document that shows ${second}, where the one before shows ${first}`,
    got: after.text.slice(0, 1000),
    exchanges: [...before.exchanges, ...after.exchanges],
  })
}

/** Whether a text shows a number, whatever parts its fraction. */
function isIn({ text }: Document, value: string): boolean {
  const [whole = '', fraction] = value.split('.')
  const parted = fraction === undefined ? whole : `${whole}[.,\u066b]${fraction}`
  return new RegExp(`(?<!\\d)${parted}(?!\\d)`).test(text)
}

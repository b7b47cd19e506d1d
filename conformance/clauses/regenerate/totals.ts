import { areWithin, compareAmounts, fractionDigits } from '../../../schemas/commerce/money.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { roundedDigits } from '../edits/currency-digits.ts'
import type { Edit } from '../edits/edit.ts'
import type { Lack } from '../edits/lacking.ts'
import { inWords, type Shown } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'

/** The invoice after each edit, by the name of the edit. */
export type Totals = Map<string, Shown>

type Relation = NonNullable<Edit['total']>[0]

const COMPARED: Record<Relation, (now: InvoiceDetail, than: InvoiceDetail) => boolean> = {
  more: (now, than) => (compareAmounts(now.total_price, than.total_price) ?? 0n) > 0n,
  // There are platforms that pay nothing out: their totals end at zero.
  less: (now, than) =>
    (compareAmounts(now.total_price, than.total_price) ?? 0n) < 0n ||
    [now, than].every(({ total_price }) => compareAmounts(total_price, '0') === 0n),
  same: (now, than) => isRounded(now.total_price, than.total_price, now),
}

/** A line more raises the total, a line less lowers it, the same lines give the same total again. */
export function judgeTotal(law: Law, totals: Totals, { name, total }: Edit, now: Shown): void {
  totals.set(name, now)
  const [is, than] = total ?? []
  const earlier = than !== undefined && totals.get(than)
  if (is === undefined || !earlier) return
  law.judge(COMPARED[is](now.invoice, earlier.invoice), {
    message: `${name}, after an edit of the order`,
    expected: `a total_price ${is === 'same' ? 'like' : `${is} than`} that after ${than}, ${earlier.invoice.total_price}`,
    got: inWords(now.invoice, ['total_price']),
    exchanges: [earlier.exchange, now.exchange],
  })
}

/**
 * True if two amounts of one order are equal but for rounding. No clause states how a platform adds: a sum of floats in
 * another order of lines can turn a half cent. Each tax, and the total, may then differ by the smallest unit.
 */
function isRounded(
  now: unknown,
  was: unknown,
  { currency, tax_lines }: Pick<InvoiceDetail, 'currency' | 'tax_lines'>,
): boolean {
  const shown = Math.max(fractionDigits(now), fractionDigits(was))
  const units = BigInt([tax_lines].flat().length + 1)
  return sameValue(now, was) || areWithin(now, was, units, roundedDigits(shown, currency))
}

const COMPUTED = /^(total_price|tax_lines\.\d+\.price)$/

/** True if what an invoice lacks is an amount that the platform computed from the same lines, and rounded differently. */
export const isRounding = ({ path, expected, got }: Lack, invoice: InvoiceDetail): boolean =>
  COMPUTED.test(path) && isRounded(got, expected, invoice)

/** The price of the one line, in whole numbers at least. */
export function judgePrice(law: Law, { name, price }: Edit, { invoice, exchange }: Shown): void {
  if (price === undefined) return
  const shown = invoice.line_items[0]?.price
  law.judge(areWithin(shown, price, 1n, 0), {
    message: `${name}, after an edit of the order`,
    expected: `line_items.0.price near ${price}`,
    got: JSON.stringify(shown) ?? 'nothing',
    exchanges: exchange,
  })
}

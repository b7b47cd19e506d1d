import type { InvoiceDetail } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isObject } from '../../server/client/exchange.ts'
import { shows } from '../../server/pdf/text.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { digitsOf } from '../edits/currency-digits.ts'
import { lacking } from '../edits/lacking.ts'
import { wholeAddress } from '../edits/whole.ts'
import { invoiceOf } from '../same-invoice.ts'
import { spareInvoice } from '../spare-invoice.ts'
import { documentOf, type Document, type DocumentQuery } from './document.ts'
import { newEdit } from './edits.ts'
import { amountPattern } from './regenerated-amounts.ts'

/** Of two digits, and seldom written by anything but its code. */
const CURRENCY = 'CHF'
const isInOther = ({ text }: Document): boolean => shows(text, CURRENCY) || /\bS?Fr\b/.test(text)

/** regenerate.pdf: amounts that stood beside the code or sign of their currency stand beside those of another once the order has it. */
async function judgeCurrency(law: Law, made: Creation): Promise<void> {
  const { currency, total_price } = made.invoice
  if (currency === CURRENCY || digitsOf(currency) !== 2) return
  const before = await documentOf(law, made.invoice.slug)
  if (!isIn(before, currency, total_price) || isInOther(before)) return
  const now = await regenerated(law, made, { currency: CURRENCY })
  if (!now) return
  const { document, invoice } = now
  law.judge(isInOther(document) || !isIn(document, currency, invoice.total_price), {
    message: `the order's currency was ${currency}, and is ${CURRENCY}`,
    expected: `a document of amounts in ${CURRENCY}`,
    got: document.text.slice(0, 1000),
    exchanges: [...before.exchanges, ...document.exchanges],
  })
}

/** Whether the code of a currency, or a sign of it, stands beside an amount. */
const isIn = ({ text }: Document, currency: string, amount: string): boolean =>
  [currency, ...signsOf(currency)].some((sign) => {
    const escaped = sign.replaceAll(/[$.]/g, String.raw`\$&`)
    const pattern = amountPattern(String(amount))
    return new RegExp(String.raw`${pattern}\s?${escaped}|${escaped}\s?${pattern}`, 'u').test(text)
  })

/** As English writes it: €, A$, $. */
const signsOf = (currency: string): string[] =>
  (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )

/**
 * regenerate.pdf, regenerate.packing-slip: a street that the shipping address has alone is shown, however much of the
 * rest it has in common with the billing address, where that of an address with nothing in common was.
 */
async function judgeNear(law: Law, made: Creation, query: DocumentQuery): Promise<void> {
  const { billing_address, shipping_address } = made.invoice
  if (!isObject(billing_address) || !isObject(shipping_address)) return
  const [far, near] = [10, 11].map((n) => newEdit(law.session, n).destination)
  const apart = { address1: `${far} 7`, city: `${far}haven`, zip: '90210', last_name: `${far}sen` }
  const before = await regenerated(
    law,
    made,
    { shipping_address: wholeAddress(shipping_address, apart) },
    query,
  )
  if (!before || !shows(before.document.text, `${far} 7`)) return
  const beside = wholeAddress(billing_address, { address1: `${near} 9` })
  const after = await regenerated(law, made, { shipping_address: beside }, query)
  if (!after) return
  law.judge(shows(after.document.text, `${near} 9`), {
    message: 'the shipping address differs from the billing address in its street alone',
    expected: `a document that shows ${near} 9, where the one before shows ${far} 7`,
    got: after.document.text.slice(0, 1000),
    exchanges: [...before.document.exchanges, ...after.document.exchanges],
  })
}

interface Regenerated {
  document: Document
  invoice: InvoiceDetail
}

/** The invoice and its document once the order was edited so; null where platform or server has not taken it so. */
async function regenerated(
  law: Law,
  { order_id, draft, invoice: { slug } }: Creation,
  patch: OrderPatch,
  query: DocumentQuery = {},
): Promise<Regenerated | null> {
  if (await refusalOf(() => law.platform.edit(order_id, draft, patch))) return null
  const answer = await law.call('regenerateInvoice', { params: { slug }, query: { ...query } })
  // A server need not make an invoice of any order.
  if (law.is('unprocessable', answer)) return null
  const invoice = invoiceOf(law, answer)
  return lacking(patch, invoice).length === 0
    ? { invoice, document: await documentOf(law, slug, query) }
    : null
}

/** What nothing else of an order tells: of its terms one alone is edited. */
export const regeneratedTerms = check(['regenerate.pdf', 'regenerate.packing-slip'], {
  name: 'documents after edits of the currency, and of an address until it is near the other',
  needs: ['orders', 'edit_order', 'pdf'],
  async run(law) {
    const made = await spareInvoice(law, { editable: true })
    if (!made) return law.missing('an order more that a hook edits would show it')
    await judgeCurrency(law.of('regenerate.pdf'), made)
    const { currency } = made.invoice
    await refusalOf(() => law.platform.edit(made.order_id, made.draft, { currency }))
    await judgeNear(law.of('regenerate.packing-slip'), made, { packing_slip: true })
    await judgeNear(law.of('regenerate.pdf'), made, {})
  },
})

import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn, isOfAnotherOrder, type Known } from '../../server/activity/new-invoices.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { records, type Collection } from '../../server/store/inventory.ts'
import { sameValue } from '../same-value.ts'
import { isSearchable } from '../search-texts.ts'
import { differingFields } from '../stated-fields.ts'

/** The clause demands that the order's invoice is the only one of its order since `before` was read. */
export async function judgeNoTwin(
  law: Law,
  before: Known,
  invoice: InvoiceDetail,
  exchanges: readonly Exchange[],
): Promise<void> {
  const listed = await law.walk('listInvoices')
  const found = isSearchable(invoice.order_name)
    ? await law.walk('searchInvoices', { query: { q: invoice.order_name } })
    : { items: [], exchanges: [] }
  const known = new Set(before.items.map(({ slug }) => slug))
  const suspects = [...listed.items, ...found.items].filter(
    (item) => !known.has(item.slug) && isTwin(item, invoice),
  )
  for (const { slug, number } of new Map(suspects.map((item) => [item.slug, item])).values())
    if (await isOfOrder(law, slug, invoice))
      throw law.violation({
        message: 'the order has more than one invoice',
        expected: `invoice ${invoice.number} (${invoice.slug}) alone`,
        got: `invoice ${number} (${slug}) besides`,
        exchanges: [...exchanges, ...[...listed.exchanges, ...found.exchanges].filter(showing(slug))],
      })
  law.pass()
  if (listed.complete) await judgeCount(law, listed, exchanges)
}

/** Orders may share a name and a total: one whose invoice the run made of another order is none, nor one that tells of another. */
async function isOfOrder(law: Law, slug: string, invoice: InvoiceDetail): Promise<boolean> {
  if (isOfAnotherOrder(law.session, slug, invoice.slug)) return false
  const own = invoiceIn(await law.call('readInvoice', { params: { slug: invoice.slug } }))
  const other = invoiceIn(await law.call('readInvoice', { params: { slug } }))
  return differingFields({ ...invoice, ...own }, other, OF_ITS_OWN).length === 0
}

/** What every invoice has of its own, whatever its order. */
export const OF_ITS_OWN: readonly string[] = ['id', 'slug', 'number', 'created_at', 'updated_at']

/** What the summary of an invoice shows of its order. */
const OF_ORDER = ['order_name', 'invoice_type', 'total_price', 'currency', 'financial_status'] as const

function isTwin(item: InvoiceSummary, invoice: InvoiceDetail): boolean {
  if (item.slug === invoice.slug || item.order_name == null) return false
  return OF_ORDER.every((field) => sameValue(item[field], invoice[field]))
}

const showing = (slug: string) => (exchange: Exchange) =>
  records<InvoiceSummary>(exchange, 'invoices').some((item) => item.slug === slug)

/** An invoice that the list hides may still count. */
async function judgeCount(
  law: Law,
  listed: Collection<InvoiceSummary>,
  exchanges: readonly Exchange[],
): Promise<void> {
  let pages = listed
  await law.settled(async () => {
    const last = pages.exchanges.slice(-1)
    const [total] = last.map(totalOf)
    const count = pages.items.length
    if (total === count) return null
    pages = await law.walk('listInvoices')
    return {
      message: 'the collection counts more invoices than it shows',
      expected: `a total of ${count}`,
      got: String(total),
      exchanges: [...exchanges, ...last],
    }
  })
}

function totalOf(exchange: Exchange): unknown {
  const meta = member(exchange, 'meta')
  return isObject(meta) ? meta['total'] : undefined
}

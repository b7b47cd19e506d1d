import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records, type Collection } from '../../server/store/inventory.ts'
import { isSearchable } from '../search/search-texts.ts'
import { sameValue } from '../same-value.ts'
import { differingFields } from '../stated-fields.ts'

/** The clause demands that the order's invoice is the only one of its order since `before` was read. */
export async function judgeNoTwin(
  law: Law,
  clause: ClauseId,
  {
    before,
    invoice,
    exchanges,
  }: { before: Collection<{ slug: string }>; invoice: InvoiceDetail; exchanges: readonly Exchange[] },
): Promise<void> {
  const listed = await law.walk('listInvoices')
  const found = isSearchable(invoice.order_name)
    ? await law.walk('searchInvoices', { query: { q: invoice.order_name } })
    : { items: [], exchanges: [] }
  const known = new Set(before.items.map(({ slug }) => slug))
  const suspects = [...new Map([...listed.items, ...found.items].map((item) => [item.slug, item])).values()]
  const twin = await firstOf(
    suspects.filter((item) => !known.has(item.slug) && isTwin(item, invoice)),
    (item) => isOfOrder(law, item.slug, invoice),
  )
  law.of(clause).judge(twin === undefined, {
    message: 'the order has more than one invoice',
    expected: `invoice ${invoice.number} (${invoice.slug}) alone`,
    got: `invoice ${twin?.number} (${twin?.slug}) besides`,
    exchanges: [
      ...exchanges,
      ...[...listed.exchanges, ...found.exchanges].filter((one) => shows(one, twin?.slug)),
    ],
  })
  if (listed.complete) await judgeCount(law, clause, listed, exchanges)
}

/** The first that passes the test. */
async function firstOf<T>(items: readonly T[], test: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await test(item)) return item
  return undefined
}

/** Orders may share a name and a total: one whose invoice the run made of another order is none, nor one that tells of another. */
async function isOfOrder(law: Law, slug: string, invoice: InvoiceDetail): Promise<boolean> {
  const { orderOf } = law.session
  if (orderOf.has(slug) && orderOf.get(slug) !== orderOf.get(invoice.slug)) return false
  const own = {
    ...invoice,
    ...(member(await law.call('readInvoice', { params: { slug: invoice.slug } }), 'invoice') as object),
  }
  const other = member(await law.call('readInvoice', { params: { slug } }), 'invoice')
  return differingFields(own, other, OF_ITS_OWN).length === 0
}

const OF_ITS_OWN = ['id', 'slug', 'number', 'created_at', 'updated_at']

/** What the summary of an invoice shows of its order. */
const OF_ORDER = ['order_name', 'invoice_type', 'total_price', 'currency', 'financial_status'] as const

function isTwin(item: InvoiceSummary, invoice: InvoiceDetail): boolean {
  if (item.slug === invoice.slug || item.order_name == null) return false
  return OF_ORDER.every((field) => sameValue(item[field], invoice[field]))
}

const shows = (exchange: Exchange, slug: string | undefined) =>
  records<InvoiceSummary>(exchange, 'invoices').some((item) => item.slug === slug)

/** An invoice that the list hides may still count; someone else's comes in between at most once. */
async function judgeCount(
  law: Law,
  clause: ClauseId,
  listed: Collection<InvoiceSummary>,
  exchanges: readonly Exchange[],
): Promise<void> {
  let collection = listed
  if (totalOf(collection) !== collection.items.length) collection = await law.walk('listInvoices')
  law.of(clause).judge(totalOf(collection) === collection.items.length, {
    message: 'the collection counts more invoices than it shows',
    expected: `a total of ${collection.items.length}`,
    got: String(totalOf(collection)),
    exchanges: [...exchanges, ...collection.exchanges.slice(-1)],
  })
}

function totalOf({ exchanges }: Collection<unknown>): number | undefined {
  return (exchanges.at(-1)?.response.json as { meta?: { total?: number } } | undefined)?.meta?.total
}

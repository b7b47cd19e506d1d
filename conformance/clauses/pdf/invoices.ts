import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice } from '../../server/store/new-invoices.ts'
import { oddFirst } from '../search/search-texts.ts'

/** What a check of documents knows of an invoice. */
export type Listed = Pick<InvoiceSummary, 'slug' | 'number' | 'invoice_type'>

/**
 * Invoices of the store, or one more made of an order where it has fewer than two. Those of the type invoice come
 * first: an order's. Imported orders are left out: whether they have a PDF is open (create.platform_order_type).
 */
export async function invoicesWithDocuments(law: Law, most: number): Promise<Listed[]> {
  const { items } = await law.store.invoices()
  const fitting = items.filter(isWhole).filter(({ invoice_type }) => invoice_type !== 'platform_order')
  const orders = fitting.filter(({ invoice_type }) => invoice_type === 'invoice')
  const all = [...orders, ...fitting.filter((item) => !orders.includes(item))]
  const sample = spread(all, most)
  if (all.length > 1 || !law.permits('createInvoice')) return sample
  const made = await createInvoice(law.session)
  return made && !all.some(({ slug }) => slug === made.invoice.slug) ? [...sample, made.invoice] : sample
}

const isWhole = (item: InvoiceSummary) =>
  typeof item.slug === 'string' && typeof item.number === 'string' && item.slug !== ''

/** What sets invoices apart: of each value one is taken. */
const TRAITS = ['invoice_type', 'financial_status', 'currency'] as const

/** The first, one of each trait, those with odd names, the last, and others in between. */
function spread(items: readonly InvoiceSummary[], most: number): Listed[] {
  const step = Math.max(1, Math.floor(items.length / most))
  const odd = oddFirst(items, ({ customer_name }) => String(customer_name)).slice(0, 2)
  const traits = TRAITS.flatMap((trait) => [
    ...new Map(items.toReversed().map((item) => [item[trait], item])).values(),
  ])
  const even = items.filter((_, index) => index % step === 0)
  return [...new Set([...items.slice(0, 1), ...odd, ...traits, ...items.slice(-1), ...even])].slice(0, most)
}

/** Two invoices of orders, of which one may be missing. */
export async function twoInvoices(law: Law): Promise<[Listed?, Listed?]> {
  const found = await invoicesWithDocuments(law, 8)
  const orders = found.filter(({ invoice_type }) => invoice_type === 'invoice')
  const [first, second] = orders.length > 1 ? orders : found
  return [...(first ? [first] : []), ...(second ? [second] : [])] as [Listed?, Listed?]
}

/** A quote and a pro-forma, as far as the store has them. */
export async function draftInvoices(law: Law): Promise<Listed[]> {
  const { items } = await law.store.invoices()
  return (['quote', 'pro_forma'] as const).flatMap(
    (type) => items.filter(isWhole).find(({ invoice_type }) => invoice_type === type) ?? [],
  )
}

import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Trial } from '../../judge/trial.ts'
import { createInvoice } from '../../store/new-invoices.ts'
import { oddFirst } from '../search/search-texts.ts'

/** What a check of documents knows of an invoice. */
export type Listed = Pick<InvoiceSummary, 'slug' | 'number' | 'invoice_type'>

/**
 * Invoices of the store, or one more made of an order where it has fewer than two. Those of the type invoice come
 * first: an order's. Imported orders are left out: whether they have a PDF is open (create.platform_order_type).
 */
export async function invoicesWithDocuments(trial: Trial, most: number): Promise<Listed[]> {
  const { items } = await trial.session.inventory.invoices()
  const fitting = items.filter(isWhole).filter(({ invoice_type }) => invoice_type !== 'platform_order')
  const orders = fitting.filter(({ invoice_type }) => invoice_type === 'invoice')
  const all = [...orders, ...fitting.filter((item) => !orders.includes(item))]
  if (all.length > 1 || !trial.session.client.permits('createInvoice')) return spread(all, most)
  const made = await createInvoice(trial.session)
  return made && !all.some(({ slug }) => slug === made.invoice.slug) ? [...all, made.invoice] : all
}

const isWhole = (item: InvoiceSummary) =>
  typeof item.slug === 'string' && typeof item.number === 'string' && item.slug !== ''

/** The first, the last, those with odd names, and others in between. */
function spread<T extends Listed & { customer_name?: unknown }>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.floor(items.length / most))
  const odd = oddFirst(items, ({ customer_name }) => String(customer_name)).slice(0, 2)
  const even = items.filter((_, index) => index % step === 0)
  return [...new Set([...items.slice(0, 1), ...items.slice(-1), ...odd, ...even])].slice(0, most)
}

/** Two invoices of orders, of which one may be missing. */
export async function twoInvoices(trial: Trial): Promise<[Listed?, Listed?]> {
  const found = await invoicesWithDocuments(trial, 8)
  const orders = found.filter(({ invoice_type }) => invoice_type === 'invoice')
  const [first, second] = orders.length > 1 ? orders : found
  return [...(first ? [first] : []), ...(second ? [second] : [])] as [Listed?, Listed?]
}

import type { InvoiceSummary } from '../../../schemas/types.ts'
import type { Observer } from '../../judge/observer.ts'
import { createInvoice } from '../../server/activity/new-invoices.ts'
import { DRAFT_TYPES } from '../create/draft.ts'
import { hasDocument } from '../documented.ts'
import { oddFirst } from '../search-texts.ts'

/** What a check of documents knows of an invoice. */
export type Listed = Pick<InvoiceSummary, 'slug' | 'number' | 'invoice_type'>

/** Only an order has a packing slip for sure: a draft is not packed. */
export const isOfOrder = ({ invoice_type }: Listed): boolean => invoice_type === 'invoice'

/**
 * Invoices of the store, or one more made of an order where it has fewer than two. Those of the type invoice come
 * first: an order's.
 */
export async function invoicesWithDocuments(observer: Observer, most: number): Promise<Listed[]> {
  const { items } = await observer.store.invoices()
  const fitting = items.filter(isWhole).filter(hasDocument)
  const all = [...fitting.filter(isOfOrder), ...fitting.filter((item) => !isOfOrder(item))]
  const sample = spread(all, most)
  if (all.length > 1 || !observer.permits('createInvoice')) return sample
  const made = await createInvoice(observer.session)
  if (!made || !isWhole(made.invoice)) return sample
  return all.some(({ slug }) => slug === made.invoice.slug) ? sample : [...sample, made.invoice]
}

const isWhole = (item: Listed) =>
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

/** One of them, or else the check ends. */
export async function anInvoice(observer: Observer): Promise<Listed> {
  const [invoice] = await invoicesWithDocuments(observer, 1)
  return invoice ?? observer.noInvoice()
}

/** Two, or as many as there are; of orders where these are two. */
export async function twoInvoices(observer: Observer): Promise<Listed[]> {
  const found = await invoicesWithDocuments(observer, 8)
  const orders = found.filter(isOfOrder)
  return (orders.length > 1 ? orders : found).slice(0, 2)
}

/** One of an order that was there before the run: who works on invoices of its own leaves it alone. */
export async function earlierInvoice({ store, session }: Observer): Promise<InvoiceSummary | undefined> {
  const earlier = new Set(session.earlier.items.map(({ slug }) => slug))
  const { items } = await store.invoices()
  return items.filter(isWhole).find((item) => isOfOrder(item) && earlier.has(item.slug))
}

export async function orderInvoices(observer: Observer, most: number): Promise<Listed[]> {
  const found = await invoicesWithDocuments(observer, 3 * most)
  return found.filter(isOfOrder).slice(0, most)
}

/** One of an order, or else the check ends. */
export async function anOrderInvoice(observer: Observer): Promise<Listed> {
  const [invoice] = await orderInvoices(observer, 1)
  return invoice ?? observer.notExercised('the store has no invoice of an order')
}

/** A quote and a pro-forma, as far as the store has them. */
export async function draftInvoices(observer: Observer): Promise<Listed[]> {
  const { items } = await observer.store.invoices()
  return DRAFT_TYPES.flatMap(
    (type) => items.filter(isWhole).find(({ invoice_type }) => invoice_type === type) ?? [],
  )
}

import type { Law } from '../../judge/law.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import { firstInvoices, hasEmail } from '../create/first-invoices.ts'
import { hasDocument } from '../documented.ts'

/** An invoice that may be sent, as it was read. */
export interface Sendable {
  slug: string
  email: string
  /** Of no order, and so perhaps not packed. */
  draft: boolean
  read: Exchange
}

/**
 * Invoices that show an email of their customer: two of the run's own, of an order and of a draft order, else one of
 * the store's, of an example domain where there is one.
 */
export async function sendables(law: Law): Promise<[Sendable, ...Sendable[]]> {
  const own = law.permits('createInvoice') ? await firstInvoices(law) : []
  const slugs = [false, true].flatMap((draft) => {
    const first = own.find((one) => one.draft === draft && one.creation && hasEmail(one.creation.invoice))
    return first?.creation?.invoice.slug ?? []
  })
  const found = await Promise.all(slugs.map((slug) => sendable(law, slug)))
  const [first, ...rest] = found.filter((one) => one !== null)
  return first ? [first, ...rest] : storesOwn(law)
}

async function storesOwn(law: Law): Promise<[Sendable]> {
  const { items } = await law.store.invoices()
  const addressed = items
    .filter(hasDocument)
    .filter(({ customer_email }) => isEmail(customer_email))
    .toSorted((a, b) => Number(isExample(b.customer_email)) - Number(isExample(a.customer_email)))
  const [first] = addressed
  const found = first ? await sendable(law, first.slug) : null
  if (!found) law.notExercised('the store has no invoice with a customer email')
  return [found]
}

const isEmail = (value: unknown): value is string => typeof value === 'string' && value.includes('@')
const isExample = (email: string) => /@(?:.+\.)?example(?:\.\w+)?$/i.test(email)

/** Reads the invoice: its customer email as it shows it now; null without one. */
export async function sendable(law: Law, slug: string): Promise<Sendable | null> {
  const read = await law.call('readInvoice', { params: { slug } })
  const invoice = member(read, 'invoice')
  if (!isObject(invoice)) return null
  const { customer, invoice_type } = invoice
  const draft = invoice_type !== 'invoice'
  return isObject(customer) && isEmail(customer['email'])
    ? { slug, email: customer['email'], draft, read }
    : null
}

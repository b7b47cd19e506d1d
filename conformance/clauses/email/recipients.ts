import type { InvoiceDetail } from '../../../schemas/types.ts'
import { isObject, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { firstInvoices, hasEmail } from '../create/first-invoices.ts'

/** An invoice that may be sent, as it was read. */
export interface Sendable {
  slug: string
  email: string
  read: Exchange
}

/**
 * Invoices that show an email of their customer: two of the run's own, of an order and of a draft order, else one of
 * the store's, of an example domain where there is one.
 */
export async function sendables(trial: Trial): Promise<[Sendable, ...Sendable[]]> {
  const own = trial.session.client.permits('createInvoice') ? await firstInvoices(trial.session) : []
  const slugs = [false, true].flatMap((draft) => {
    const first = own.find((one) => one.draft === draft && one.creation && hasEmail(one.creation.invoice))
    return first?.creation?.invoice.slug ?? []
  })
  const found = await Promise.all(slugs.map((slug) => sendable(trial, slug)))
  const [first, ...rest] = found.filter((one) => one !== null)
  return first ? [first, ...rest] : storesOwn(trial)
}

async function storesOwn(trial: Trial): Promise<[Sendable]> {
  const { items } = await trial.session.inventory.invoices()
  const addressed = items
    .filter(({ customer_email }) => typeof customer_email === 'string' && customer_email.includes('@'))
    .toSorted((a, b) => Number(isExample(b.customer_email)) - Number(isExample(a.customer_email)))
  const [first] = addressed
  const found = first ? await sendable(trial, first.slug) : null
  if (!found) trial.notExercised('the store has no invoice with a customer email')
  return [found]
}

const isExample = (email: string) => /@(?:.+\.)?example(?:\.\w+)?$/i.test(email)

/** Reads the invoice: its customer email as it shows it now; null without one. */
export async function sendable(trial: Trial, slug: string): Promise<Sendable | null> {
  const read = await trial.call('readInvoice', { params: { slug } })
  const invoice = member(read, 'invoice')
  if (!isObject(invoice) || !hasEmail(invoice)) return null
  return { slug, email: (invoice as unknown as InvoiceDetail).customer.email, read }
}

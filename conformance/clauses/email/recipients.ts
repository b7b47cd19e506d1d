import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { mayReceive } from '../../server/client/permissions/recipients.ts'
import { isTaken } from '../../server/store/hook-error.ts'
import { firstInvoices, hasEmail, mayEdit } from '../create/first-invoices.ts'
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
 * Invoices that may be sent: two of the run's own, of an order and of a draft order, else one of the store's, of an
 * example domain if there is one. Each goes to a recipient that the target allows or that the run has set.
 */
export async function sendables(law: Law): Promise<[Sendable, ...Sendable[]]> {
  const own = law.permits('createInvoice') ? await firstInvoices(law) : []
  const creations = [false, true].flatMap(
    (draft) =>
      own.find((one) => one.draft === draft && one.creation && hasEmail(one.creation.invoice))?.creation ??
      [],
  )
  const found = await Promise.all(creations.map((creation) => ownSendable(law, creation)))
  const [first, ...rest] = found.filter((one) => one !== null)
  return first ? [first, ...rest] : storesOwn(law)
}

const isAllowed = (law: Law, address: string): boolean =>
  mayReceive(address, law.target, law.session.client.guard.sightings)

/** The invoice of a creation; where the target does not allow its recipient, the order gets another one first. */
async function ownSendable(law: Law, creation: Creation): Promise<Sendable | null> {
  const { slug } = creation.invoice
  const shown = await sendable(law, slug)
  if (!shown || isAllowed(law, shown.email)) return shown
  const now = (await isReaddressed(law, creation)) ? await sendable(law, slug) : null
  return now && isAllowed(law, now.email) ? now : null
}

/** Gives order and invoice an address at a reserved domain, where a hook edits the order. */
async function isReaddressed(law: Law, creation: Creation): Promise<boolean> {
  if (!mayEdit(law, creation)) return false
  const { order_id, draft, invoice } = creation
  const email = `conformance.${law.marker}@example.test`
  if (!(await isTaken(() => law.platform.edit(order_id, draft, { customer: { email } })))) return false
  return isSuccess(await law.call('regenerateInvoice', { params: { slug: invoice.slug } }))
}

async function storesOwn(law: Law): Promise<[Sendable]> {
  const { items } = await law.store.invoices()
  const addressed = items
    .filter(hasDocument)
    .filter(({ customer_email }) => isEmail(customer_email) && isAllowed(law, customer_email))
    .toSorted((a, b) => Number(isExample(b.customer_email)) - Number(isExample(a.customer_email)))
  const [first] = addressed
  const found = first ? await sendable(law, first.slug) : null
  if (!found) law.notExercised('no invoice goes to one of the email_recipients of the target')
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

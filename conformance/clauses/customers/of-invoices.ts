import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import { editedInvoice } from '../regenerate/edited-invoice.ts'
import type { InvoiceDetail } from '../../../schemas/types.ts'
import { judgeRecipient } from '../email/addressed.ts'
import { disagreement } from '../list/summary-and-detail.ts'
import { CUSTOMERS, shownBy, type Shown } from '../records/record-kind.ts'
import { sameField } from '../records/same-record.ts'
import { judging, type Records } from '../records/records.ts'
import { judgeSameInvoice, readAgain } from '../same-invoice.ts'
import { isSearchable } from '../search-texts.ts'
import { variedInvoices } from '../create/varied-invoices.ts'

/**
 * create.persists: an invoice stays when a customer who has the email of its own is deleted. The email is one that nobody
 * else of the store has, whose records and invoices would go along.
 */
export const customersOfInvoices = check(
  ['create.persists', 'customers.output-only', 'email.recipient', 'list.summary-agrees-with-detail'],
  {
    name: 'a created invoice after a customer of its email was deleted',
    needs: ['orders', 'writes'],
    run: judging(CUSTOMERS, async (records) => {
      const { law } = records
      const own = (await ownOne(records)) ?? (await renamedOne(law))
      if (!own) return law.missing('no created invoice has an email that is nowhere else')
      const known = await readAgain(law, own)
      const { shown, exchange } = await makeCustomer(records, own.customer.email)
      if (!shown) return law.missing('the server took no customer with the email of an invoice')
      await judgeMoved(records, own, shown)
      const gone = await records.delete(shown.id)
      if (!isSuccess(gone)) return law.missing('the server keeps a customer with the email of an invoice')
      const read = await law.call('readInvoice', { params: { slug: own.slug } })
      judgeSameInvoice(law, known, read, 'a customer of its email was deleted', [exchange, gone])
      const agreeing = law.of('list.summary-agrees-with-detail')
      await agreeing.settled(() => disagreement(agreeing, own.slug))
    }),
  },
)

/** The customer gets another email, and that of the invoice again: the invoice goes to whom it shows, and the customer stays the same one. */
async function judgeMoved(records: Records, { slug, customer }: InvoiceDetail, shown: Shown): Promise<void> {
  const { law } = records
  const input = Object.fromEntries(CUSTOMERS.inputFields.map((field) => [field, shown[field]]))
  const email = `moved.away.${law.marker}@example.com`
  const moved = await records.update(shown.id, { ...input, email })
  if (!isSuccess(moved)) return law.missing('the server keeps a customer from another email')
  if (law.permits('sendInvoiceEmail') && law.platform.has('emails'))
    await judgeRecipient(law.of('email.recipient'), slug)
  const back = await records.update(shown.id, { ...input, email: customer.email })
  const now = shownBy(CUSTOMERS, back)
  if (!now) return
  law
    .of('customers.output-only')
    .judge(sameField(now['platform_customer_id'], shown['platform_customer_id']), {
      field: 'customer.platform_customer_id',
      message: 'the email of the customer became that of an invoice',
      expected: `platform_customer_id ${JSON.stringify(shown['platform_customer_id'])}`,
      got: JSON.stringify(now['platform_customer_id']),
      exchanges: [moved, back],
    })
}

/** An invoice of the run's own, with an email that no invoice and no customer has which was there before. */
async function ownOne(records: Records): Promise<InvoiceDetail | undefined> {
  const { law } = records
  const made = (await variedInvoices(law)).filter(({ fresh }) => fresh).map(({ invoice }) => invoice)
  const mine = new Set(made.map(({ slug }) => slug))
  const theirs = await records.theirs()
  const invoices = await law.store.invoices()
  const customers = await records.all()
  if (!invoices.complete || !customers.complete) return undefined
  const taken = new Set([
    ...invoices.items.filter(({ slug }) => !mine.has(slug)).map((one) => folded(one.customer_email)),
    ...customers.items.filter(({ id }) => theirs.has(id)).map((one) => folded(one['email'])),
  ])
  return made.find(({ customer }) => isSearchable(customer?.email) && !taken.has(folded(customer.email)))
}

/** Where a hook edits orders, one whose customer is given such an email. */
async function renamedOne(law: Law): Promise<InvoiceDetail | undefined> {
  const edited = law.platform.has('edit_order') ? await editedInvoice(law, false) : null
  if (!edited) return undefined
  const { order_id, draft, invoice } = edited
  const email = `customer.${law.marker}@example.com`
  await refusalOf(() => law.platform.edit(order_id, draft, { customer: { email } }))
  const regenerated = await law.call('regenerateInvoice', { params: { slug: invoice.slug } })
  const now = isSuccess(regenerated) ? invoiceIn(regenerated) : null
  return now?.customer?.email === email ? now : undefined
}

const folded = (text: unknown): string => String(text).toLowerCase()

/** A new customer of that email; `null` where the server answers one that was there. */
async function makeCustomer(records: Records, email: string) {
  const { items } = await records.allAnew()
  const body = { customer: { ...(await records.input()), email } }
  const exchange = await records.law.call('createCustomer', { body })
  const made = shownBy(CUSTOMERS, exchange)
  const shown: Shown | null = items.some(({ id }) => id === made?.id) ? null : made
  if (shown) records.adopt(shown.id)
  return { shown, exchange }
}

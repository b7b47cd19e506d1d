import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import { mayEdit } from '../create/first-invoices.ts'
import { judgeRecipient } from '../email/addressed.ts'
import { sendable } from '../email/recipients.ts'
import { disagreement } from '../list/summary-and-detail.ts'
import { judgeFull, page, underOne, WHOLE } from '../paging/page.ts'
import { OWN_EDITED } from '../places.ts'
import { CUSTOMERS, type Shown } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { spareOrder } from '../spare-order.ts'

/**
 * Whether invoicing files a customer is not said; the list counts those that it has. Whatever becomes of such a customer, the
 * invoice is sent to whom it shows, and listed as it is read.
 */
export const filedCustomers = check(
  ['customers.list', 'email.recipient', 'list.summary-agrees-with-detail'],
  {
    name: 'the list of customers after an order of a new one was invoiced',
    storewide: true,
    needs: ['orders'],
    touches: { ...OWN_EDITED, customers: 'changes', mailbox: 'uses' },
    run: judging(CUSTOMERS, async (records) => {
      const { law } = records
      const order = spareOrder(law, false)
      if (!order) return law.missing('no order is left to invoice')
      const customer = { id: 2 ** 32 + 7004, email: `new.${law.marker}@example.com` }
      if (mayEdit(law, order))
        await refusalOf(() => law.platform.edit(order.order_id, order.draft, { customer }))
      await judgeEnds(law)
      const before = await law.walk('listCustomers', {})
      const made = await law.call('createInvoice', { body: bodyOf(order, { generate_pdf: false }) })
      if (!isSuccess(made)) return law.missing('the server invoices no order of a new customer')
      await judgeEnds(law)
      const slug = invoiceIn(made)?.slug
      for (const filed of before.complete ? await adoptFiled(records, customer.email, before.items) : [])
        if (slug !== undefined) await judgeInvoiceOf(records, filed, slug)
    }),
  },
)

/** The customer moves, and is deleted. */
async function judgeInvoiceOf(records: Records, filed: Shown, slug: string): Promise<void> {
  const { law } = records
  const input = Object.fromEntries(CUSTOMERS.inputFields.map((field) => [field, filed[field]]))
  const moved = await records.update(filed.id, { ...input, email: `gone.${law.marker}@example.com` })
  const isSeen = law.permits('sendInvoiceEmail') && law.platform.has('emails')
  if (isSuccess(moved) && isSeen && (await sendable(law, slug)))
    await judgeRecipient(law.of('email.recipient'), slug)
  if (!isSuccess(await records.delete(filed.id))) return
  const agreeing = law.of('list.summary-agrees-with-detail')
  await agreeing.settled(() => disagreement(agreeing, slug))
}

/** The total is that of the records, so far as the first page and the last show it. */
async function judgeEnds(law: Law): Promise<void> {
  const listing = underOne(law, 'listCustomers')
  const first = await page(law, listing, { per_page: WHOLE })
  judgeFull(law, first, first.asked)
  const last = Math.ceil(first.meta.total / WHOLE)
  if (last < 2) return
  const end = await page(law, listing, { per_page: WHOLE, page: last })
  judgeFull(law, end, end.asked)
}

/** Nobody but the order is of that customer: who was filed for it goes again. */
async function adoptFiled(
  records: Records,
  email: string,
  before: readonly { id?: unknown }[],
): Promise<Shown[]> {
  if (!records.law.permits('deleteCustomer')) return []
  const { items } = await records.law.walk('listCustomers', { query: { search: email } })
  // A platform may have renamed a customer of the store's own.
  const isNew = ({ id }: { id: number }) => !before.some((one) => one.id === id)
  const filed = items.filter((item) => item.email === email && isNew(item))
  for (const { id } of filed) records.adopt(id)
  return filed.map((item) => ({ ...item }))
}

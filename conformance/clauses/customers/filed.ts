import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { refusalOf } from '../../server/store/platform.ts'
import { mayEdit } from '../create/first-invoices.ts'
import { judgeFull, page, underOne, WHOLE } from '../paging/page.ts'
import { OWN_EDITED } from '../places.ts'
import { CUSTOMERS } from '../records/record-kind.ts'
import { judging, type Records } from '../records/records.ts'
import { spareOrder } from '../spare-order.ts'

/** Whether invoicing files a customer is not said; the list counts those that it has. */
export const filedCustomers = check('customers.list', {
  name: 'the list of customers after an order of a new one was invoiced',
  storewide: true,
  needs: ['orders'],
  touches: { ...OWN_EDITED, customers: 'changes' },
  run: judging(CUSTOMERS, async (records) => {
    const { law } = records
    const order = spareOrder(law, false)
    if (!order) return law.missing('no order is left to invoice')
    const customer = { id: 2 ** 32 + 7004, email: `new.${law.marker}@example.com` }
    if (mayEdit(law, order))
      await refusalOf(() => law.platform.edit(order.order_id, order.draft, { customer }))
    await judgeEnds(law)
    const made = await law.call('createInvoice', { body: bodyOf(order, { generate_pdf: false }) })
    if (!isSuccess(made)) return law.missing('the server invoices no order of a new customer')
    await judgeEnds(law)
    await adoptFiled(records, customer.email)
  }),
})

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
async function adoptFiled(records: Records, email: string): Promise<void> {
  if (!records.law.permits('deleteCustomer')) return
  const { items } = await records.law.walk('listCustomers', { query: { search: email } })
  for (const item of items) if (item.email === email) records.adopt(item.id)
}

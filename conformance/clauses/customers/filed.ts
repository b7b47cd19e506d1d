import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { refusalOf } from '../../server/store/platform.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { judgeFull, page, underOne, WHOLE } from '../paging/page.ts'
import { OWN_EDITED } from '../places.ts'
import { spareOrder } from '../spare-order.ts'

/** Whether invoicing files a customer is not said; the list counts those that it has. */
export const filedCustomers = check('customers.list', {
  name: 'the list of customers after an order of a new one was invoiced',
  storewide: true,
  needs: ['orders'],
  touches: { ...OWN_EDITED, customers: 'changes' },
  async run(law) {
    const order = spareOrder(law, false)
    if (!order) return law.missing('no order is left to invoice')
    const customer = { id: 2 ** 32 + 7004, email: `new.${law.marker}@example.com` }
    if (law.platform.has('edit_order'))
      await refusalOf(() => law.platform.edit(order.order_id, order.draft, { customer }))
    await judgeCounted(law)
    law.success(await law.call('createInvoice', { body: bodyOf(order, { generate_pdf: false }) }))
    await judgeCounted(law)
  },
})

/** The total is that of the records, so far as the first page and the last show it. */
async function judgeCounted(law: Law): Promise<void> {
  const listing = underOne(law, 'listCustomers')
  const first = await page(law, listing, { per_page: WHOLE })
  judgeFull(law, first, first.asked)
  const last = Math.ceil(first.meta.total / WHOLE)
  if (last < 2) return
  const end = await page(law, listing, { per_page: WHOLE, page: last })
  judgeFull(law, end, end.asked)
}

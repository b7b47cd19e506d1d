import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { hasEmail } from '../create/first-invoices.ts'
import { hasLateOrder } from '../spare-order.ts'
import { send } from './mailbox.ts'
import { judgeMessage } from './queued.ts'

/** So many orders are tried: a guest's has no email. */
const TRIES = 3

/** The email is the first to need the document. */
export const emailUnprinted = check('email.queued', {
  name: 'sending an invoice created with generate_pdf false whose document nobody asked for',
  needs: ['email', 'orders'],
  async run(law) {
    const made = await unprinted(law)
    if (!made) return law.missing('no order with a customer email could be spared')
    judgeMessage(law, await send(law, made.invoice.slug))
  },
})

async function unprinted(law: Law): Promise<Creation | null> {
  for (let attempt = 0; attempt < TRIES && hasLateOrder(law); attempt++) {
    const order = law.orders.take(false)
    if (order === null) return null
    const before = await law.store.invoices()
    const body = bodyOf(order, { generate_pdf: false })
    const made = creation(before, order, await law.call('createInvoice', { body }))
    if (made?.fresh && hasEmail(made.invoice)) return made
  }
  return null
}

import type { InvoiceDetail } from '../../../schemas/types.ts'
import { supplyOrder } from '../../server/activity/supply-orders.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, creation, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { mayHaveDoneNothing } from '../../server/store/platform.ts'
import { hasEmail } from '../create/first-invoices.ts'
import { judgeArrived, send, settledEmails } from '../email/mailbox.ts'
import { EMAILS, INVOICES } from '../places.ts'
import { judgeFound } from '../search/by-field.ts'
import { isSearchable } from '../search-texts.ts'

/**
 * An order that is gone from the platform, by all that can be asked of its invoice. What a regeneration then is, is open;
 * nothing deletes the invoice.
 */
export const orderGone = check(['http.no-server-error', 'create.persists', 'email.mailbox'], {
  name: 'an invoice whose order is gone from the platform',
  permissions: ['documents', 'orders'],
  when: 'last',
  touches: { ...EMAILS, ...INVOICES },
  needs: ['orders'],
  async run(law: Law) {
    if (!mayDelete(law)) law.notExercised('hooks.delete_order and hooks.edit_order would show it')
    await supplyOrder(law.session, false)
    const made = await toBeLeft(law)
    if (!made) law.notExercised('no order is left to invoice')
    await law.platform.deleteOrder(made.order_id)
    const params = { slug: made.invoice.slug }
    await law.call('regenerateInvoice', { params })
    await Promise.all([
      law.call('readInvoice', { params }),
      law.call('readInvoicePdf', { params }),
      law.call('createInvoice', { body: { order_id: made.order_id } }),
      ...(law.permits('sendInvoiceEmail') ? [judgeSending(law.of('email.mailbox'), made.invoice)] : []),
    ])
    await judgeStillListed(law.of('create.persists'), made.invoice)
  },
})

/** An invoice of an order that may go, with an email if there is one. */
async function toBeLeft({ session }: Law): Promise<Creation | null> {
  const made = await createInvoice(session, { editable: true })
  if (!made || hasEmail(made.invoice)) return made
  return (await createInvoice(session, { editable: true })) ?? made
}

/** It may be refused; where it is not, the email comes. */
async function judgeSending(law: Law, invoice: InvoiceDetail): Promise<void> {
  const isSeen = law.platform.has('emails') && hasEmail(invoice)
  const before = isSeen ? await settledEmails(law, invoice.slug) : []
  const sent = await send(law, invoice.slug)
  if (isSeen && isSuccess(sent)) await judgeArrived(law, invoice.slug, before, sent)
}

/** Only what the other hook no longer finds is known by a later run to be gone. */
const mayDelete = ({ platform }: Law): boolean => platform.has('delete_order') && platform.has('edit_order')

const TRIES = 2
const HEARD_MS = 2000

/** A platform that has it no more does not know it, whatever the service remembers. */
export const goneBefore = check('create.order-unknown', {
  name: 'an order that is gone from the platform before it is invoiced',
  permissions: ['documents', 'orders'],
  when: 'last',
  touches: INVOICES,
  needs: ['orders'],
  async run(law: Law) {
    if (!mayDelete(law))
      return law.missing('hooks.delete_order and hooks.edit_order would show it of a deleted order')
    await law.settled(async (look) => {
      await supplyOrder(law.session, false)
      const order = law.orders.take(false, true)
      if (!order) return 'unseen'
      await law.platform.deleteOrder(order.order_id)
      // A service that is told of it may hear of it a little later.
      await law.pause(look * HEARD_MS)
      law.store.forgetAll()
      const before = await law.store.invoices()
      const exchange = await law.call('createInvoice', { body: bodyOf(order) })
      if (!isSuccess(exchange)) {
        law.refused(exchange, 'unprocessable')
        return null
      }
      // Somebody else may have invoiced it before it was gone.
      if (creation(before, order, exchange)?.fresh === false) return 'unseen'
      return {
        message: `order ${order.order_id} was deleted on the platform`,
        expected: law.nameOf('unprocessable'),
        perhaps: mayHaveDoneNothing('delete_order'),
        exchanges: exchange,
      }
    }, TRIES)
  },
})

/** An invoice that can be read is listed and found, as before. */
async function judgeStillListed(law: Law, { slug, number }: InvoiceDetail): Promise<void> {
  const read = await law.call('readInvoice', { params: { slug } })
  if (!isSuccess(read)) return law.missing('the invoice went with its order')
  law.store.forgetAll()
  const { items, complete, exchanges } = await law.store.invoices()
  law.judge(!complete || items.some((item) => item.slug === slug), {
    message: 'the order of the invoice was deleted on the platform',
    expected: `invoice ${number} in the list`,
    exchanges: [read, exchanges[0]],
  })
  if (isSearchable(number)) await judgeFound(law, { slug, number }, number)
}

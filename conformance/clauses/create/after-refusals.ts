import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { firstCreations } from './first-invoices.ts'
import { firstPresent, subjectOf } from './refused-options.ts'

/** A refused creation leaves no invoice, so the creation that follows is the first one of its order. */
export const stillWithout = check('create.rejected-no-effect', {
  name: 'creating after refusals for the same order',
  needs: ['orders'],
  async run(law) {
    const subject = await subjectOf(law)
    const { order_id, known, invoiced } = subject
    if (invoiced) law.notExercised(`the creation for order ${order_id} was accepted`)
    law.store.forget('createInvoice')
    const before = await law.store.invoices()
    const exchange = await law.call('createInvoice', { body: { order_id } })
    if (!isSuccess(exchange)) return judgeStillRefused(law, order_id, exchange)
    const made = creation(known, subject, exchange)
    if (!made?.fresh) return law.missing(`order ${order_id} had its invoice already`)
    const wasThere = before.items.some(({ slug }) => slug === made.invoice.slug)
    law.judge(!wasThere && (await isAnsweredAsFirst(law, made)), {
      message: `creations for order ${order_id} were refused before`,
      expected: 'the first invoice of the order',
      got: `the one that was there already, answered ${exchange.response.status}`,
      exchanges: exchange,
    })
  },
})

/** Fails if the creation is refused again without the wrong option, while other orders are invoiced. */
function judgeStillRefused(law: Law, order_id: number, first: Exchange): Promise<void> {
  return law.settled(async (look) => {
    const refused = look === 0 ? first : await refusedBefore(law)
    const other = refused && law.orders.take(false)
    if (!refused || !other) {
      law.missing(`the creation for order ${order_id} was refused, and no order is left to tell why`)
      return 'unseen'
    }
    if (isSuccess(refused)) return null
    const made = await law.call('createInvoice', { body: bodyOf(other) })
    if (!isSuccess(made)) return 'unseen'
    return {
      message: 'the creation was refused before for an option that was wrong, and is without it',
      expected: 'the invoice of the order, as another order gets its own',
      exchanges: [refused, made],
    }
  })
}

/** Another order's creation, after one that was refused; null where no order is left. */
async function refusedBefore(law: Law): Promise<Exchange | null> {
  const order = await firstPresent(law.platform, () => law.orders.take(false))
  if (!order) return null
  await law.call('createInvoice', { body: bodyOf(order, { template_id: {} }) })
  await law.call('createInvoice', { body: bodyOf(order, { template_id: UNLIKELY_ID }) })
  return law.call('createInvoice', { body: bodyOf(order) })
}

/** True if other first creations had the same status. The status may distinguish a creation from an existing invoice. */
async function isAnsweredAsFirst(law: Law, { exchange }: Creation): Promise<boolean> {
  const firsts = (await firstCreations(law)).filter(({ fresh }) => fresh)
  const statuses = firsts.map((first) => first.exchange.response.status)
  return statuses.length === 0 || statuses.includes(exchange.response.status)
}

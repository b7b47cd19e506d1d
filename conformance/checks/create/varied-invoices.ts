import type { Session } from '../../session.ts'
import { creation, type Creation } from '../../store/new-invoices.ts'
import { firstInvoices } from './first-invoices.ts'

/** So many orders more are invoiced where they are plentiful: more payment states, customers and addresses. */
const MORE = 12
const ORDERS_TO_SPARE = 24

const made = new WeakMap<Session, Promise<Creation[]>>()

/** The first invoices, and as many more as the supply of orders allows, created at once. */
export function variedInvoices(session: Session): Promise<Creation[]> {
  let invoices = made.get(session)
  if (!invoices) made.set(session, (invoices = createVaried(session)))
  return invoices
}

async function createVaried(session: Session): Promise<Creation[]> {
  const firsts = (await firstInvoices(session)).flatMap((first) => first.creation ?? [])
  const spare = Math.max(0, Math.min(MORE, session.orders.left(false) - ORDERS_TO_SPARE))
  const order_ids = Array.from({ length: spare }, () => session.orders.take(false)).filter(
    (id) => id !== null,
  )
  const before = await session.inventory.invoices()
  const exchanges = await Promise.all(
    order_ids.map((order_id) => session.client.call('createInvoice', { body: { order_id } })),
  )
  const more = exchanges.map((exchange, index) =>
    creation(before, { order_id: order_ids[index]!, draft: false, exchange }),
  )
  return [...firsts, ...more.filter((one) => one !== null)]
}

import type { Session } from '../../server/session.ts'
import { creation, type Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from './first-invoices.ts'

/** So many orders more are invoiced where they are plentiful: more payment states, customers and addresses. */
const MORE = [
  { draft: false, most: 12, spared: 24 },
  { draft: true, most: 6, spared: 12 },
] as const

const made = new WeakMap<Session, Promise<Creation[]>>()

/** The first invoices, and as many more as the supply of orders allows, created at once. */
export function variedInvoices(session: Session): Promise<Creation[]> {
  let invoices = made.get(session)
  if (!invoices) made.set(session, (invoices = createVaried(session)))
  return invoices
}

async function createVaried(session: Session): Promise<Creation[]> {
  const firsts = (await firstInvoices(session)).flatMap((first) => first.creation ?? [])
  const orders = MORE.flatMap((more) => spare(session, more))
  const before = await session.inventory.invoices()
  const exchanges = await Promise.all(
    orders.map(({ order_id, draft }) =>
      session.client.call('createInvoice', { body: { order_id, ...(draft && { draft }) } }),
    ),
  )
  const more = exchanges.map((exchange, index) => creation(before, { ...orders[index]!, exchange }))
  return [...firsts, ...more.filter((one) => one !== null)]
}

function spare({ orders }: Session, { draft, most, spared }: (typeof MORE)[number]) {
  const count = Math.max(0, Math.min(most, orders.left(draft) - spared))
  return Array.from({ length: count }, () => orders.take(draft))
    .filter((order_id) => order_id !== null)
    .map((order_id) => ({ order_id, draft }))
}

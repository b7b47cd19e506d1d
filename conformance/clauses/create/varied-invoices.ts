import { perRun } from '../../server/per-run.ts'
import type { Session } from '../../server/session.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { firstCreations } from './first-invoices.ts'

/** So many orders more are invoiced where they are plentiful: more payment states, customers and addresses. */
const MORE = [
  { draft: false, most: 12, spared: 24 },
  { draft: true, most: 6, spared: 12 },
] as const

const known = perRun<'varied', Promise<Creation[]>>()

/** The first invoices, and as many more as the supply of orders allows, created at once. */
export const variedInvoices = (session: Session): Promise<Creation[]> =>
  known(session, 'varied', () => createVaried(session))

async function createVaried(session: Session): Promise<Creation[]> {
  const firsts = await firstCreations(session)
  const orders = MORE.flatMap((more) => spare(session, more))
  const before = await session.inventory.invoices()
  const more = await Promise.all(
    orders.map(async (order) =>
      creation(before, order, await session.client.call('createInvoice', { body: bodyOf(order) })),
    ),
  )
  return [...firsts, ...more.filter((one) => one !== null)]
}

function spare({ orders }: Session, { draft, most, spared }: (typeof MORE)[number]): Order[] {
  const count = Math.max(0, Math.min(most, orders.left(draft) - spared))
  return Array.from({ length: count }, () => orders.take(draft)).filter((order) => order !== null)
}

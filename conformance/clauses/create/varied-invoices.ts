import type { Observer } from '../../judge/observer.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { perRun } from '../../server/per-run.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { belowNothing, shownDigits } from '../edits/rare-edits.ts'
import { refusalOf } from '../../server/store/platform.ts'
import { firstCreations, mayEdit } from './first-invoices.ts'

/** So many orders more are invoiced where they are plentiful: more payment states, customers and addresses. */
const MORE = [
  { draft: false, most: 12, spared: 24 },
  { draft: true, most: 6, spared: 12 },
] as const

const known = perRun<'varied', Promise<Creation[]>>()

/** The first invoices, and as many more as the supply of orders allows, created at once beside some that are refused. */
export const variedInvoices = (observer: Observer): Promise<Creation[]> =>
  known(observer.session, 'varied', () => createVaried(observer))

async function createVaried(observer: Observer): Promise<Creation[]> {
  const firsts = await firstCreations(observer)
  const orders = MORE.flatMap((more) => spare(observer, more))
  await discounted(observer, orders)
  const before = await observer.store.invoices()
  const create = (body: object) => observer.call('createInvoice', { body })
  const [, ...answers] = await Promise.all([
    create({}),
    ...orders.map((order) => create(bodyOf(order))),
    create({}),
  ])
  const more = orders.map((order, index) =>
    answers.slice(index, index + 1).map((answer) => creation(before, order, answer)),
  )
  return [...firsts, ...more.flat().filter((one) => one !== null)]
}

function spare({ orders }: Observer, { draft, most, spared }: (typeof MORE)[number]): Order[] {
  const count = Math.max(0, Math.min(most, orders.left(draft) - spared))
  return Array.from({ length: count }, () => orders.take(draft)).filter((order) => order !== null)
}

/** One of them, where that can be, comes to less than nothing. */
async function discounted(observer: Observer, orders: readonly Order[]): Promise<void> {
  const { platform, store, marker } = observer
  const order = orders.find((one) => mayEdit(observer, one))
  if (!order) return
  const edit = belowNothing(shownDigits((await store.invoices()).items), `${marker}b`)
  await refusalOf(() => platform.edit(order.order_id, order.draft, edit))
}

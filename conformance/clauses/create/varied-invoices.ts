import type { Observer } from '../../judge/observer.ts'
import { atOnce } from '../../judge/at-once.ts'
import { creation, type Creation } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { bodyOf, type Order } from '../../server/store/order-supply.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import { belowNothingIn } from '../edits/rare-edits.ts'
import { shownDigits } from '../edits/shown-digits.ts'
import { valuesOf } from '../filters/filters.ts'
import { unheardWord } from '../search-texts.ts'
import { firstCreations, mayEdit } from './first-invoices.ts'
import { optionPairs } from './option-pairs.ts'

/** So many orders more are invoiced where they are plentiful: more payment states, customers and addresses. */
const MORE = [
  { draft: false, most: 12, spared: 24 },
  { draft: true, most: 6, spared: 12 },
] as const

/** So many of their customers have one name, where a hook gives it to them. */
const NAMESAKES = 4

/** A creation that was refused, and the answer to one without options for the same order. */
export interface Refused {
  refusal: Exchange
  plain: Exchange
}

interface Varied {
  creations: Creation[]
  refused: Refused[]
}

const known = perRun<'varied', Promise<Varied>>()

const varied = (observer: Observer) => known(observer.session, 'varied', () => createVaried(observer))

/** The first invoices, and as many more as the supply of orders allows, created at once beside some that are refused. */
export const variedInvoices = async (observer: Observer): Promise<Creation[]> =>
  (await varied(observer)).creations

/** Of these, what was refused: every option of a creation came with every other. */
export const refusedCreations = async (observer: Observer): Promise<Refused[]> =>
  (await varied(observer)).refused

async function createVaried(observer: Observer): Promise<Varied> {
  const firsts = await firstCreations(observer)
  const orders = MORE.flatMap((more) => spare(observer, more))
  await prepare(observer, orders, firsts[0]?.invoice.order_name)
  const bodies = await bodiesOf(observer, orders)
  const before = await observer.store.invoices()
  const create = (body: object) => observer.call('createInvoice', { body })
  const [, ...answers] = await Promise.all([create({}), ...bodies.map(create), create({})])
  const made = orders.map((order, index) =>
    answers.slice(index, index + 1).map((answer) => creation(before, order, answer)),
  )
  const refusals = orders.flatMap((order, index) =>
    answers.slice(index, index + 1).flatMap((answer) => (isSuccess(answer) ? [] : { order, answer })),
  )
  const refused = await atOnce(refusals, async ({ order, answer }) => ({
    refusal: answer,
    plain: await create(bodyOf(order)),
  }))
  return { creations: [...firsts, ...made.flat().filter((one) => one !== null)], refused }
}

async function bodiesOf(observer: Observer, orders: readonly Order[]): Promise<object[]> {
  const options = await optionPairs(observer)
  const turns = { orders: 0, drafts: 0 }
  return orders.map((order) => {
    const kind = order.draft ? 'drafts' : 'orders'
    const choice = options[kind]
    return bodyOf(order, choice[turns[kind]++ % choice.length])
  })
}

function spare({ orders }: Observer, { draft, most, spared }: (typeof MORE)[number]): Order[] {
  const count = Math.max(0, Math.min(most, orders.left(draft) - spared))
  return Array.from({ length: count }, () => orders.take(draft)).filter((order) => order !== null)
}

/**
 * One of them, where that can be, comes to less than nothing, the customers of some have one name, and some are paid as no invoice is;
 * and one is called as an order that has its invoice.
 */
async function prepare(
  observer: Observer,
  orders: readonly Order[],
  taken: string | undefined,
): Promise<void> {
  const [first, ...others] = orders.filter((order) => mayEdit(observer, order))
  if (first) await makeBelowNothing(observer, first)
  for (const order of others.slice(0, NAMESAKES)) await rename(observer, order)
  const statuses = await unseenStatuses(observer)
  for (const [at, order] of others.slice(0, statuses.length).entries())
    await edit(observer, order, { financial_status: statuses[at] })
  const namesake = others.findLast(({ draft }) => !draft)
  if (namesake && taken !== undefined) await edit(observer, namesake, { name: taken })
}

/** Payment states that a list may be asked for, and that it would show nothing of. */
async function unseenStatuses({ store }: Observer): Promise<string[]> {
  const { items } = await store.invoices()
  const seen = new Set<unknown>(items.map(({ financial_status }) => financial_status))
  return valuesOf('financial_status').filter((status) => !seen.has(status))
}

async function makeBelowNothing(observer: Observer, order: Order): Promise<void> {
  const { items } = await observer.store.invoices()
  for (const patch of belowNothingIn(shownDigits(items), `${observer.marker}b`))
    if (await edit(observer, order, patch)) return
}

/** The name of their customers. */
export const namesakeOf = ({ session }: Observer): { first_name: string; last_name: string } => ({
  first_name: unheardWord(session.seedOf('first of namesakes')),
  last_name: unheardWord(session.seedOf('last of namesakes')),
})

/** An order that shows its customer; a guest stays one. */
async function rename(observer: Observer, order: Order): Promise<void> {
  const shown = await edit(observer, order, { note: `Conformance ${observer.marker}` })
  const customer = shown?.['customer']
  if (isObject(customer) && Number.isInteger(customer['id']))
    await edit(observer, order, { customer: namesakeOf(observer) })
}

/** The order as it is shown then; null where it is not, or the edit is refused. */
async function edit({ platform }: Observer, order: Order, patch: OrderPatch): Promise<OrderPatch | null> {
  let shown: OrderPatch | null = null
  await refusalOf(async () => (shown = await platform.edit(order.order_id, order.draft, patch)))
  return shown
}

import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { inWords, invoiceOf, judgeSameInvoice, shownBy } from '../same-invoice.ts'
import { firstCreations, madeFirst } from './first-invoices.ts'
import { variedInvoices } from './varied-invoices.ts'

export const DRAFT_TYPES = ['quote', 'pro_forma'] as const

/** Whether an invoice_type is that of a draft order. */
export const isOfDraft = (type: unknown): boolean => DRAFT_TYPES.some((one) => one === type)

const isDraft = ({ invoice_type }: { invoice_type?: unknown }) => isOfDraft(invoice_type)

/** In the answer, in read and in the list. */
export const draftType = check('create.draft-type', {
  name: 'the types of orders and draft orders',
  shows: ['create.draft_type', 'order_ids.namespaces'],
  async run(law) {
    const creations = await variedInvoices(law)
    if (!creations.some(({ draft }) => draft)) law.notExercised('no draft order could be invoiced')
    for (const creation of creations) await judgeType(law, creation)
    await judgeBoth(law)
    await observeDraftType(law, creations)
  },
})

async function judgeType(law: Law, { draft, order_id, exchange, invoice }: Creation): Promise<void> {
  const { slug } = invoice
  const read = await law.call('readInvoice', { params: { slug } })
  const { items, exchanges } = await law.store.invoices()
  const listed = items.filter((item) => item.slug === slug)
  const shown: { record: object; where: readonly Exchange[] }[] = [
    { record: invoice, where: [exchange] },
    { record: invoiceIn(read) ?? {}, where: [exchange, read] },
    ...listed.map((record) => ({ record, where: [exchange, ...exchanges.slice(0, 1)] })),
  ]
  for (const { record, where } of shown)
    law.judge(isDraft(record) === draft, {
      message: `${kindOfOrder(draft)} ${order_id} was invoiced`,
      expected: draft ? 'invoice_type quote or pro_forma' : 'an invoice_type other than quote and pro_forma',
      got: inWords(record, ['invoice_type']),
      exchanges: where,
    })
}

/** A number that names an order and a draft order has two invoices (question order_ids.namespaces). */
async function judgeBoth(law: Law): Promise<void> {
  const order_id = law.orders.takeBoth() ?? law.orders.ambiguous[0]
  if (order_id === undefined) return
  const creationOf = (draft: boolean) => law.call('createInvoice', { body: bodyOf({ order_id, draft }) })
  // At once, where neither is there yet.
  const [order, draft] = await Promise.all([creationOf(false), creationOf(true)])
  const [one, other] = [invoiceOf(law, order), invoiceOf(law, draft)]
  law.judge(one.slug !== other.slug && isDraft(other) && !isDraft(one), {
    message: `${order_id} names an order and a draft order`,
    expected: 'an invoice for the one, a quote or pro forma for the other',
    exchanges: [order, draft],
  })
  law.observe('order_ids.namespaces', 'apart', order, draft)
}

/** Draft orders that all became quotes may have been meant as such: a rule only where the store knows no other. */
async function observeDraftType(law: Law, creations: readonly Creation[]): Promise<void> {
  const drafts = creations.filter(({ draft, fresh }) => draft && fresh)
  const exchanges = drafts.map(({ exchange }) => exchange)
  const types = draftTypes(drafts.map(({ invoice }) => invoice))
  if (types.length > 1) return law.observe('create.draft_type', 'as_draft_order', ...exchanges)
  const [only, ...others] = draftTypes((await law.store.invoices()).items)
  if (drafts.length > 1 && only !== undefined && others.length === 0)
    law.observe('create.draft_type', only, ...exchanges)
  else law.unobserved('create.draft_type', 'the draft orders that were invoiced gave one type alone')
}

const draftTypes = (invoices: readonly { invoice_type: string }[]) =>
  DRAFT_TYPES.filter((type) => invoices.some(({ invoice_type }) => invoice_type === type))

/** One of the first orders was created without draft, the other with draft false. */
export const draftDefault = check('create.draft-default', {
  name: 'creating without draft and with draft false',
  async run(law) {
    const firsts = await madeFirst(law, false)
    for (const { order_id } of await firstCreations(law, true)) await judgeDraftAlone(law, order_id)
    for (const first of firsts)
      for (const options of [{ draft: false }, {}, { draft: false }])
        judgeSameInvoice(law, first, await law.call('createInvoice', { body: bodyOf(first, options) }))
    await judgeAmbiguous(law, firsts)
  },
})

/** An id that a draft order has too is the order's, unless draft is true. */
async function judgeAmbiguous(law: Law, firsts: readonly Creation[]): Promise<void> {
  const { ambiguous } = law.orders
  const order_id = ambiguous.find((id) => firsts.some((first) => first.order_id === id)) ?? ambiguous[0]
  if (order_id === undefined) return
  const known = shownBy(law, await law.call('createInvoice', { body: { order_id } }))
  judgeSameInvoice(law, known, await law.call('createInvoice', { body: { order_id, draft: false } }))
}

/**
 * The id of a draft order that has its invoice, which names no order that we know of: whatever the server makes of
 * it, draft false and draft left out are answered alike. It might name an order that the target does not list, so only
 * a platform that is there to be edited is asked.
 */
async function judgeDraftAlone(law: Law, order_id: number): Promise<void> {
  if (law.target.order_ids.includes(order_id) || !law.platform.has('edit_order')) return
  const told = await law.call('createInvoice', { body: { order_id, draft: false } })
  const untold = await law.call('createInvoice', { body: { order_id } })
  law.judge(isSuccess(told) === isSuccess(untold), {
    message: `${order_id} is the id of a draft order`,
    expected: `an answer like that to draft false, ${told.response.status}`,
    exchanges: [told, untold],
  })
  if (isSuccess(told)) judgeSameInvoice(law, shownBy(law, told), untold)
}

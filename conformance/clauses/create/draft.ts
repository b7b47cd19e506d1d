import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, isObject } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { inWords, invoiceOf, judgeSameInvoice } from '../same-invoice.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from './first-invoices.ts'
import { variedInvoices } from './varied-invoices.ts'

const TYPE = 'create.draft-type'
const DRAFT_TYPES = ['quote', 'pro_forma']

/** create.draft-type: in the answer, in read and in the list. */
const draftType = check('create.draft-type', {
  name: 'the types of orders and draft orders',
  async run(law) {
    const creations = await variedInvoices(law.session)
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
  const shown = [
    { record: invoice, where: exchange },
    { record: member(read, 'invoice'), where: read },
    ...items.filter((item) => item.slug === slug).map((record) => ({ record, where: exchanges[0]! })),
  ]
  for (const { record, where } of shown) {
    const type = isObject(record) ? String(record['invoice_type']) : ''
    law.of(TYPE).judge(DRAFT_TYPES.includes(type) === draft, {
      message: `${draft ? 'draft order' : 'order'} ${order_id} was invoiced`,
      expected: draft ? 'invoice_type quote or pro_forma' : 'an invoice_type other than quote and pro_forma',
      got: inWords(isObject(record) ? record : {}, ['invoice_type']),
      exchanges: where === exchange ? exchange : [exchange, where],
    })
  }
}

/** A number that names an order and a draft order has two invoices (question order_ids.namespaces). */
async function judgeBoth(law: Law): Promise<void> {
  const { order_ids, draft_order_ids } = law.target
  const order_id = order_ids.find((id) => draft_order_ids.includes(id))
  if (order_id === undefined) return
  const order = await law.call('createInvoice', { body: { order_id } })
  const draft = await law.call('createInvoice', { body: { order_id, draft: true } })
  const [one, other] = [invoiceOf(law, TYPE, order), invoiceOf(law, TYPE, draft)]
  law
    .of(TYPE)
    .judge(
      one.slug !== other.slug &&
        DRAFT_TYPES.includes(other.invoice_type) &&
        !DRAFT_TYPES.includes(one.invoice_type),
      {
        message: `${order_id} names an order and a draft order`,
        expected: 'an invoice for the one, a quote or pro forma for the other',
        exchanges: [order, draft],
      },
    )
  law.observe('order_ids.namespaces', 'apart', order, draft)
}

/** Draft orders that all became quotes may have been meant as such: a rule only where the store knows no other. */
async function observeDraftType(law: Law, creations: readonly Creation[]): Promise<void> {
  const { observations, inventory } = law.session
  const drafts = creations.filter(({ draft, fresh }) => draft && fresh)
  const exchanges = drafts.map(({ exchange }) => exchange)
  const types = draftTypes(drafts.map(({ invoice }) => invoice))
  if (types.length > 1) return observations.observe('create.draft_type', 'as_draft_order', ...exchanges)
  const known = draftTypes((await inventory.invoices()).items)
  const [only] = known
  if (drafts.length > 1 && known.length === 1 && only !== undefined)
    observations.observe('create.draft_type', only, ...exchanges)
  else observations.unobserved('create.draft_type', 'the draft orders that were invoiced gave one type alone')
}

const draftTypes = (invoices: readonly { invoice_type: string }[]) =>
  (['quote', 'pro_forma'] as const).filter((type) =>
    invoices.some(({ invoice_type }) => invoice_type === type),
  )

/** An id that a draft order has too is the order's, unless draft is true. */
async function judgeAmbiguous(law: Law): Promise<void> {
  const { order_ids, draft_order_ids } = law.target
  const order_id = order_ids.find((id) => draft_order_ids.includes(id))
  if (order_id === undefined) return
  const known = await law.call('createInvoice', { body: { order_id } })
  const invoice = invoiceOf(law, 'create.draft-default', known)
  const again = await law.call('createInvoice', { body: { order_id, draft: false } })
  judgeSameInvoice(law, 'create.draft-default', { invoice, exchange: known }, again)
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
  law.of('create.draft-default').judge(isSuccess(told) === isSuccess(untold), {
    message: `${order_id} is the id of a draft order`,
    expected: `an answer like that to draft false, ${told.response.status}`,
    exchanges: [told, untold],
  })
  if (!isSuccess(told)) return
  const invoice = invoiceOf(law, 'create.draft-default', told)
  judgeSameInvoice(law, 'create.draft-default', { invoice, exchange: told }, untold)
}

/** create.draft-default: one of the first orders was created without draft, the other with draft false. */
const draftDefault = check('create.draft-default', {
  name: 'creating without draft and with draft false',
  async run(law) {
    const invoiced = (await firstInvoices(law.session)).filter(({ creation }) => creation)
    const firsts = invoiced.filter(({ draft }) => !draft)
    if (firsts.length === 0) law.notExercised('no order could be invoiced')
    for (const { draft, order_id } of invoiced) if (draft) await judgeDraftAlone(law, order_id)
    for (const { order_id, creation } of firsts) {
      for (const options of [{ draft: false }, {}, { draft: false }]) {
        const exchange = await law.call('createInvoice', { body: { order_id, ...options } })
        judgeSameInvoice(law, 'create.draft-default', creation!, exchange)
      }
    }
    await judgeAmbiguous(law)
  },
})

export const drafts: readonly Check[] = [draftType, draftDefault]

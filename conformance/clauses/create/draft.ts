import type { Check } from '../../judge/check.ts'
import { isSuccess, member, isObject } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { inWords, invoiceOf, judgeSameInvoice } from '../same-invoice.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { firstInvoices } from './first-invoices.ts'
import { variedInvoices } from './varied-invoices.ts'

const TYPE = 'create.draft-type'
const DRAFT_TYPES = ['quote', 'pro_forma']

/** create.draft-type: in the answer, in read and in the list. */
const draftType: Check = {
  name: 'the types of orders and draft orders',
  clauses: [TYPE],
  async run(trial) {
    const creations = await variedInvoices(trial.session)
    if (!creations.some(({ draft }) => draft)) trial.notExercised('no draft order could be invoiced')
    for (const creation of creations) await judgeType(trial, creation)
    await judgeBoth(trial)
    await observeDraftType(trial, creations)
  },
}

async function judgeType(trial: Trial, { draft, order_id, exchange, invoice }: Creation): Promise<void> {
  const { slug } = invoice
  const read = await trial.call('readInvoice', { params: { slug } })
  const { items, exchanges } = await trial.session.inventory.invoices()
  const shown = [
    { record: invoice, where: exchange },
    { record: member(read, 'invoice'), where: read },
    ...items.filter((item) => item.slug === slug).map((record) => ({ record, where: exchanges[0]! })),
  ]
  for (const { record, where } of shown) {
    const type = isObject(record) ? String(record['invoice_type']) : ''
    trial.judge(TYPE, DRAFT_TYPES.includes(type) === draft, {
      message: `${draft ? 'draft order' : 'order'} ${order_id} was invoiced`,
      expected: draft ? 'invoice_type quote or pro_forma' : 'an invoice_type other than quote and pro_forma',
      got: inWords(isObject(record) ? record : {}, ['invoice_type']),
      exchanges: where === exchange ? exchange : [exchange, where],
    })
  }
}

/** A number that names an order and a draft order has two invoices (question order_ids.namespaces). */
async function judgeBoth(trial: Trial): Promise<void> {
  const { order_ids, draft_order_ids } = trial.session.target
  const order_id = order_ids.find((id) => draft_order_ids.includes(id))
  if (order_id === undefined) return
  const order = await trial.call('createInvoice', { body: { order_id } })
  const draft = await trial.call('createInvoice', { body: { order_id, draft: true } })
  const [one, other] = [invoiceOf(trial, TYPE, order), invoiceOf(trial, TYPE, draft)]
  trial.judge(
    TYPE,
    one.slug !== other.slug &&
      DRAFT_TYPES.includes(other.invoice_type) &&
      !DRAFT_TYPES.includes(one.invoice_type),
    {
      message: `${order_id} names an order and a draft order`,
      expected: 'an invoice for the one, a quote or pro forma for the other',
      exchanges: [order, draft],
    },
  )
  trial.session.observations.observe('order_ids.namespaces', 'apart', order, draft)
}

/** Draft orders that all became quotes may have been meant as such: a rule only where the store knows no other. */
async function observeDraftType(trial: Trial, creations: readonly Creation[]): Promise<void> {
  const { observations, inventory } = trial.session
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
async function judgeAmbiguous(trial: Trial): Promise<void> {
  const { order_ids, draft_order_ids } = trial.session.target
  const order_id = order_ids.find((id) => draft_order_ids.includes(id))
  if (order_id === undefined) return
  const known = await trial.call('createInvoice', { body: { order_id } })
  const invoice = invoiceOf(trial, 'create.draft-default', known)
  const again = await trial.call('createInvoice', { body: { order_id, draft: false } })
  judgeSameInvoice(trial, 'create.draft-default', { invoice, exchange: known }, again)
}

/**
 * The id of a draft order that has its invoice, which names no order that we know of: whatever the server makes of
 * it, draft false and draft left out are answered alike. It might name an order that the target does not list, so only
 * a platform that is there to be edited is asked.
 */
async function judgeDraftAlone(trial: Trial, order_id: number): Promise<void> {
  if (trial.session.target.order_ids.includes(order_id) || !trial.session.platform.has('edit_order')) return
  const told = await trial.call('createInvoice', { body: { order_id, draft: false } })
  const untold = await trial.call('createInvoice', { body: { order_id } })
  trial.judge('create.draft-default', isSuccess(told) === isSuccess(untold), {
    message: `${order_id} is the id of a draft order`,
    expected: `an answer like that to draft false, ${told.response.status}`,
    exchanges: [told, untold],
  })
  if (!isSuccess(told)) return
  const invoice = invoiceOf(trial, 'create.draft-default', told)
  judgeSameInvoice(trial, 'create.draft-default', { invoice, exchange: told }, untold)
}

/** create.draft-default: one of the first orders was created without draft, the other with draft false. */
const draftDefault: Check = {
  name: 'creating without draft and with draft false',
  clauses: ['create.draft-default'],
  async run(trial) {
    const invoiced = (await firstInvoices(trial.session)).filter(({ creation }) => creation)
    const firsts = invoiced.filter(({ draft }) => !draft)
    if (firsts.length === 0) trial.notExercised('no order could be invoiced')
    for (const { draft, order_id } of invoiced) if (draft) await judgeDraftAlone(trial, order_id)
    for (const { order_id, creation } of firsts) {
      for (const options of [{ draft: false }, {}, { draft: false }]) {
        const exchange = await trial.call('createInvoice', { body: { order_id, ...options } })
        judgeSameInvoice(trial, 'create.draft-default', creation!, exchange)
      }
    }
    await judgeAmbiguous(trial)
  },
}

export const drafts: readonly Check[] = [draftType, draftDefault]

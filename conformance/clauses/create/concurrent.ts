import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { creation, type Creation } from '../../server/store/new-invoices.ts'
import { judgeSameInvoice } from '../same-invoice.ts'
import { judgeNoTwin } from './twins.ts'

const CLAUSE = 'create.returns-existing-concurrent'
const AT_ONCE = 8
/** Orders that are scarce serve elsewhere first. */
const DRAFTS_TO_SPARE = 3
const ORDERS_TO_SPARE = 12

/** What one of the simultaneous creations asks for beside the order. */
type Options = (index: number) => object
const plain: Options = () => ({})
/** The quick ones first, two after the other; then two that take the time of a PDF. */
const mixed: Options = (index) => (index % 4 < 2 ? { generate_pdf: false } : {})
const withoutPdf: Options = () => ({ generate_pdf: false })

/** create.returns-existing-concurrent, for an order and, where there are enough, for more and a draft order. */
export const concurrent = check('create.returns-existing-concurrent', {
  name: 'simultaneous creations for one order',
  async run(law) {
    const { orders } = law.session
    await judgeRace(law, false, mixed)
    for (const options of [plain, withoutPdf])
      if (orders.left(false) > ORDERS_TO_SPARE) await judgeRace(law, false, options)
    if (orders.left(true) > DRAFTS_TO_SPARE) await judgeRace(law, true, mixed)
  },
})

async function judgeRace(law: Law, draft: boolean, options: Options): Promise<void> {
  const { session } = law
  const order_id = session.orders.take(draft)
  if (order_id === null) return law.missing('no order is left to invoice')
  const before = await session.inventory.invoices()
  await inParallel(() => law.call('listTemplates'))
  const exchanges = await inParallel((index) =>
    law.call('createInvoice', { body: { order_id, ...(draft && { draft }), ...options(index) } }),
  )
  for (const exchange of exchanges) law.success(exchange, 'the invoice, for each of simultaneous creations')
  const first = creation(before, { order_id, draft, exchange: exchanges[0]! })
  if (!first) throw law.violation({ expected: 'an invoice in each answer', exchanges })
  for (const exchange of exchanges) judgeSameInvoice(law, CLAUSE, first, exchange)
  if (!first.fresh) law.notExercised(`order ${order_id} had its invoice already`)
  await judgeAfterwards(law, first, before)
}

/** The one that a later creation answers is the one that all were answered. */
async function judgeAfterwards(law: Law, first: Creation, before: Collection<InvoiceSummary>): Promise<void> {
  const { order_id, draft, invoice, exchange } = first
  const later = await law.call('createInvoice', { body: { order_id, ...(draft && { draft }) } })
  judgeSameInvoice(law, CLAUSE, first, later, 'a later creation answers another invoice')
  await judgeNoTwin(law, CLAUSE, { before, invoice, exchanges: [exchange, later] })
}

const inParallel = <T>(one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(index)))

import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { creation } from '../../server/activity/new-invoices.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { judgeSameInvoice } from '../same-invoice.ts'
import { judgeNoTwin } from './twins.ts'

const AT_ONCE = 8
/** Orders that are scarce serve elsewhere first. */
const DRAFTS_TO_SPARE = 3
const ORDERS_TO_SPARE = 12

/** What one of the simultaneous creations asks for beside the order. */
type Options = (index: number) => object
/** The quick ones first, two after the other; then two that take the time of a PDF; at last another document of an order, and by templates. */
function mixed(templates: readonly { id: number }[], draft: boolean): Options {
  const [one, other = one] = templates.map(({ id }) => ({ template_id: id }))
  const quick = { generate_pdf: false }
  const choices = [quick, quick, {}, {}, quick, draft ? quick : { packing_slip: true }, one, other]
  return (index) => choices[index] ?? {}
}
const withoutPdf: Options = () => ({ generate_pdf: false })
/** The packing slip, which stands apart, and plain ones. */
const slips: Options = (index) => (index % 2 === 0 ? { packing_slip: true } : {})

/** For an order and, where there are enough, for more and a draft order. */
export const concurrent = check('create.returns-existing-concurrent', {
  name: 'simultaneous creations for one order',
  async run(law) {
    // Connections are opened before, so that the first race is one.
    await inParallel(() => law.call('listTemplates'))
    const templates = await law.store.lastingTemplates('invoice')
    await judgeRace(law, false, mixed(templates, false))
    for (const options of [slips, withoutPdf])
      if (law.orders.left(false) > ORDERS_TO_SPARE) await judgeRace(law, false, options)
    if (law.orders.left(true) > DRAFTS_TO_SPARE) await judgeRace(law, true, mixed(templates, true))
  },
})

/** All are answered one invoice, which a later creation answers too. */
async function judgeRace(law: Law, draft: boolean, options: Options): Promise<void> {
  const order = law.orders.take(draft)
  if (order === null) return law.missing('no order is left to invoice')
  const before = await law.store.invoices()
  const exchanges = await inParallel((index) =>
    law.call('createInvoice', { body: bodyOf(order, options(index)) }),
  )
  if (!exchanges.some(isSuccess) && (await law.platform.isGone(order)))
    return law.missing(`order ${order.order_id} is gone from the platform`)
  for (const exchange of exchanges) law.success(exchange, 'the invoice, for each of simultaneous creations')
  const [first] = exchanges.flatMap((exchange) => creation(before, order, exchange) ?? [])
  if (!first) throw law.violation({ expected: 'an invoice in each answer', exchanges })
  for (const exchange of exchanges) {
    const others = exchanges.filter((other) => other !== first.exchange && other !== exchange)
    judgeSameInvoice(law, first, exchange, 'simultaneous creations answer several invoices', others)
  }
  if (!first.fresh) law.notExercised(`order ${order.order_id} had its invoice already`)
  const later = await law.call('createInvoice', { body: bodyOf(order) })
  judgeSameInvoice(law, first, later, 'a later creation answers another invoice')
  await judgeNoTwin(law, before, first.invoice, [...exchanges, later])
}

const inParallel = <T>(one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(index)))

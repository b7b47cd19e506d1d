import { atOnce } from '../../judge/at-once.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { isTaken } from '../../server/store/hook-error.ts'
import { editsOf } from '../edits/edits.ts'
import { rareOrders } from '../edits/rare-edits.ts'
import { shownDigits } from '../edits/shown-digits.ts'
import { oneOfEachType } from '../each-template.ts'
import { packable } from './packed.ts'
import { judgeAgrees, judgeSameInvoice, readAgain, shownBy, type Shown } from '../same-invoice.ts'
import { differingFields } from '../stated-fields.ts'
import { withTemplate } from '../with-template.ts'
import { madeFirst, type FirstCreation } from './first-invoices.ts'
import { judgeNoTwin } from './twins.ts'

export const existing = check('create.returns-existing', {
  name: 'creating again for an order',
  shows: ['status.existing'],
  run: (law) => judgeAgain(law, false),
})

export const existingDraft = check('create.returns-existing-draft', {
  name: 'creating again for a draft order',
  run: (law) => judgeAgain(law, true),
})

async function judgeAgain(law: Law, draft: boolean): Promise<void> {
  const firsts = await madeFirst(law, draft)
  await atOnce(firsts, (first) => judgeOne(law, first))
}

/** Creates again and again: plainly, with every option, and after whatever may have disturbed the memory. */
async function judgeOne(law: Law, first: FirstCreation): Promise<void> {
  const exchanges = [first.exchange]
  for (const options of await repetitions(law, first.draft)) {
    const message = `created again with ${JSON.stringify(options)}`
    exchanges.push(await again(law, first, message, options))
  }
  await inQuotes(law, first)
  await law.call('regenerateInvoice', { params: { slug: first.invoice.slug } })
  await again(law, first, 'created again after a regeneration')
  await withTemplate(law, {}, async () => {})
  await again(law, first, 'created again after another record was deleted')
  await afterEdit(law, first)
  await judgeNoTwin(law, first.before, first.invoice, exchanges.slice(0, 4))
}

/** The clause demands that a creation answers what is there, and as it is: if someone edited the order, a read shows it too. */
async function again(law: Law, first: FirstCreation, message: string, options = {}): Promise<Exchange> {
  const exchange = await law.call('createInvoice', { body: bodyOf(first, options) })
  const invoice = judgeSameInvoice(law, first, exchange, message)
  if (isSuccess(exchange)) law.observe('status.existing', exchange.response.status, exchange)
  if (differingFields(first.invoice, invoice, ['updated_at']).length > 0)
    await judgeAsRead(law, { invoice, exchange })
  return exchange
}

/** A server that takes an integer in quotes (question input.coercion) takes it for the same order. */
async function inQuotes(law: Law, first: FirstCreation): Promise<void> {
  const body = { ...bodyOf(first), order_id: String(first.order_id) }
  const exchange = await law.call('createInvoice', { body })
  if (isSuccess(exchange)) judgeSameInvoice(law, first, exchange, 'created again with the order_id in quotes')
}

const judgeAsRead = async (law: Law, answered: Shown): Promise<void> =>
  judgeAgrees(law, await readAgain(law, answered.invoice), answered, {
    message: 'the existing invoice is answered otherwise than it is',
    but: ['updated_at'],
  })

/** The order is edited; the regeneration after it leaves the invoice like its order, as others expect it. */
async function afterEdit(law: Law, first: FirstCreation): Promise<void> {
  const { patch, invoice } = first
  if (patch === null) return
  await editWhole(law, first, `${String(patch['note'])}, edited`)
  await again(law, first, 'created again after the order was edited')
  await law.call('regenerateInvoice', { params: { slug: invoice.slug } })
  const taken = await again(law, first, 'created again after the edit was taken over')
  await judgeAsRead(law, shownBy(law, taken))
  if (!first.draft) await whileVoided(law, first)
}

/** An order that came to nothing has its invoice still; it gets its payment state back. */
async function whileVoided(law: Law, first: FirstCreation): Promise<void> {
  const { order_id, draft, invoice } = first
  const { financial_status } = (await readAgain(law, invoice)).invoice
  const isEdited = (state: string) =>
    isTaken(() => law.platform.edit(order_id, draft, { financial_status: state }))
  if (!(await isEdited('voided'))) return
  const query = { params: { slug: invoice.slug } }
  await law.call('regenerateInvoice', query)
  await again(law, first, 'created again after its order was voided')
  if (await isEdited(financial_status)) await law.call('regenerateInvoice', query)
}

/** All that an order says is edited, as far as the platform takes it: whatever an answer keeps of before then shows. */
async function editWhole(
  { marker, platform }: Law,
  { order_id, draft, invoice }: FirstCreation,
  note: string,
): Promise<void> {
  const mark = `${marker}e${draft ? 'd' : 'o'}${order_id}`
  const customer = editsOf(invoice, mark, undefined).at(0)?.patch['customer']
  const [rare = {}] = rareOrders(shownDigits([invoice]), mark)
  for (const patch of [{ ...rare, ...(customer !== undefined && { customer }), note }, { note }])
    if (await isTaken(() => platform.edit(order_id, draft, patch))) return
}

async function repetitions(law: Law, draft: boolean): Promise<object[]> {
  return packable(law, draft, [
    {},
    {},
    { draft },
    { generate_pdf: false },
    { packing_slip: true },
    { generate_pdf: true, packing_slip: false },
    ...(await oneOfEachType(law)),
    {},
  ])
}

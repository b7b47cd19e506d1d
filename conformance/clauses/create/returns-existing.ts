import type { ClauseId } from '../../../schemas/clauses.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { inWords, judgeSameInvoice } from '../same-invoice.ts'
import { differingFields } from '../stated-fields.ts'
import { firstInvoices, type First } from './first-invoices.ts'
import { judgeNoTwin } from './twins.ts'

const returnsExisting = (clause: ClauseId, draft: boolean): Check =>
  check(clause, {
    name: `creating again for ${draft ? 'a draft order' : 'an order'}`,
    async run(law) {
      const firsts = (await firstInvoices(law.session)).filter(
        (first) => first.draft === draft && first.creation,
      )
      if (firsts.length === 0) law.notExercised(`no ${draft ? 'draft ' : ''}order could be invoiced`)
      for (const first of firsts) await judgeAgain(law, clause, first, first.creation!)
    },
  })

/** Creates again and again: plainly, with every option, and after whatever may have disturbed the memory. */
async function judgeAgain(law: Law, clause: ClauseId, first: First, known: Creation): Promise<void> {
  const again = async (options: object, message: string) => {
    const body = { order_id: first.order_id, ...(first.draft && { draft: true }), ...options }
    const exchange = await law.call('createInvoice', { body })
    const shown = judgeSameInvoice(law, clause, known, exchange, message)
    observeExisting(law, exchange)
    await judgeContent(law, clause, known, exchange, differingFields(known.invoice, shown, ['updated_at']))
    return exchange
  }
  const exchanges = [known.exchange]
  for (const options of await repetitions(law, first.draft)) {
    exchanges.push(await again(options, `created again with ${JSON.stringify(options)}`))
  }
  await law.call('regenerateInvoice', { params: { slug: known.invoice.slug } })
  exchanges.push(await again({}, 'created again after a regeneration'))
  await disturb(law)
  exchanges.push(await again({}, 'created again after another record was deleted'))
  await afterEdit(law, first, known, again)
  await judgeNoTwin(law, clause, {
    before: first.before,
    invoice: known.invoice,
    exchanges: exchanges.slice(0, 4),
  })
}

/** The order is edited; the regeneration after it leaves the invoice like its order, as others expect it. */
async function afterEdit(
  law: Law,
  { order_id, draft, patch }: First,
  { invoice }: Creation,
  again: (options: object, message: string) => Promise<Exchange>,
): Promise<void> {
  if (patch === null) return
  await law.platform.edit(order_id, draft, { note: `${String(patch['note'])}, edited` })
  await again({}, 'created again after the order was edited')
  await law.call('regenerateInvoice', { params: { slug: invoice.slug } })
  await again({}, 'created again after the edit was taken over')
}

async function repetitions(law: Law, draft: boolean): Promise<object[]> {
  const items = await law.store.lastingTemplates()
  const template = items.find(({ template_type }) => template_type === 'invoice')
  const slip = items.find(({ template_type }) => template_type === 'packing_slip')
  return [
    {},
    {},
    { draft },
    { generate_pdf: false },
    { packing_slip: true },
    { generate_pdf: true, packing_slip: false },
    ...[template, slip].flatMap((one) => (one ? [{ template_id: one.id }] : [])),
    {},
  ]
}

/** Nothing was edited, so nothing may look different; if someone else edited the order, a read shows it as well. */
async function judgeContent(
  law: Law,
  clause: ClauseId,
  known: Creation,
  exchange: Exchange,
  different: readonly string[],
): Promise<void> {
  if (different.length === 0) return
  const read = await law.call('readInvoice', { params: { slug: known.invoice.slug } })
  const shown = (read.response.json as { invoice?: object } | undefined)?.invoice
  const returned = (exchange.response.json as { invoice?: object }).invoice
  law.of(clause).judge(differingFields(shown, returned, ['updated_at']).length === 0, {
    message: 'the existing invoice is answered otherwise than it is',
    expected: inWords(shown ?? {}, different),
    got: inWords(returned ?? {}, different),
    exchanges: [known.exchange, exchange, read],
  })
}

/** A record of another kind comes and goes. */
async function disturb(law: Law): Promise<void> {
  if (!law.permits('createTemplate')) return
  const { record } = await createTemplate(law.session)
  if (record) await deleteOwn(law.session, 'templates', record.id)
}

function observeExisting({ session }: Law, exchange: Exchange): void {
  if (isSuccess(exchange)) session.observations.observe('status.existing', exchange.response.status, exchange)
}

/** create.returns-existing and create.returns-existing-draft. */
export const existing: readonly Check[] = [
  returnsExisting('create.returns-existing', false),
  returnsExisting('create.returns-existing-draft', true),
]

import { type Check, check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { judgeUnknownTemplate, missingTemplates, unknownTemplates } from '../unknown-template.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { judgeAgrees, readAgain } from '../same-invoice.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { editedInvoice } from './edited-invoice.ts'

const unknown = check('regenerate.unknown', {
  name: 'regenerating invoices that do not exist',
  run: (law) => judgeUnknownSlugs(law, 'regenerateInvoice', [{}, { query: { packing_slip: true } }]),
})

const templateUnknown = check('regenerate.template-unknown', {
  name: 'regenerating with a template that does not exist',
  async run(law) {
    const own = await ownInvoice(law.session)
    const slug = own?.invoice.slug ?? (await law.store.invoices()).items[0]?.slug
    if (slug === undefined) return law.notExercised('the store has no invoice')
    for await (const template_id of missingTemplates(law.session))
      await judgeRefusal(law, slug, { template_id })
    const [template_id] = await unknownTemplates(law.session)
    await judgeRefusal(law, slug, { template_id, packing_slip: true })
  },
})

/** A refused regeneration changes nothing, not even updated_at. */
async function judgeRefusal(law: Law, slug: string, query: Record<string, unknown>): Promise<void> {
  const before = await readAgain(law, { slug })
  const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
  await judgeUnknownTemplate(law, 'regenerateInvoice', exchange, slug)
  if (isSuccess(exchange)) return
  judgeAgrees(law, before, await readAgain(law, { slug }), {
    message: 'a refused regeneration changed the invoice',
    between: [exchange],
  })
}

/** The order was edited meanwhile: what is refused does not re-sync, unless invoices follow their orders anyway. */
const notResynced = check('regenerate.template-unknown', {
  name: 'regenerating an edited order with a template that does not exist',
  needs: ['edit_order', 'writes'],
  async run(law) {
    const creation = (await editedInvoice(law.session, false)) ?? (await editedInvoice(law.session, true))
    if (!creation) return law.notExercised('no order is left that a hook edits')
    const { order_id, draft, invoice } = creation
    await law.platform.edit(order_id, draft, { note: `Refused ${law.marker}` })
    const [template_id] = await unknownTemplates(law.session)
    await judgeRefusal(law, invoice.slug, { template_id })
  },
})

export const regenerateRefused: readonly Check[] = [unknown, templateUnknown, notResynced]

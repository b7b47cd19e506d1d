import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { judgeUnknownTemplate, unknownTemplates } from '../unknown-template.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { inWords } from '../same-invoice.ts'
import { differingFields } from '../stated-fields.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { editedInvoice } from './edited-invoice.ts'
import { missingTemplates } from '../create/missing-templates.ts'

const TEMPLATE = 'regenerate.template-unknown'

const unknown = check('regenerate.unknown', {
  name: 'regenerating invoices that do not exist',
  run: (law) =>
    judgeUnknownSlugs(law, 'regenerate.unknown', 'regenerateInvoice', [
      {},
      { query: { packing_slip: true } },
    ]),
})

const templateUnknown = check('regenerate.template-unknown', {
  name: 'regenerating with a template that does not exist',
  async run(law: Law) {
    const own = await ownInvoice(law.session)
    const slug = own?.invoice.slug ?? (await law.store.invoices()).items[0]?.slug
    if (slug === undefined) law.notExercised('the store has no invoice')
    for await (const template_id of missingTemplates(law.session))
      await judgeRefusal(law, slug, { template_id })
    await judgeRefusal(law, slug, {
      template_id: (await unknownTemplates(law.session))[0],
      packing_slip: true,
    })
  },
})

/** A refused regeneration changes nothing, not even updated_at. */
async function judgeRefusal(law: Law, slug: string, query: { [parameter: string]: unknown }): Promise<void> {
  const before = await law.call('readInvoice', { params: { slug } })
  const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
  await judgeUnknownTemplate(law, TEMPLATE, exchange, slug)
  if (isSuccess(exchange)) return
  const after = await law.call('readInvoice', { params: { slug } })
  const different = differingFields(member(before, 'invoice'), member(after, 'invoice'))
  law.of(TEMPLATE).judge(different.length === 0, {
    message: 'a refused regeneration changed the invoice',
    expected: inWords(member(before, 'invoice') as object, different),
    got: inWords((member(after, 'invoice') ?? {}) as object, different),
    exchanges: [before, exchange, after],
  })
}

/** The order was edited meanwhile: what is refused does not re-sync, unless invoices follow their orders anyway. */
const notResynced = check('regenerate.template-unknown', {
  name: 'regenerating an edited order with a template that does not exist',
  needs: ['edit_order', 'writes'],
  async run(law: Law) {
    const creation = (await editedInvoice(law.session, false)) ?? (await editedInvoice(law.session, true))
    if (!creation) law.notExercised('no order is left that a hook edits')
    await edit(law, creation)
    const [template_id] = await unknownTemplates(law.session)
    await judgeRefusal(law, creation.invoice.slug, { template_id })
  },
})

async function edit(law: Law, { order_id, draft }: Creation): Promise<void> {
  await law.platform.edit(order_id, draft, { note: `Refused ${law.marker}` })
}

export const regenerateRefused: readonly Check[] = [unknown, templateUnknown, notResynced]

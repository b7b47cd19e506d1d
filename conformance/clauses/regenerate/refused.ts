import type { Check } from '../../judge/check.ts'
import { isSuccess, member } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { judgeUnknownTemplate, unknownTemplates } from '../unknown-template.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { inWords } from '../same-invoice.ts'
import { differingFields } from '../stated-fields.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { editedInvoice } from './edited-invoice.ts'
import { missingTemplates } from '../create/missing-templates.ts'

const TEMPLATE = 'regenerate.template-unknown'

const unknown: Check = {
  name: 'regenerating invoices that do not exist',
  clauses: ['regenerate.unknown'],
  run: (trial) =>
    judgeUnknownSlugs(trial, 'regenerate.unknown', 'regenerateInvoice', [
      {},
      { query: { packing_slip: true } },
    ]),
}

const templateUnknown: Check = {
  name: 'regenerating with a template that does not exist',
  clauses: [TEMPLATE],
  async run(trial: Trial) {
    const own = await ownInvoice(trial.session)
    const slug = own?.invoice.slug ?? (await trial.session.inventory.invoices()).items[0]?.slug
    if (slug === undefined) trial.notExercised('the store has no invoice')
    for await (const template_id of missingTemplates(trial.session))
      await judgeRefusal(trial, slug, { template_id })
    await judgeRefusal(trial, slug, {
      template_id: (await unknownTemplates(trial.session))[0],
      packing_slip: true,
    })
  },
}

/** A refused regeneration changes nothing, not even updated_at. */
async function judgeRefusal(
  trial: Trial,
  slug: string,
  query: { [parameter: string]: unknown },
): Promise<void> {
  const before = await trial.call('readInvoice', { params: { slug } })
  const exchange = await trial.call('regenerateInvoice', { params: { slug }, query })
  await judgeUnknownTemplate(trial, TEMPLATE, exchange, slug)
  if (isSuccess(exchange)) return
  const after = await trial.call('readInvoice', { params: { slug } })
  const different = differingFields(member(before, 'invoice'), member(after, 'invoice'))
  trial.judge(TEMPLATE, different.length === 0, {
    message: 'a refused regeneration changed the invoice',
    expected: inWords(member(before, 'invoice') as object, different),
    got: inWords((member(after, 'invoice') ?? {}) as object, different),
    exchanges: [before, exchange, after],
  })
}

/** The order was edited meanwhile: what is refused does not re-sync, unless invoices follow their orders anyway. */
const notResynced: Check = {
  name: 'regenerating an edited order with a template that does not exist',
  clauses: [TEMPLATE],
  needs: ['edit_order', 'writes'],
  async run(trial: Trial) {
    const creation = (await editedInvoice(trial.session, false)) ?? (await editedInvoice(trial.session, true))
    if (!creation) trial.notExercised('no order is left that a hook edits')
    await edit(trial, creation)
    const [template_id] = await unknownTemplates(trial.session)
    await judgeRefusal(trial, creation.invoice.slug, { template_id })
  },
}

async function edit(trial: Trial, { order_id, draft }: Creation): Promise<void> {
  await trial.session.platform.edit(order_id, draft, { note: `Refused ${trial.session.marker}` })
}

export const regenerateRefused: readonly Check[] = [unknown, templateUnknown, notResynced]

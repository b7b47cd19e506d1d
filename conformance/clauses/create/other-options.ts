import type { CreateInvoiceRequest } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { judgeSameInvoice } from '../same-invoice.ts'
import { judgeNoTwin } from './twins.ts'

const MOST_TEMPLATES = 3

/**
 * create.returns-existing for an invoice that was created with options: others may make another document, or nothing
 * (question create.existing_with_options), but never another invoice.
 */
export async function judgeOtherOptions(law: Law, made: Creation): Promise<void> {
  const before = await law.store.invoices()
  for (const options of await otherOptions(law)) {
    const again = await law.call('createInvoice', { body: bodyOf(made, options) })
    judgeSameInvoice(law, made, again, 'created again with other options than the first time')
  }
  await judgeNoTwin(law, before, made.invoice, [made.exchange])
}

/** No packing_slip beside a template: that a server may refuse. */
async function otherOptions(law: Law): Promise<Partial<CreateInvoiceRequest>[]> {
  const items = await law.store.lastingTemplates()
  const usable = items.filter(({ template_type }) => template_type !== 'credit_note')
  // The newest first: the oldest is the likeliest default.
  const templates = usable.toReversed().slice(0, MOST_TEMPLATES)
  return [
    {},
    { generate_pdf: false },
    { packing_slip: true },
    ...templates.map(({ id }) => ({ template_id: id })),
  ]
}

import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Call } from '../../server/client/call.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { judgeUnknownTemplate, missingTemplates } from '../unknown-template.ts'
import { anInvoice, draftInvoices } from './invoices.ts'
import { touching } from '../../judge/touches.ts'
import { WITH_NEW_TEMPLATES } from '../places.ts'

/** What no invoice has for a slug; one that is no UUID may also be invalid input. */
const unknown = check('pdf.unknown', {
  name: 'documents of invoices that do not exist',
  async run(law) {
    const templates = await law.store.lastingTemplates('invoice')
    if (!law.mayTry('hostile-input', 'slugs with a suffix'))
      return judgeUnknownSlugs(law, 'readInvoicePdf', [{}])
    const queries = [
      {},
      { packing_slip: true },
      ...templates.slice(0, 1).map(({ id }) => ({ template_id: id })),
    ]
    const calls = queries.map((query) => ({ query }))
    await judgeUnknownSlugs(law, 'readInvoicePdf', calls)
    await judgeNearSlugs(law)
  },
})

/** An id in the slug's place, and slugs with something behind them, which may be no path of the service at all. */
async function judgeNearSlugs(law: Law): Promise<void> {
  const { items } = await law.store.invoices()
  for (const { id } of items.slice(0, 2)) {
    const answer = await law.call('readInvoicePdf', { params: { slug: String(id) } })
    law.refused(answer, 'not-found', 'unprocessable')
  }
  for (const suffix of ['.pdf', '.json']) {
    const slug = `${items[0]?.slug}${suffix}`
    const answer = await law.call('readInvoicePdf', { params: { slug }, odd: true })
    law.judge(!isSuccess(answer), { expected: 'no document', exchanges: answer })
  }
}

/** Ids that no template of the store has, among them one that was deleted. */
const templateUnknown = check('pdf.template-unknown', {
  name: 'documents by templates that do not exist',
  permissions: ['documents'],
  shows: ['template.unknown'],
  async run(law) {
    const { slug } = await anInvoice(law)
    for await (const template_id of missingTemplates(law)) {
      const answer = await law.call('readInvoicePdf', { params: { slug }, query: { template_id } })
      await judgeUnknownTemplate(law, 'readInvoicePdf', answer, slug)
    }
    if (law.observed('template.unknown') === 'default_template') return
    for (const call of await callsInContexts(law, slug))
      await judgeUnknownTemplate(law, 'readInvoicePdf', await law.call('readInvoicePdf', call), slug)
  },
})

/** The same for the packing slip, and of draft orders; each by itself, as a packing slip of these may be refused for its own sake. */
async function callsInContexts(law: Law, slug: string): Promise<Call[]> {
  const template_id = UNLIKELY_ID
  const drafts = (await draftInvoices(law)).map((one) => ({
    params: { slug: one.slug },
    query: { template_id },
  }))
  const slips = [true, false].map((packing_slip) => ({
    params: { slug },
    query: { template_id, packing_slip },
  }))
  return [...slips, ...drafts]
}

export const pdfUnknown: readonly Check[] = [
  ...touching({}, [unknown]),
  ...touching(WITH_NEW_TEMPLATES, [templateUnknown]),
]

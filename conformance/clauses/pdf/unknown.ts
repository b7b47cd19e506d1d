import type { Check } from '../../judge/check.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { judgeUnknownTemplate } from '../unknown-template.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { invoicesWithDocuments } from './invoices.ts'
import { missingTemplates } from '../create/missing-templates.ts'

/** pdf.unknown: what no invoice has for a slug; one that is no UUID may also be invalid input. */
const unknown: Check = {
  name: 'documents of invoices that do not exist',
  clauses: ['pdf.unknown'],
  async run(trial) {
    const { items } = await trial.session.inventory.templates()
    const queries = [{}, { packing_slip: true }, ...items.slice(0, 1).map(({ id }) => ({ template_id: id }))]
    const calls = queries.map((query) => ({ query }))
    await judgeUnknownSlugs(trial, 'pdf.unknown', 'readInvoicePdf', calls)
    await judgeNearSlugs(trial)
  },
}

/** An id in the slug's place, and slugs with something behind them, which may be no path of the service at all. */
async function judgeNearSlugs(trial: Trial): Promise<void> {
  const { items } = await trial.session.inventory.invoices()
  for (const { id } of items.slice(0, 2)) {
    const answer = await trial.call('readInvoicePdf', { params: { slug: String(id) } })
    trial.refused('pdf.unknown', answer, 'not-found', 'unprocessable')
  }
  for (const suffix of ['.pdf', '.json']) {
    const slug = `${items[0]?.slug}${suffix}`
    const answer = await trial.call('readInvoicePdf', { params: { slug }, odd: true })
    trial.judge('pdf.unknown', !isSuccess(answer), { expected: 'no document', exchanges: answer })
  }
}

/** pdf.template-unknown: ids that no template of the store has, among them one that was deleted. */
const templateUnknown: Check = {
  name: 'documents by templates that do not exist',
  clauses: ['pdf.template-unknown'],
  async run(trial) {
    const [invoice] = await invoicesWithDocuments(trial, 1)
    if (!invoice) return trial.notExercised('the store has no invoice')
    for await (const template_id of missingTemplates(trial.session)) {
      const answer = await trial.call('readInvoicePdf', {
        params: { slug: invoice.slug },
        query: { template_id },
      })
      await judgeUnknownTemplate(trial, 'pdf.template-unknown', answer, invoice.slug)
    }
  },
}

export const pdfUnknown: readonly Check[] = [unknown, templateUnknown]

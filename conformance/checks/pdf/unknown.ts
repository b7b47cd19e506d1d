import type { Check } from '../../check.ts'
import { isSuccess } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { UNLIKELY_ID } from '../../learn/preflight.ts'
import { Inventory } from '../../store/inventory.ts'
import { createTemplate, deleteOwn } from '../../store/own-records.ts'
import { judgeUnknownSlugs } from '../unknown-slugs.ts'
import { invoicesWithDocuments } from './invoices.ts'

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
    const ids = [UNLIKELY_ID, ...(await deletedTemplate(trial)), ...(await foreignTemplate(trial))]
    for (const template_id of ids) {
      const answer = await trial.call('readInvoicePdf', {
        params: { slug: invoice.slug },
        query: { template_id },
      })
      trial.refused('pdf.template-unknown', answer, 'unprocessable', 'not-found')
    }
  },
}

async function deletedTemplate(trial: Trial): Promise<number[]> {
  if (!trial.session.client.permits('createTemplate')) return []
  const { record } = await createTemplate(trial.session)
  if (!record) return []
  await deleteOwn(trial.session, 'templates', record.id)
  return [record.id]
}

/** A template that only the other store has. */
async function foreignTemplate(trial: Trial): Promise<number[]> {
  const { session } = trial
  if (session.target.other_store_api_key === null) return []
  const own = new Set((await session.inventory.templates()).items.map(({ id }) => id))
  const { items } = await new Inventory(session.client, 'other_store').templates()
  return items
    .map(({ id }) => id)
    .filter((id) => !own.has(id))
    .slice(0, 1)
}

export const pdfUnknown: readonly Check[] = [unknown, templateUnknown]

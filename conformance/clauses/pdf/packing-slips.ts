import type { Template } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { likeness, shows } from '../../server/pdf/text.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { areExchanged, bothDocuments, judgeKinds, type Both, type Titles } from './both-documents.ts'
import { documentOf, isSameDocument, tryDocument, type Document, type DocumentQuery } from './document.ts'
import { draftInvoices, invoicesWithDocuments, type Listed } from './invoices.ts'
import { kindOf, labelsOf } from './kinds.ts'
import { judgeOwners, owned, type Owned } from './owners.ts'

/** Invoices whose packing slips are fetched. */
const MOST = 3

/** Only an order has a packing slip for sure: a draft is not packed. */
export async function orderInvoices(trial: Trial, most: number): Promise<Listed[]> {
  const found = await invoicesWithDocuments(trial, 3 * most)
  return found.filter(({ invoice_type }) => invoice_type === 'invoice').slice(0, most)
}

/** pdf.packing-slip: with the flag another document comes, and not under the invoice's title. */
const packingSlip: Check = {
  name: 'packing slips of invoices',
  clauses: ['pdf.packing-slip'],
  async run(trial) {
    const invoices = await orderInvoices(trial, MOST)
    if (invoices.length === 0) trial.notExercised('the store has no invoice of an order')
    const titles = await documentTitles(trial)
    const slips: Owned[] = []
    for (const { slug } of invoices) {
      const both = await bothDocuments(trial, 'pdf.packing-slip', slug)
      trial.judge('pdf.packing-slip', titles === null || !areExchanged(both, titles), {
        message: 'the two documents are exchanged',
        expected: `${titles?.packing_slip} with packing_slip true, ${titles?.invoice} without it`,
        got: `${both.slip.text.slice(0, 150)} … and ${both.invoice.text.slice(0, 150)}`,
        exchanges: [...both.invoice.exchanges, ...both.slip.exchanges],
      })
      await judgeExplicitFalse(trial, slug, both)
      slips.push(...(await owned(trial, slug, both.slip)))
    }
    judgeOwners(trial, 'pdf.packing-slip', slips)
  },
}

/** What a server may refuse: if it answers a document, it is the packing slip. */
const optional: Check = {
  name: 'packing slips of drafts, and in the look of invoice templates',
  clauses: ['pdf.packing-slip'],
  async run(trial) {
    const cases: { slug: string; query: DocumentQuery }[] = (await draftInvoices(trial)).map(({ slug }) => ({
      slug,
      query: {},
    }))
    const [first] = await orderInvoices(trial, 1)
    const items = await trial.session.inventory.lastingTemplates()
    const template = items.find(({ template_type }) => template_type === 'invoice')
    if (first && template) cases.push({ slug: first.slug, query: { template_id: template.id } })
    for (const { slug, query } of cases) {
      const invoice = await tryDocument(trial, slug, query)
      const slip = await tryDocument(trial, slug, { ...query, packing_slip: true })
      if (!invoice || !slip) continue
      trial.judge('pdf.packing-slip', !isSameDocument(invoice, slip), {
        expected: 'a document other than without packing_slip',
        got: `the same document: ${slip.text.slice(0, 200)}`,
        exchanges: [...invoice.exchanges, ...slip.exchanges],
      })
    }
  },
}

/** packing_slip false asks for the invoice as leaving it out does. */
async function judgeExplicitFalse(trial: Trial, slug: string, both: Both): Promise<void> {
  const invoice = await documentOf(trial, 'pdf.packing-slip', slug, { packing_slip: false })
  judgeKinds(trial, 'pdf.packing-slip', { ...both, invoice }, labelsOf(both.invoice, both.slip))
}

async function documentTitles(trial: Trial): Promise<Titles | null> {
  const settings = member(await trial.call('readSettings'), 'settings')
  if (!isObject(settings)) return null
  const [invoice, packing_slip] = [String(settings['invoice_title']), String(settings['packing_slip_title'])]
  const isTelling = [invoice, packing_slip].every((title) => title.trim().length >= 4)
  return isTelling && !shows(invoice, packing_slip) && !shows(packing_slip, invoice)
    ? { invoice, packing_slip }
    : null
}

/** pdf.packing-slip-inferred: a template of type packing_slip is enough. */
const inferred: Check = {
  name: 'packing slips by their template',
  clauses: ['pdf.packing-slip-inferred'],
  async run(trial) {
    const [first] = await orderInvoices(trial, 1)
    if (!first) return trial.notExercised('the store has no invoice of an order')
    const own = await createTemplate(trial.session, { template_type: 'packing_slip' })
    const items = await trial.session.inventory.lastingTemplates()
    const stored = items.filter(
      ({ template_type, id }) => template_type === 'packing_slip' && id !== own.record?.id,
    )
    const templates = [
      ...(own.record ? [own.record] : []),
      ...(await becomeSlip(trial)),
      ...stored.slice(0, 2),
    ]
    if (templates.length === 0)
      return trial.notExercised('the store has no packing slip template and takes none')
    const invoice = await documentOf(trial, 'pdf.packing-slip-inferred', first.slug)
    for (const template of templates) await judgeInferred(trial, first, template, invoice)
    const made = templates.filter((template) => !stored.includes(template))
    for (const { id } of made) await deleteOwn(trial.session, 'templates', id)
  },
}

/** A template that was made for invoices and became one for packing slips. */
async function becomeSlip(trial: Trial): Promise<Template[]> {
  const { record, input } = await createTemplate(trial.session, { template_type: 'invoice' })
  if (!record) return []
  const template = { ...input, template_type: 'packing_slip' }
  const changed = member(
    await trial.call('updateTemplate', { params: { id: record.id }, body: { template } }),
    'template',
  )
  if (isObject(changed) && changed['template_type'] === 'packing_slip') return [{ ...record, ...changed }]
  await deleteOwn(trial.session, 'templates', record.id)
  return []
}

async function judgeInferred(
  trial: Trial,
  { slug }: Listed,
  { id }: Template,
  invoice: Document,
): Promise<void> {
  const clause = 'pdf.packing-slip-inferred'
  const slip = await documentOf(trial, clause, slug, { template_id: id })
  const flagged = await documentOf(trial, clause, slug, { template_id: id, packing_slip: true })
  const isInvoice =
    isSameDocument(slip, invoice) ||
    (!isSameDocument(slip, flagged) && likeness(slip.text, invoice.text) > likeness(slip.text, flagged.text))
  trial.judge(clause, !isInvoice, {
    message: `packing slip template ${id} without the flag`,
    expected: 'the packing slip, as with packing_slip true',
    got: slip.text.slice(0, 200),
    exchanges: [...slip.exchanges, ...flagged.exchanges],
  })
  await observeExplicitFalse(trial, slug, id, invoice)
}

/** Which wins, packing_slip false or a packing slip template; told by the words of the ordinary documents. */
async function observeExplicitFalse(
  trial: Trial,
  slug: string,
  template_id: number,
  invoice: Document,
): Promise<void> {
  const slip = await tryDocument(trial, slug, { packing_slip: true })
  const document = await tryDocument(trial, slug, { template_id, packing_slip: false })
  const kind = slip && document && kindOf(document, labelsOf(invoice, slip))
  if (!kind) return
  const value = kind === 'invoice' ? 'flag_wins' : 'template_wins'
  trial.session.observations.observe('packing_slip.explicit_false', value, ...document.exchanges)
}

export const pdfPackingSlips: readonly Check[] = [packingSlip, optional, inferred]

import type { Template } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
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
export async function orderInvoices(law: Law, most: number): Promise<Listed[]> {
  const found = await invoicesWithDocuments(law, 3 * most)
  return found.filter(({ invoice_type }) => invoice_type === 'invoice').slice(0, most)
}

/** pdf.packing-slip: with the flag another document comes, and not under the invoice's title. */
const packingSlip = check('pdf.packing-slip', {
  name: 'packing slips of invoices',
  async run(law) {
    const invoices = await orderInvoices(law, MOST)
    if (invoices.length === 0) law.notExercised('the store has no invoice of an order')
    const titles = await documentTitles(law)
    const slips: Owned[] = []
    for (const { slug } of invoices) {
      const both = await bothDocuments(law, 'pdf.packing-slip', slug)
      law.of('pdf.packing-slip').judge(titles === null || !areExchanged(both, titles), {
        message: 'the two documents are exchanged',
        expected: `${titles?.packing_slip} with packing_slip true, ${titles?.invoice} without it`,
        got: `${both.slip.text.slice(0, 150)} … and ${both.invoice.text.slice(0, 150)}`,
        exchanges: [...both.invoice.exchanges, ...both.slip.exchanges],
      })
      await judgeExplicitFalse(law, slug, both)
      slips.push(...(await owned(law, slug, both.slip)))
    }
    judgeOwners(law, 'pdf.packing-slip', slips)
  },
})

/** What a server may refuse: if it answers a document, it is the packing slip. */
const optional = check('pdf.packing-slip', {
  name: 'packing slips of drafts, and in the look of invoice templates',
  async run(law) {
    const cases: { slug: string; query: DocumentQuery }[] = (await draftInvoices(law)).map(({ slug }) => ({
      slug,
      query: {},
    }))
    const [first] = await orderInvoices(law, 1)
    const items = await law.store.lastingTemplates()
    const template = items.find(({ template_type }) => template_type === 'invoice')
    if (first && template) cases.push({ slug: first.slug, query: { template_id: template.id } })
    for (const { slug, query } of cases) {
      const invoice = await tryDocument(law, slug, query)
      const slip = await tryDocument(law, slug, { ...query, packing_slip: true })
      if (!invoice || !slip) continue
      law.of('pdf.packing-slip').judge(!isSameDocument(invoice, slip), {
        expected: 'a document other than without packing_slip',
        got: `the same document: ${slip.text.slice(0, 200)}`,
        exchanges: [...invoice.exchanges, ...slip.exchanges],
      })
    }
  },
})

/** packing_slip false asks for the invoice as leaving it out does. */
async function judgeExplicitFalse(law: Law, slug: string, both: Both): Promise<void> {
  const invoice = await documentOf(law, 'pdf.packing-slip', slug, { packing_slip: false })
  judgeKinds(law, 'pdf.packing-slip', { ...both, invoice }, labelsOf(both.invoice, both.slip))
}

async function documentTitles(law: Law): Promise<Titles | null> {
  const settings = member(await law.call('readSettings'), 'settings')
  if (!isObject(settings)) return null
  const [invoice, packing_slip] = [String(settings['invoice_title']), String(settings['packing_slip_title'])]
  const isTelling = [invoice, packing_slip].every((title) => title.trim().length >= 4)
  return isTelling && !shows(invoice, packing_slip) && !shows(packing_slip, invoice)
    ? { invoice, packing_slip }
    : null
}

/** pdf.packing-slip-inferred: a template of type packing_slip is enough. */
const inferred = check('pdf.packing-slip-inferred', {
  name: 'packing slips by their template',
  async run(law) {
    const [first] = await orderInvoices(law, 1)
    if (!first) return law.notExercised('the store has no invoice of an order')
    const own = await createTemplate(law.session, { template_type: 'packing_slip' })
    const items = await law.store.lastingTemplates()
    const stored = items.filter(
      ({ template_type, id }) => template_type === 'packing_slip' && id !== own.record?.id,
    )
    const templates = [...(own.record ? [own.record] : []), ...(await becomeSlip(law)), ...stored.slice(0, 2)]
    if (templates.length === 0)
      return law.notExercised('the store has no packing slip template and takes none')
    const invoice = await documentOf(law, 'pdf.packing-slip-inferred', first.slug)
    for (const template of templates) await judgeInferred(law, first, template, invoice)
    const made = templates.filter((template) => !stored.includes(template))
    for (const { id } of made) await deleteOwn(law.session, 'templates', id)
  },
})

/** A template that was made for invoices and became one for packing slips. */
async function becomeSlip(law: Law): Promise<Template[]> {
  const { record, input } = await createTemplate(law.session, { template_type: 'invoice' })
  if (!record) return []
  const template = { ...input, template_type: 'packing_slip' }
  const changed = member(
    await law.call('updateTemplate', { params: { id: record.id }, body: { template } }),
    'template',
  )
  if (isObject(changed) && changed['template_type'] === 'packing_slip') return [{ ...record, ...changed }]
  await deleteOwn(law.session, 'templates', record.id)
  return []
}

async function judgeInferred(law: Law, { slug }: Listed, { id }: Template, invoice: Document): Promise<void> {
  const clause = 'pdf.packing-slip-inferred'
  const slip = await documentOf(law, clause, slug, { template_id: id })
  const flagged = await documentOf(law, clause, slug, { template_id: id, packing_slip: true })
  const isInvoice =
    isSameDocument(slip, invoice) ||
    (!isSameDocument(slip, flagged) && likeness(slip.text, invoice.text) > likeness(slip.text, flagged.text))
  law.of(clause).judge(!isInvoice, {
    message: `packing slip template ${id} without the flag`,
    expected: 'the packing slip, as with packing_slip true',
    got: slip.text.slice(0, 200),
    exchanges: [...slip.exchanges, ...flagged.exchanges],
  })
  await observeExplicitFalse(law, slug, id, invoice)
}

/** Which wins, packing_slip false or a packing slip template; told by the words of the ordinary documents. */
async function observeExplicitFalse(
  law: Law,
  slug: string,
  template_id: number,
  invoice: Document,
): Promise<void> {
  const slip = await tryDocument(law, slug, { packing_slip: true })
  const document = await tryDocument(law, slug, { template_id, packing_slip: false })
  const kind = slip && document && kindOf(document, labelsOf(invoice, slip))
  if (!kind) return
  const value = kind === 'invoice' ? 'flag_wins' : 'template_wins'
  law.observe('packing_slip.explicit_false', value, ...document.exchanges)
}

export const pdfPackingSlips: readonly Check[] = [packingSlip, optional, inferred]

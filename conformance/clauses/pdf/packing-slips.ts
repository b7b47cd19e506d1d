import type { Template, TemplateInput } from '../../../schemas/types.ts'
import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, member } from '../../server/client/exchange.ts'
import { likeness, shows } from '../../server/pdf/text.ts'
import { withTemplate } from '../with-template.ts'
import {
  areExchanged,
  bothAtOnce,
  bothDocuments,
  judgeKinds,
  judgeTwo,
  kindOf,
  tryBoth,
  type Titles,
} from './both-documents.ts'
import { documentOf, isSameDocument, tryDocument, type Document, type DocumentQuery } from './document.ts'
import { anOrderInvoice, draftInvoices, orderInvoices } from './invoices.ts'
import { judgeOwners, owned, type Owned } from './owners.ts'

/** Invoices whose packing slips are fetched. */
const MOST = 3

/** With the flag another document comes, and not under the invoice's title; with false the invoice does. */
const packingSlip = check('pdf.packing-slip', {
  name: 'packing slips of invoices',
  async run(law) {
    const invoices = await orderInvoices(law, MOST)
    if (invoices.length === 0) law.notExercised('the store has no invoice of an order')
    const titles = await documentTitles(law)
    const slips = await atOnce(invoices, ({ slug }) => judgeSlip(law, slug, titles))
    judgeOwners(law, slips.flat())
  },
})

/** Fetches both documents, one after the other and at once. @returns the packing slip, where its invoice can be told */
async function judgeSlip(law: Law, slug: string, titles: Titles | null): Promise<Owned[]> {
  const both = await bothDocuments(law, slug)
  law.judge(titles === null || !areExchanged(both, titles), {
    message: 'the two documents are exchanged',
    expected: `${titles?.slip} with packing_slip true, ${titles?.invoice} without it`,
    got: `${both.slip.text.slice(0, 150)} … and ${both.invoice.text.slice(0, 150)}`,
    exchanges: [...both.invoice.exchanges, ...both.slip.exchanges],
  })
  judgeKinds(law, await bothAtOnce(law, slug), both)
  return owned(law, slug, both.slip)
}

/** What a server may refuse: if it answers a document, it is the packing slip. */
const optional = check('pdf.packing-slip', {
  name: 'packing slips of drafts, and in the look of invoice templates',
  async run(law) {
    const drafts = await draftInvoices(law)
    const cases: { slug: string; query: DocumentQuery }[] = drafts.map(({ slug }) => ({ slug, query: {} }))
    const [first] = await orderInvoices(law, 1)
    const [template] = await law.store.lastingTemplates('invoice')
    if (first && template) cases.push({ slug: first.slug, query: { template_id: template.id } })
    await atOnce(cases, async ({ slug, query }) => {
      const both = await tryBoth(law, slug, query)
      if (both) judgeTwo(law, both)
    })
  },
})

/** What documents are called where the settings leave it open, in English at least. */
const USUAL_TITLES: Titles = { invoice: 'Invoice', slip: 'Packing slip' }

async function documentTitles(law: Law): Promise<Titles | null> {
  const settings = member(await law.call('readSettings'), 'settings')
  if (!isObject(settings)) return null
  const invoice = String(settings['invoice_title']).trim() || USUAL_TITLES.invoice
  const slip = String(settings['packing_slip_title']).trim() || USUAL_TITLES.slip
  const isTelling = [invoice, slip].every((title) => title.trim().length >= 4)
  return isTelling && !shows(invoice, slip) && !shows(slip, invoice) ? { invoice, slip } : null
}

/** A template of type packing_slip is enough. */
const inferred = check('pdf.packing-slip-inferred', {
  name: 'packing slips by their template',
  shows: ['packing_slip.explicit_false'],
  async run(law) {
    const { slug } = await anOrderInvoice(law)
    const invoice = await documentOf(law, slug)
    const judge = async ({ id }: Template) => {
      await judgeInferred(law, slug, id, invoice)
      return true
    }
    const stored = (await law.store.lastingTemplates('packing_slip')).slice(0, 2)
    const judged = [
      await withTemplate(law, { template_type: 'packing_slip' }, judge),
      await withTemplate(law, { template_type: 'invoice' }, async (template, input) => {
        // By what it was when it was used first no later document is made.
        await tryDocument(law, slug, { template_id: template.id })
        return (await becomesSlip(law, template, input)) ? judge(template) : false
      }),
    ]
    for (const template of stored) judged.push(await judge(template))
    if (!judged.some(Boolean)) law.notExercised('the store has no packing slip template and takes none')
  },
})

/** A template that was made for invoices becomes one for packing slips, where the server takes that. */
async function becomesSlip(law: Law, { id }: Template, input: TemplateInput): Promise<boolean> {
  const body = { template: { ...input, template_type: 'packing_slip' } }
  const changed = member(await law.call('updateTemplate', { params: { id }, body }), 'template')
  return isObject(changed) && changed['template_type'] === 'packing_slip'
}

async function judgeInferred(law: Law, slug: string, id: number, invoice: Document): Promise<void> {
  const slip = await documentOf(law, slug, { template_id: id })
  const flagged = await documentOf(law, slug, { template_id: id, packing_slip: true })
  const isInvoice =
    isSameDocument(slip, invoice) ||
    (!isSameDocument(slip, flagged) && likeness(slip.text, invoice.text) > likeness(slip.text, flagged.text))
  law.judge(!isInvoice, {
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
  const kind = slip && document && kindOf(document, { invoice, slip })
  if (!kind) return
  const value = kind === 'invoice' ? 'flag_wins' : 'template_wins'
  law.observe('packing_slip.explicit_false', value, ...document.exchanges)
}

export const pdfPackingSlips: readonly Check[] = [packingSlip, optional, inferred]

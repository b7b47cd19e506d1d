import type { Template, TemplateInput } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { withoutDates } from '../../server/pdf/text.ts'
import { createTemplate, deleteOwn } from '../../server/store/own-records.ts'
import { documentOf, fetchDocument, type Document } from './document.ts'
import { draftInvoices, invoicesWithDocuments, type Listed } from './invoices.ts'
import { firstLook, isTold, secondLook } from './looks.ts'

const CLAUSE = 'pdf.template-used'

/** Two templates of the run's own that differ in name, colour, font and size. */
interface Pair {
  first: Template
  second: Template
  /** What the second was made of. */
  look: TemplateInput
}

/** pdf.template-used, pdf.template: the template asked for is the one that is used, each time. */
const templates = check([CLAUSE, 'pdf.template'], {
  name: 'documents by template',
  async run(law) {
    const [invoice] = await invoicesWithDocuments(law, 1)
    if (!invoice) return law.notExercised('the store has no invoice')
    for (const template_type of ['invoice', 'packing_slip'] as const) {
      if (template_type === 'packing_slip' && invoice.invoice_type !== 'invoice') continue
      const pair = await createPair(law, template_type)
      if (!pair) continue
      await judgePair(law, invoice, pair)
      if (template_type === 'invoice') {
        for (const draft of await draftInvoices(law)) await judgePair(law, draft, pair)
        await observeFreshness(law, invoice, pair)
      }
      for (const { id } of [pair.first, pair.second]) await deleteOwn(law.session, 'templates', id)
    }
  },
})

async function createPair(law: Law, template_type: 'invoice' | 'packing_slip'): Promise<Pair | null> {
  const items = await law.store.lastingTemplates()
  const one = await createTemplate(law.session, { template_type, ...firstLook(items) })
  const other = await createTemplate(law.session, { template_type, ...secondLook(items, one.input) })
  if (one.record && other.record && isTold(one.record, other.record))
    return { first: one.record, second: other.record, look: other.input }
  for (const { record } of [one, other]) if (record) await deleteOwn(law.session, 'templates', record.id)
  law.of(CLAUSE).missing('the store takes no two templates that differ in name, colour, font and size')
  return null
}

async function judgePair(law: Law, { slug }: Listed, { first, second }: Pair): Promise<void> {
  const made: Document[] = []
  for (const { id } of [first, second, first])
    made.push(await documentOf(law, CLAUSE, slug, { template_id: id }))
  const [before, between, after] = made as [Document, Document, Document]
  for (const document of [before, after]) {
    law.of(CLAUSE).judge(withoutDates(document.bytes) !== withoutDates(between.bytes), {
      expected: `documents of templates ${first.id} and ${second.id} that differ`,
      got: 'the same document for both',
      exchanges: [...document.exchanges, ...between.exchanges],
    })
  }
  law.of('pdf.template').pass()
}

/** Whether a document that exists is made anew when its template changes. */
async function observeFreshness(law: Law, { slug }: Listed, { first, look }: Pair): Promise<void> {
  const query = { template_id: first.id }
  const before = await fetchDocument(law.session, slug, query)
  const again = await fetchDocument(law.session, slug, query)
  if (!before.download || !again.download) return
  const template = { ...look, name: first.name }
  await law.call('updateTemplate', { params: { id: first.id }, body: { template } })
  const after = await fetchDocument(law.session, slug, query)
  if (!after.download) return
  const isNew = withoutDates(before.download.bytes) !== withoutDates(after.download.bytes)
  const isDated = !before.download.bytes.equals(again.download.bytes)
  const value = isDated ? 'always' : isNew ? 'when_changed' : 'never'
  law.observe('pdf.freshness', value, before.answer, again.answer, after.answer)
}

/** pdf.template by the store's own templates, and which of them is the default. */
const stored = check('pdf.template', {
  name: "documents by the store's own templates",
  needs: ['pdf'],
  async run(law) {
    const items = await law.store.lastingTemplates()
    const candidates = items.filter(({ template_type }) => template_type === 'invoice')
    const [invoice] = await invoicesWithDocuments(law, 1)
    if (!invoice) return law.notExercised('the store has no invoice')
    observeUnits(law, items)
    const plain = await documentOf(law, 'pdf.template', invoice.slug)
    const made: ByTemplate[] = []
    for (const template of new Set([...candidates.slice(0, 3), ...candidates.slice(-2)])) {
      const document = await documentOf(law, 'pdf.template', invoice.slug, { template_id: template.id })
      made.push({ template, document, look: withoutDates(document.bytes) })
    }
    for (const one of made) for (const other of made) judgeLooks(law, one, other)
    const alike = made.filter(({ look }) => look === withoutDates(plain.bytes))
    if (alike.length === 1 && candidates.length > 1)
      law.observe('default_template', nameOf(alike[0]!.template, candidates), ...plain.exchanges)
  },
})

interface ByTemplate {
  template: Template
  document: Document
  look: string
}

/** Templates that differ in all that shows make documents that differ. */
function judgeLooks(law: Law, one: ByTemplate, other: ByTemplate): void {
  if (!isTold(one.template, other.template)) return
  law.of('pdf.template').judge(one.look !== other.look, {
    expected: `documents of templates ${one.template.id} and ${other.template.id} that differ`,
    got: 'the same document for both',
    exchanges: [...one.document.exchanges, ...other.document.exchanges],
  })
}

function nameOf(template: Template, all: readonly Template[]): AnswerTo<'default_template'> {
  const ids = all.map(({ id }) => id)
  const isOldest = template.id === Math.min(...ids)
  const isChosen = template.pre_selected_orders === true
  if (isChosen || (isOldest && !all.some(({ pre_selected_orders }) => pre_selected_orders)))
    return 'pre_selected_else_oldest'
  if (isOldest) return 'oldest'
  return template.id === Math.max(...ids) ? 'newest' : 'another'
}

/** What the store's templates hold, since no answer tells the unit of a number. */
function observeUnits(law: Law, [template]: readonly Template[]): void {
  if (!template) return
  const fields = ['font_size', 'logo_width', 'accent_color', 'date_format'] as const
  const held = fields.map((field) => `${field} ${JSON.stringify(template[field])}`).join(', ')
  law.unobserved('template.units', `a template of the store has ${held}`)
}

export const pdfTemplates: readonly Check[] = [templates, stored]

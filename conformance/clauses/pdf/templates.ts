import type { Template, TemplateInput } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { withoutDates } from '../../server/pdf/text.ts'
import { withTemplate } from '../with-template.ts'
import {
  documentOf,
  downloadAgain,
  judgeApart,
  readOnce,
  servesPdf,
  tryDocument,
  type Document,
} from './document.ts'
import { anInvoice, draftInvoices, isOfOrder, type Listed } from './invoices.ts'
import { firstLook, isTold, secondLook } from './looks.ts'

/** Two templates of the run's own that differ in name, colour, font and size. */
interface Pair {
  first: Template
  second: Template
  /** What the second was made of. */
  look: TemplateInput
}

/** The template asked for is the one that is used, each time. */
const templates = check(['pdf.template-used', 'pdf.template', 'pdf.download'], {
  name: 'documents by template',
  shows: ['pdf.freshness'],
  async run(law) {
    const invoice = await anInvoice(law)
    const old: Document[] = []
    await withPair(law, 'invoice', async (pair) => {
      for (const one of [invoice, ...(await draftInvoices(law))]) await judgePair(law, one, pair)
      old.push(...(await observeFreshness(law, invoice, pair)))
      await judgeOld(law, old, 'was changed')
    })
    await judgeOld(law, old, 'was deleted')
    if (isOfOrder(invoice)) await withPair(law, 'packing_slip', (pair) => judgePair(law, invoice, pair))
  },
})

/** Letters of more bytes than one, in what a document may take into its own bytes. */
const lettered = check('pdf.download', {
  name: 'a document by a template whose font has letters of its own',
  needs: ['pdf', 'writes'],
  async run(law) {
    const { slug } = await anInvoice(law)
    const font = { template_type: 'invoice', font_family: 'ヒラギノ角ゴシック' } as const
    const isUsed = await withTemplate(law, font, async ({ id }) => {
      await documentOf(law, slug, { template_id: id })
      law.pass()
      return true
    })
    if (!isUsed) law.missing('the store takes no template whose font has letters beyond ASCII')
  },
})

/** Their names are told apart by letters that are none of an address or a file's name. */
async function withPair(
  law: Law,
  template_type: 'invoice' | 'packing_slip',
  use: (pair: Pair) => Promise<void>,
): Promise<void> {
  const items = await law.store.lastingTemplates()
  const [name, other] = [`請求書 ${law.marker}`, `Рахунок ${law.marker}`]
  const isUsed = await withTemplate(law, { template_type, name, ...firstLook(items) }, (first, input) =>
    withTemplate(law, { template_type, name: other, ...secondLook(items, input) }, async (second, look) => {
      if (!isTold(first, second)) return false
      await use({ first, second, look })
      return true
    }),
  )
  if (!isUsed) law.missing('the store takes no two templates that differ in name, colour, font and size')
}

async function judgePair(law: Law, { slug }: Listed, { first, second }: Pair): Promise<void> {
  const before = await byTemplate(law, slug, first)
  // At once, as two people ask.
  const [between, after] = await Promise.all([byTemplate(law, slug, second), byTemplate(law, slug, first)])
  for (const one of [before, after]) judgeLooks(law, one, between)
  law.of('pdf.template').pass()
}

interface ByTemplate {
  template: Template
  document: Document
  look: string
}

async function byTemplate(law: Law, slug: string, template: Template): Promise<ByTemplate> {
  const document = await documentOf(law, slug, { template_id: template.id })
  return { template, document, look: withoutDates(document.bytes) }
}

/** Templates that differ in all that shows make documents that differ. */
function judgeLooks(law: Law, one: ByTemplate, other: ByTemplate): void {
  const expected = `documents of templates ${one.template.id} and ${other.template.id} that differ`
  judgeApart(law, one.look === other.look, [one.document, other.document], expected)
}

/** Whether a document that exists is made anew when its template changes. @returns the document from before, if there is one */
async function observeFreshness(law: Law, { slug }: Listed, { first, look }: Pair): Promise<Document[]> {
  const query = { template_id: first.id }
  const before = await tryDocument(law, slug, query)
  const again = await tryDocument(law, slug, query)
  if (!before || !again) return []
  const template = { ...look, name: first.name }
  await law.call('updateTemplate', { params: { id: first.id }, body: { template } })
  const after = await tryDocument(law, slug, query)
  if (!after) return [before]
  const isNew = withoutDates(before.bytes) !== withoutDates(after.bytes)
  const isDated = !before.bytes.equals(again.bytes)
  const value = isDated ? 'always' : isNew ? 'when_changed' : 'never'
  law.observe('pdf.freshness', value, before.answer, again.answer, after.answer)
  return [before]
}

/** The address of a document whose template is another by now serves one that is whole, the old or a new one, or refuses. */
async function judgeOld(law: Law, documents: readonly Document[], since: string): Promise<void> {
  for (const document of documents) {
    const served = await downloadAgain(law, document)
    const { problem } = servesPdf(served) ? await readOnce(law.session, served) : { problem: null }
    law.of('pdf.download').judge(served.status < 500 && problem === null, {
      expected: `a complete PDF, or a refusal, at an address whose template ${since}`,
      got: problem ?? `status ${served.status}`,
      exchanges: [...document.exchanges, ...served.exchanges],
    })
  }
}

/** By the store's own templates, and which of them is the default. */
const stored = check('pdf.template', {
  name: "documents by the store's own templates",
  shows: ['default_template', 'template.units'],
  needs: ['pdf'],
  async run(law) {
    const items = await law.store.lastingTemplates('invoice')
    const { slug } = await anInvoice(law)
    observeUnits(law, await law.store.lastingTemplates())
    const plain = await documentOf(law, slug)
    const made: ByTemplate[] = []
    for (const template of new Set([...items.slice(0, 3), ...items.slice(-2)]))
      made.push(await byTemplate(law, slug, template))
    for (const one of made)
      for (const other of made) if (isTold(one.template, other.template)) judgeLooks(law, one, other)
    const [alike, ...more] = made.filter(({ look }) => look === withoutDates(plain.bytes))
    if (alike && more.length === 0 && items.length > 1)
      law.observe('default_template', nameOf(alike.template, items), ...plain.exchanges)
  },
})

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

export const pdfTemplates: readonly Check[] = [templates, lettered, stored]

import type { Template } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf } from '../../server/store/order-supply.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { firstCreations, hasEmail } from '../create/first-invoices.ts'
import { isEdited } from '../edits/edited.ts'
import { bothDocuments, judgeKinds, type Both } from './both-documents.ts'
import { withSlipTemplate } from './created-documents.ts'
import { documentOf, downloadAgain, readOnce, servesPdf, type Document } from './document.ts'
import { anOrderInvoice } from './invoices.ts'

/** Reading only: asking for one document leaves the other as retrievable as before. */
const alternating = check('pdf.both-retained', {
  name: 'both documents in turn',
  permissions: ['documents'],
  async run(law) {
    const { slug } = await anOrderInvoice(law)
    const first = await bothDocuments(law, slug)
    for (let round = 0; round < 2; round++) await judgeRetained(law, slug, first)
    await judgeEarlierUrls(law, first)
  },
})

/** Ids that hardly any store has: one that may be refused for its size alone, and an ordinary one. */
const NO_TEMPLATES = [UNLIKELY_ID, 1_000_003]

/** Reading only: what was refused, for its template, leaves no flag behind that the next request has not. */
const afterRefusal = check('pdf.both-retained', {
  name: 'the invoice document after a packing slip by no template',
  permissions: ['documents'],
  async run(law) {
    const { slug } = await anOrderInvoice(law)
    const first = await bothDocuments(law, slug)
    for (const template_id of NO_TEMPLATES) {
      const query = { packing_slip: true, template_id }
      const refused = await law.call('readInvoicePdf', { params: { slug }, query })
      const invoice = await documentOf(law, slug)
      const exchanges = [refused, ...invoice.exchanges]
      judgeKinds(law, { ...first, invoice: { ...invoice, exchanges } }, first)
    }
  },
})

/** Each document is still what it was. */
const judgeRetained = async (law: Law, slug: string, first: Both): Promise<void> =>
  judgeKinds(law, await bothDocuments(law, slug), first)

/** An earlier URL may serve a newer making of its document, or nothing any more, but never the other document. */
async function judgeEarlierUrls(law: Law, { invoice, slip }: Both): Promise<void> {
  const again = { invoice: await servedAgain(law, invoice), slip: await servedAgain(law, slip) }
  judgeKinds(law, again, { invoice, slip })
}

/** What the URL serves now; the document as it was where it serves none. */
async function servedAgain(law: Law, document: Document): Promise<Document> {
  const served = await downloadAgain(law, document)
  if (!servesPdf(served)) return document
  const { text } = await readOnce(law.session, served)
  return { ...document, bytes: served.bytes, text, exchanges: [...document.exchanges, ...served.exchanges] }
}

/** Which document is regenerated, in an order in which each meets the other's leftovers. */
const STEPS: readonly Record<string, unknown>[] = [
  {},
  { packing_slip: true },
  { packing_slip: true },
  { packing_slip: false },
  {},
]

/** With regenerations between, and at last a creation that is for the packing slip. */
const regenerated = check('pdf.both-retained', {
  name: 'both documents after each regeneration',
  needs: ['orders', 'pdf'],
  async run(law) {
    const made = await orderedInvoice(law)
    const { slug } = made.invoice
    const first = await bothDocuments(law, slug)
    for (const query of STEPS) {
      law.success(await law.call('regenerateInvoice', { params: { slug }, query }))
      await judgeRetained(law, slug, first)
    }
    law.success(await law.call('createInvoice', { body: bodyOf(made, { packing_slip: true }) }))
    await judgeRetained(law, slug, first)
  },
})

/** An invoice of an order that the run made, another check's where there is one; such as can be sent where there is one. */
async function orderedInvoice(law: Law): Promise<Creation> {
  const firsts = await firstCreations(law, false)
  const made =
    firsts.find(({ invoice }) => hasEmail(invoice)) ?? firsts[0] ?? (await createInvoice(law.session))
  if (!made) return law.notExercised('no order is left that could be invoiced')
  if (!made.fresh || isEdited(law, made.invoice.slug)) await bringUpToDate(law, made)
  return made
}

/** Documents of one that was invoiced earlier, or edited, may show its order as it was at two times: what they differ in would be taken for their kind. */
async function bringUpToDate(law: Law, { invoice: { slug } }: Creation): Promise<void> {
  for (const packing_slip of [false, true])
    await law.call('regenerateInvoice', { params: { slug }, query: { packing_slip } })
}

/** An email and a bulk action that a packing slip template is named for make the packing slip, and no invoice document. */
const named = check('pdf.both-retained', {
  name: 'both documents after an email and a bulk action by a packing slip template',
  needs: ['orders', 'pdf'],
  async run(law) {
    const made = await orderedInvoice(law)
    const { slug } = made.invoice
    const first = await bothDocuments(law, slug)
    const isUsed = await withSlipTemplate(law, async (template) => {
      if (law.permits('sendInvoiceEmail')) await sendBy(law, made, template)
      await judgeRetained(law, slug, first)
      if (law.permits('bulkPdf')) await printBy(law, made, template)
      await judgeRetained(law, slug, first)
    })
    if (!isUsed) law.missing('the store has no packing slip template, and none may be created')
  },
})

/** Whether it must be taken, others judge. */
async function sendBy(law: Law, { invoice: { slug } }: Creation, { id }: Template): Promise<void> {
  const call = { params: { slug }, body: { template_id: id } }
  if (law.mayCall('sendInvoiceEmail', call)) await law.call('sendInvoiceEmail', call)
}

/** Until it has ended, where that can be told. */
async function printBy(law: Law, { invoice: { id } }: Creation, { name }: Template): Promise<void> {
  await law.turns.start({ invoice_ids: [id], template_name: name })
  await law.turns.idle()
}

/** Of any invoice, by reading. */
export const pdfRetained: readonly Check[] = [alternating, afterRefusal]
/** Of one that was made first. */
export const pdfRetainedOfFirsts: readonly Check[] = [regenerated]
/** It sends, prints and has a template of its own. */
export const pdfRetainedByTemplate: readonly Check[] = [named]

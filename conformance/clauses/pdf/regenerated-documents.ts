import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { shows } from '../../server/pdf/text.ts'
import { editHook } from '../../server/store/platform.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { settingsIn } from '../views.ts'
import { judgeKinds } from './both-documents.ts'
import { withSlipTemplate } from './created-documents.ts'
import {
  documentOf,
  downloadAgain,
  readOnce,
  servesPdf,
  tryDocument,
  type Document,
  type DocumentQuery,
} from './document.ts'
import { earlierInvoice } from './invoices.ts'
import { isLegible, judgeEdit, type Past } from './edited-document.ts'
import { editOrder, newEdit, streetsEdit, STREETS, type Edit } from './edits.ts'
import { judgeEnvelope } from './envelope.ts'

/** An invoice whose order can be edited through a hook of the target. */
async function editable(law: Law, draft: boolean): Promise<Creation> {
  const hook = editHook(draft)
  if (!law.platform.has(hook)) law.notExercised(`needs hooks.${hook} in the target file`)
  // Elsewhere others work on those that were made first, at the same time.
  const shared = () => (law.orders.isScarce ? ownInvoice(law) : null)
  const made = (await createInvoice(law.session, { draft, editable: true })) ?? (await shared())
  const isEditable = made && made.draft === draft && law.orders.isEditable(made)
  return isEditable ? made : law.notExercised('no order is left that could be invoiced and edited')
}

/** Edits the order, regenerates the document asked for so, and demands that it shows the edit. */
async function regenerate(
  law: Law,
  made: Creation,
  past: Past,
  edit: Edit,
  query: DocumentQuery = {},
  fields?: readonly string[],
): Promise<Required<Past>> {
  const { slug } = made.invoice
  await editOrder(law.session, made, edit, fields)
  law.success(await law.call('regenerateInvoice', { params: { slug }, query: { ...query } }))
  const now = { document: await documentOf(law, slug, query), edit }
  const { address1: seller } = settingsIn(await law.call('readSettings'))
  judgeEdit(law, made, past, { ...now, seller })
  return now
}

/** Once, again, and with a template; the documents of other invoices keep clear of the edit. */
const invoiceDocument = check(['regenerate.pdf', 'pdf.envelope', 'pdf.download'], {
  name: 'the document after edits and regenerations',
  shows: ['pdf.old_urls'],
  needs: ['edit_order', 'pdf'],
  async run(law) {
    const made = await editable(law, false)
    const document = await documentOf(law, made.invoice.slug)
    const nth = (n: number, isLong?: boolean) => newEdit(law.session, n, isLong)
    const once = await regenerate(law, made, { document }, nth(1))
    await observeOldUrl(law, document, once.edit)
    await judgeNeighbour(law.of('pdf.download'), made, once.edit)
    const moved = await moveStreets(law, made, once)
    const twice = await regenerate(law, made, moved, nth(2, true), { packing_slip: false })
    judgeEnvelope(law.of('pdf.envelope'), twice.document.answer, made.invoice)
    const [template] = await law.store.lastingTemplates('invoice')
    const query = template && { template_id: template.id }
    // Another template's document may show other parts of an order.
    const earlier = query && { ...twice, document: await documentOf(law, made.invoice.slug, query) }
    if (earlier) await regenerate(law, made, earlier, nth(3), query)
  },
})

/** New streets for who stays the same: judged where the document shows those of the edit before. */
async function moveStreets(law: Law, made: Creation, once: Required<Past>): Promise<Required<Past>> {
  const { document, edit } = once
  const isShown = [edit.address, edit.destination].some((street) => shows(document.text, street))
  const moved = streetsEdit(law.session, edit, 8)
  return isShown ? regenerate(law, made, once, moved, {}, STREETS) : once
}

async function judgeNeighbour(law: Law, { invoice }: Creation, edit: Edit): Promise<void> {
  const other = await earlierInvoice(law)
  const document = other && (await tryDocument(law, other.slug))
  if (!other || !document) return
  law.judge(!shows(document.text, edit.title), {
    message: `regenerating ${invoice.number} changed the document of ${other.number}`,
    expected: `a document of invoice ${other.number}`,
    got: `one that says ${edit.title}`,
    exchanges: document.exchanges,
  })
}

/** What the URL of the document before now serves. */
async function observeOldUrl(law: Law, before: Document, edit: Edit): Promise<void> {
  const served = await downloadAgain(law, before)
  const { text } = await readOnce(law.session, served)
  const newest = [edit.title, edit.name].some((word) => shows(text, word))
  const value = !servesPdf(served) ? 'nothing' : newest ? 'newest' : 'document_made_for'
  law.observe('pdf.old_urls', value, ...served.exchanges)
}

/** For a quote or pro-forma. */
const draftDocument = check('regenerate.pdf', {
  name: "the document of a draft order's invoice after an edit and a regeneration",
  async run(law) {
    const made = await editable(law, true)
    const document = await documentOf(law, made.invoice.slug)
    await regenerate(law, made, { document }, newEdit(law.session, 7))
  },
})

/** By the flag and by a packing slip template; the invoice document stays. */
const packingSlip = check('regenerate.packing-slip', {
  name: 'the packing slip after edits and regenerations',
  async run(law) {
    const made = await editable(law, false)
    const { slug } = made.invoice
    const invoice = await documentOf(law, slug)
    const document = await documentOf(law, slug, { packing_slip: true })
    const judgeOther = async (slip: Document) => {
      const both = { invoice: await documentOf(law, slug), slip }
      judgeKinds(law, both, { invoice, slip: document })
      return both.invoice
    }
    const once = await regenerate(law, made, { document }, newEdit(law.session, 4), { packing_slip: true })
    const other = await judgeOther(once.document)
    if (
      isLegible(invoice, made) &&
      ![once.edit.title, once.edit.name].some((word) => shows(other.text, word))
    )
      law.observe('regenerate.other_document', 'kept', ...other.exchanges)
    const twice = await regenerate(law, made, once, newEdit(law.session, 5, true), { packing_slip: true })
    await judgeOther(twice.document)
    const hasTemplate = await withSlipTemplate(law, async ({ id: template_id }) => {
      // Made before the edit, so that there is one to regenerate.
      const earlier = { ...twice, document: await documentOf(law, slug, { template_id }) }
      const edit = newEdit(law.session, 6)
      await judgeOther((await regenerate(law, made, earlier, edit, { template_id })).document)
    })
    if (!hasTemplate) law.missing('the store has no packing slip template')
  },
})

/** It looks at the document of a neighbour too. */
export const regeneratedBesideNeighbour: readonly Check[] = [invoiceDocument]
export const regeneratedDocuments: readonly Check[] = [draftDocument, packingSlip]

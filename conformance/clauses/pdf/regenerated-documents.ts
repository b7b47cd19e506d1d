import type { ClauseId } from '../../../schemas/clauses.ts'
import { type Check, check } from '../../judge/check.ts'
import { download } from '../../server/client/download.ts'
import type { Law } from '../../judge/law.ts'
import { shows, withoutDates } from '../../server/pdf/text.ts'
import { createInvoice, type Creation } from '../../server/store/new-invoices.ts'
import { deleteOwn } from '../../server/store/own-records.ts'
import { editHook, mayHaveDoneNothing } from '../../server/store/platform.ts'
import type { Target } from '../../server/target.ts'
import { ownInvoice } from '../create/first-invoices.ts'
import { judgeKinds } from './both-documents.ts'
import { slipTemplate } from './created-documents.ts'
import {
  documentOf,
  readOnce,
  servesPdf,
  tryDocument,
  type Document,
  type DocumentQuery,
} from './document.ts'
import { editOrder, newEdit, replacements, type Edit } from './edits.ts'
import { judgeEnvelope } from './envelope.ts'
import { labelsOf } from './kinds.ts'
import { textsOf } from './own-words.ts'

/** An invoice whose order can be edited through a hook of the target. */
async function editable(law: Law, draft: boolean): Promise<Creation> {
  const { session } = law
  const hook = editHook(draft)
  if (!session.platform.has(hook)) law.notExercised(`needs hooks.${hook} in the target file`)
  const made = (await createInvoice(session, { draft, editable: true })) ?? (await ownInvoice(session))
  const isEditable = made && made.draft === draft && !isAmbiguous(session.target, made.order_id)
  return isEditable ? made : law.notExercised('no order is left that could be invoiced and edited')
}

/** An id in both lists names two orders: a hook could edit either. */
const isAmbiguous = ({ order_ids, draft_order_ids }: Target, id: number) =>
  order_ids.includes(id) && draft_order_ids.includes(id)

/** One regeneration after an edit: the document asked for so must show it. */
interface Round {
  clause: ClauseId
  edit: Edit
  /** What the edit before left, which must not stand there any more. */
  past?: Edit
  query: DocumentQuery
  before: Document
}

async function regenerate(law: Law, made: Creation, round: Round): Promise<Document> {
  const { clause, edit, query } = round
  const { slug } = made.invoice
  await editOrder(law.session, made, edit)
  law.of(clause).success(await law.call('regenerateInvoice', { params: { slug }, query: { ...query } }))
  const after = await documentOf(law, clause, slug, query)
  judgeEdit(law, made, round, after)
  return after
}

function judgeEdit(law: Law, made: Creation, { clause, edit, past, before }: Round, after: Document): void {
  const explanation = mayHaveDoneNothing(editHook(made.draft))
  if (!isLegible(before, made)) return judgeBytes(law, clause, before, after, explanation)
  const words = [edit.title, edit.name, edit.note, edit.address]
  const stale = [past?.title, past?.note].find((word) => word !== undefined && shows(after.text, word))
  const missing = replacements(made.invoice, past, edit).find(
    ({ old, now }) => old.some((text) => shows(before.text, text)) && !shows(after.text, now),
  )
  const wrong =
    (!words.some((word) => shows(after.text, word)) && `one that shows the edit: ${words.join(', ')}`) ||
    (missing && `one that shows ${missing.now} in the place of ${missing.old.join(', ')}`) ||
    (stale !== undefined && `one without ${stale}, which the order says no longer`)
  law.of(clause).judge(!wrong, {
    expected: `a document of the edited order: ${wrong || 'any'}`,
    got: after.text.slice(0, 1000),
    perhaps: explanation,
    exchanges: [...before.exchanges, ...after.exchanges],
  })
}

/** Whether the text of a document can be read at all: a word of the invoice stands there. */
function isLegible({ text }: Document, { invoice }: Creation): boolean {
  const words = textsOf(invoice).flatMap((value) => value.match(/[A-Za-z]{4,}/g) ?? [])
  return words.some((word) => shows(text, word))
}

/** A document whose text cannot be read must at least have changed. */
function judgeBytes(
  law: Law,
  clause: ClauseId,
  before: Document,
  after: Document,
  explanation: string,
): void {
  if (withoutDates(before.bytes) === withoutDates(after.bytes))
    throw law.of(clause).violation({
      expected: 'a document that shows the edit of the order',
      got: 'the same document as before',
      perhaps: explanation,
      exchanges: [...before.exchanges, ...after.exchanges],
    })
  law.of(clause).missing('the text of the documents cannot be read')
}

/** regenerate.pdf: once, again, and with a template; the documents of other invoices keep clear of the edit. */
const invoiceDocument = check(['regenerate.pdf', 'pdf.envelope', 'pdf.download'], {
  name: 'the document after edits and regenerations',
  needs: ['edit_order', 'pdf'],
  async run(law) {
    const clause = 'regenerate.pdf'
    const made = await editable(law, false)
    const [first, second, third] = [1, 2, 3].map((n) => newEdit(law.session, n)) as [Edit, Edit, Edit]
    const before = await documentOf(law, clause, made.invoice.slug)
    const once = await regenerate(law, made, { clause, edit: first, query: {}, before })
    await observeOldUrl(law, before, first)
    await judgeNeighbour(law, made, first)
    const unflagged = { packing_slip: false }
    const twice = await regenerate(law, made, {
      clause,
      edit: second,
      past: first,
      query: unflagged,
      before: once,
    })
    judgeEnvelope(law, twice.exchanges[0]!, made.invoice)
    const items = await law.store.lastingTemplates()
    const template = items.find(({ template_type }) => template_type === 'invoice')
    if (!template) return
    const query = { template_id: template.id }
    await regenerate(law, made, { clause, edit: third, past: second, query, before: twice })
  },
})

async function judgeNeighbour(law: Law, { invoice }: Creation, edit: Edit): Promise<void> {
  const { items } = await law.store.invoices()
  const other = items.find(({ slug, invoice_type }) => slug !== invoice.slug && invoice_type === 'invoice')
  const document = other && (await tryDocument(law, other.slug))
  if (!other || !document) return
  law.of('pdf.download').judge(!shows(document.text, edit.title), {
    message: `regenerating ${invoice.number} changed the document of ${other.number}`,
    expected: `a document of invoice ${other.number}`,
    got: `one that says ${edit.title}`,
    exchanges: document.exchanges,
  })
}

/** regenerate.pdf for a quote or pro-forma. */
const draftDocument = check('regenerate.pdf', {
  name: "the document of a draft order's invoice after an edit and a regeneration",
  async run(law) {
    const made = await editable(law, true)
    const clause = 'regenerate.pdf'
    const before = await documentOf(law, clause, made.invoice.slug)
    await regenerate(law, made, { clause, edit: newEdit(law.session, 7), query: {}, before })
  },
})

/** What the URL of the document before now serves. */
async function observeOldUrl(law: Law, before: Document, edit: Edit): Promise<void> {
  const served = await download(law.session.client, before.url, before.download.with_key)
  const { text } = await readOnce(law.session, served)
  const newest = [edit.title, edit.name].some((word) => shows(text, word))
  const value = !servesPdf(served) ? 'nothing' : newest ? 'newest' : 'document_made_for'
  law.observe('pdf.old_urls', value, ...served.exchanges)
}

/** regenerate.packing-slip: by the flag and by a packing slip template; the invoice document stays. */
const packingSlip = check('regenerate.packing-slip', {
  name: 'the packing slip after edits and regenerations',
  async run(law) {
    const clause = 'regenerate.packing-slip'
    const made = await editable(law, false)
    const template = await slipTemplate(law)
    const { slug } = made.invoice
    const invoice = await documentOf(law, clause, slug)
    const slip = await documentOf(law, clause, slug, { packing_slip: true })
    const judgeOther = async (now: Document) => {
      const both = { invoice: await documentOf(law, clause, slug), slip: now }
      judgeKinds(law, clause, both, labelsOf(invoice, slip))
      return both.invoice
    }
    const [first, second, third] = [4, 5, 6].map((n) => newEdit(law.session, n)) as [Edit, Edit, Edit]
    const query = { packing_slip: true }
    const once = await regenerate(law, made, { clause, edit: first, query, before: slip })
    const other = await judgeOther(once)
    if (isLegible(invoice, made) && !shows(other.text, first.title) && !shows(other.text, first.name))
      law.observe('regenerate.other_document', 'kept', ...other.exchanges)
    const twice = await regenerate(law, made, { clause, edit: second, past: first, query, before: once })
    await judgeOther(twice)
    if (!template) return law.of(clause).missing('the store has no packing slip template')
    const byTemplate = { template_id: template.id }
    // Made before the edit, so that there is one to regenerate.
    const earlier = await documentOf(law, clause, slug, byTemplate)
    const last = await regenerate(law, made, {
      clause,
      edit: third,
      past: second,
      query: byTemplate,
      before: earlier,
    })
    await judgeOther(last)
    if (template.isOwn) await deleteOwn(law.session, 'templates', template.id)
  },
})

export const regeneratedDocuments: readonly Check[] = [invoiceDocument, draftDocument, packingSlip]

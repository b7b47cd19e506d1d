import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Check } from '../../judge/check.ts'
import { download } from '../../server/client/download.ts'
import type { Trial } from '../../judge/trial.ts'
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
async function editable(trial: Trial, draft: boolean): Promise<Creation> {
  const { session } = trial
  const hook = editHook(draft)
  if (!session.platform.has(hook)) trial.notExercised(`needs hooks.${hook} in the target file`)
  const made = (await createInvoice(session, { draft, editable: true })) ?? (await ownInvoice(session))
  const isEditable = made && made.draft === draft && !isAmbiguous(session.target, made.order_id)
  return isEditable ? made : trial.notExercised('no order is left that could be invoiced and edited')
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

async function regenerate(trial: Trial, made: Creation, round: Round): Promise<Document> {
  const { clause, edit, query } = round
  const { slug } = made.invoice
  await editOrder(trial.session, made, edit)
  trial.success(clause, await trial.call('regenerateInvoice', { params: { slug }, query: { ...query } }))
  const after = await documentOf(trial, clause, slug, query)
  judgeEdit(trial, made, round, after)
  return after
}

function judgeEdit(
  trial: Trial,
  made: Creation,
  { clause, edit, past, before }: Round,
  after: Document,
): void {
  const explanation = mayHaveDoneNothing(editHook(made.draft))
  if (!isLegible(before, made)) return judgeBytes(trial, clause, before, after, explanation)
  const words = [edit.title, edit.name, edit.note, edit.address]
  const stale = [past?.title, past?.note].find((word) => word !== undefined && shows(after.text, word))
  const missing = replacements(made.invoice, past, edit).find(
    ({ old, now }) => old.some((text) => shows(before.text, text)) && !shows(after.text, now),
  )
  const wrong =
    (!words.some((word) => shows(after.text, word)) && `one that shows the edit: ${words.join(', ')}`) ||
    (missing && `one that shows ${missing.now} in the place of ${missing.old.join(', ')}`) ||
    (stale !== undefined && `one without ${stale}, which the order says no longer`)
  trial.judge(clause, !wrong, {
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
  trial: Trial,
  clause: ClauseId,
  before: Document,
  after: Document,
  explanation: string,
): void {
  if (withoutDates(before.bytes) === withoutDates(after.bytes))
    trial.fail(clause, {
      expected: 'a document that shows the edit of the order',
      got: 'the same document as before',
      perhaps: explanation,
      exchanges: [...before.exchanges, ...after.exchanges],
    })
  trial.missing(clause, 'the text of the documents cannot be read')
}

/** regenerate.pdf: once, again, and with a template; the documents of other invoices keep clear of the edit. */
const invoiceDocument: Check = {
  name: 'the document after edits and regenerations',
  clauses: ['regenerate.pdf', 'pdf.envelope', 'pdf.download'],
  needs: ['edit_order', 'pdf'],
  async run(trial) {
    const clause = 'regenerate.pdf'
    const made = await editable(trial, false)
    const [first, second, third] = [1, 2, 3].map((n) => newEdit(trial.session, n)) as [Edit, Edit, Edit]
    const before = await documentOf(trial, clause, made.invoice.slug)
    const once = await regenerate(trial, made, { clause, edit: first, query: {}, before })
    await observeOldUrl(trial, before, first)
    await judgeNeighbour(trial, made, first)
    const unflagged = { packing_slip: false }
    const twice = await regenerate(trial, made, {
      clause,
      edit: second,
      past: first,
      query: unflagged,
      before: once,
    })
    judgeEnvelope(trial, twice.exchanges[0]!, made.invoice)
    const items = await trial.session.inventory.lastingTemplates()
    const template = items.find(({ template_type }) => template_type === 'invoice')
    if (!template) return
    const query = { template_id: template.id }
    await regenerate(trial, made, { clause, edit: third, past: second, query, before: twice })
  },
}

async function judgeNeighbour(trial: Trial, { invoice }: Creation, edit: Edit): Promise<void> {
  const { items } = await trial.session.inventory.invoices()
  const other = items.find(({ slug, invoice_type }) => slug !== invoice.slug && invoice_type === 'invoice')
  const document = other && (await tryDocument(trial, other.slug))
  if (!other || !document) return
  trial.judge('pdf.download', !shows(document.text, edit.title), {
    message: `regenerating ${invoice.number} changed the document of ${other.number}`,
    expected: `a document of invoice ${other.number}`,
    got: `one that says ${edit.title}`,
    exchanges: document.exchanges,
  })
}

/** regenerate.pdf for a quote or pro-forma. */
const draftDocument: Check = {
  name: "the document of a draft order's invoice after an edit and a regeneration",
  clauses: ['regenerate.pdf'],
  async run(trial) {
    const made = await editable(trial, true)
    const clause = 'regenerate.pdf'
    const before = await documentOf(trial, clause, made.invoice.slug)
    await regenerate(trial, made, { clause, edit: newEdit(trial.session, 7), query: {}, before })
  },
}

/** What the URL of the document before now serves. */
async function observeOldUrl(trial: Trial, before: Document, edit: Edit): Promise<void> {
  const served = await download(trial.session.client, before.url, before.download.with_key)
  const { text } = await readOnce(trial.session, served)
  const newest = [edit.title, edit.name].some((word) => shows(text, word))
  const value = !servesPdf(served) ? 'nothing' : newest ? 'newest' : 'document_made_for'
  trial.session.observations.observe('pdf.old_urls', value, ...served.exchanges)
}

/** regenerate.packing-slip: by the flag and by a packing slip template; the invoice document stays. */
const packingSlip: Check = {
  name: 'the packing slip after edits and regenerations',
  clauses: ['regenerate.packing-slip'],
  async run(trial) {
    const clause = 'regenerate.packing-slip'
    const made = await editable(trial, false)
    const template = await slipTemplate(trial)
    const { slug } = made.invoice
    const invoice = await documentOf(trial, clause, slug)
    const slip = await documentOf(trial, clause, slug, { packing_slip: true })
    const judgeOther = async (now: Document) => {
      const both = { invoice: await documentOf(trial, clause, slug), slip: now }
      judgeKinds(trial, clause, both, labelsOf(invoice, slip))
      return both.invoice
    }
    const [first, second, third] = [4, 5, 6].map((n) => newEdit(trial.session, n)) as [Edit, Edit, Edit]
    const query = { packing_slip: true }
    const once = await regenerate(trial, made, { clause, edit: first, query, before: slip })
    const other = await judgeOther(once)
    if (isLegible(invoice, made) && !shows(other.text, first.title) && !shows(other.text, first.name))
      trial.session.observations.observe('regenerate.other_document', 'kept', ...other.exchanges)
    const twice = await regenerate(trial, made, { clause, edit: second, past: first, query, before: once })
    await judgeOther(twice)
    if (!template) return trial.missing(clause, 'the store has no packing slip template')
    const byTemplate = { template_id: template.id }
    // Made before the edit, so that there is one to regenerate.
    const earlier = await documentOf(trial, clause, slug, byTemplate)
    const last = await regenerate(trial, made, {
      clause,
      edit: third,
      past: second,
      query: byTemplate,
      before: earlier,
    })
    await judgeOther(last)
    if (template.isOwn) await deleteOwn(trial.session, 'templates', template.id)
  },
}

export const regeneratedDocuments: readonly Check[] = [invoiceDocument, draftDocument, packingSlip]

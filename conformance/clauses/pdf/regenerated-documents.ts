import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { createInvoice, type Creation } from '../../server/activity/new-invoices.ts'
import { shows, timesShown, withoutDates } from '../../server/pdf/text.ts'
import { editHook, mayHaveDoneNothing } from '../../server/store/platform.ts'
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
import { editOrder, newEdit, numbered, replacements, worn, type Edit } from './edits.ts'
import { judgeEnvelope } from './envelope.ts'
import { textsOf } from './owners.ts'

/** An invoice whose order can be edited through a hook of the target. */
async function editable(law: Law, draft: boolean): Promise<Creation> {
  const hook = editHook(draft)
  if (!law.platform.has(hook)) law.notExercised(`needs hooks.${hook} in the target file`)
  const made = (await createInvoice(law.session, { draft, editable: true })) ?? (await ownInvoice(law))
  const isEditable = made && made.draft === draft && law.orders.isEditable(made)
  return isEditable ? made : law.notExercised('no order is left that could be invoiced and edited')
}

/** What the document that was asked for showed before it was regenerated. */
interface Past {
  document: Document
  /** What the edit before left, which must not stand there any more. */
  edit?: Edit
}

/** What it shows now, and where the seller lives, which stands there too. */
interface Now extends Required<Past> {
  seller: unknown
}

/** Edits the order, regenerates the document asked for so, and demands that it shows the edit. */
async function regenerate(
  law: Law,
  made: Creation,
  past: Past,
  n: number,
  query: DocumentQuery = {},
  isLong = false,
): Promise<Required<Past>> {
  const edit = newEdit(law.session, n, isLong)
  const { slug } = made.invoice
  await editOrder(law.session, made, edit)
  law.success(await law.call('regenerateInvoice', { params: { slug }, query: { ...query } }))
  const now = { document: await documentOf(law, slug, query), edit }
  const { address1: seller } = settingsIn(await law.call('readSettings'))
  judgeEdit(law, made, past, { ...now, seller })
  return now
}

function judgeEdit(law: Law, made: Creation, past: Past, now: Now): void {
  const { document } = now
  const exchanges = [...past.document.exchanges, ...document.exchanges]
  const perhaps = mayHaveDoneNothing(editHook(made.draft))
  if (!isLegible(past.document, made)) {
    // A document whose text cannot be read must at least have changed.
    if (withoutDates(past.document.bytes) !== withoutDates(document.bytes))
      return law.missing('the text of the documents cannot be read')
    const got = 'the same document as before'
    throw law.violation({ expected: 'a document that shows the edit of the order', got, perhaps, exchanges })
  }
  const wrong = whatIsWrong(made, past, now)
  law.judge(wrong === undefined, {
    expected: `a document of the edited order: ${wrong ?? 'any'}`,
    got: document.text.slice(0, 1000),
    perhaps,
    exchanges,
  })
}

/** What a document of the edited order should show otherwise. */
function whatIsWrong(made: Creation, past: Past, { document, edit, seller }: Now): string | undefined {
  const isShown = (text: string) => shows(document.text, text)
  const words = [edit.title, edit.name, edit.note, edit.address, edit.destination]
  if (!words.some(isShown)) return `one that shows the edit: ${words.join(', ')}`
  const before = past.document.text
  const replaced = replacements(made.invoice, past.edit, edit)
  const missing = replaced.find(
    ({ old, now }) => old.some((text) => shows(before, text)) && !now.some(isShown),
  )
  if (missing) return `one that shows ${missing.now.join(' or ')} in the place of ${missing.old.join(', ')}`
  const stays = ({ old, now }: { old: string[]; now: string[] }) =>
    old.some((text) => text !== seller && timesShown(before, text) >= now.length && isShown(text))
  const half = replaced.find((one) => stays(one) && !one.now.every(isShown))
  if (half) return `one that shows ${half.now.join(' and ')}, where ${half.old.join(', ')} stood for both`
  const bad = worn(document.text, edit)
  if (bad !== null) return `one that shows the letters of a name, where it shows ${bad}`
  if (edit.last !== undefined && isShown(edit.title) && !isShown(edit.last))
    return `one that shows ${edit.last}, the last of many lines`
  const lost = edit.last !== undefined && numbered(edit.title).find((title) => !isShown(title))
  // A document may name a line by less than its title.
  if (lost && numbered(edit.title).some(isShown)) return `one that shows ${lost}, a line among many`
  const stale = past.edit && [past.edit.title, past.edit.note].find(isShown)
  return stale && `one without ${stale}, which the order says no longer`
}

/** Whether the text of a document can be read at all: a word of the invoice stands there. */
function isLegible({ text }: Document, { invoice }: Creation): boolean {
  const words = textsOf(invoice).flatMap((value) => value.match(/[A-Za-z]{4,}/g) ?? [])
  return words.some((word) => shows(text, word))
}

/** Once, again, and with a template; the documents of other invoices keep clear of the edit. */
const invoiceDocument = check(['regenerate.pdf', 'pdf.envelope', 'pdf.download'], {
  name: 'the document after edits and regenerations',
  shows: ['pdf.old_urls'],
  needs: ['edit_order', 'pdf'],
  async run(law) {
    const made = await editable(law, false)
    const document = await documentOf(law, made.invoice.slug)
    const once = await regenerate(law, made, { document }, 1)
    await observeOldUrl(law, document, once.edit)
    await judgeNeighbour(law.of('pdf.download'), made, once.edit)
    const twice = await regenerate(law, made, once, 2, { packing_slip: false }, true)
    judgeEnvelope(law.of('pdf.envelope'), twice.document.answer, made.invoice)
    const [template] = await law.store.lastingTemplates('invoice')
    const query = template && { template_id: template.id }
    // Another template's document may show other parts of an order.
    const earlier = query && { ...twice, document: await documentOf(law, made.invoice.slug, query) }
    if (earlier) await regenerate(law, made, earlier, 3, query)
  },
})

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
    await regenerate(law, made, { document: await documentOf(law, made.invoice.slug) }, 7)
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
    const once = await regenerate(law, made, { document }, 4, { packing_slip: true })
    const other = await judgeOther(once.document)
    if (
      isLegible(invoice, made) &&
      ![once.edit.title, once.edit.name].some((word) => shows(other.text, word))
    )
      law.observe('regenerate.other_document', 'kept', ...other.exchanges)
    const twice = await regenerate(law, made, once, 5, { packing_slip: true }, true)
    await judgeOther(twice.document)
    const hasTemplate = await withSlipTemplate(law, async ({ id: template_id }) => {
      // Made before the edit, so that there is one to regenerate.
      const earlier = { ...twice, document: await documentOf(law, slug, { template_id }) }
      await judgeOther((await regenerate(law, made, earlier, 6, { template_id })).document)
    })
    if (!hasTemplate) law.missing('the store has no packing slip template')
  },
})

/** It looks at the document of a neighbour too. */
export const regeneratedBesideNeighbour: readonly Check[] = [invoiceDocument]
export const regeneratedDocuments: readonly Check[] = [draftDocument, packingSlip]

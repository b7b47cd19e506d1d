import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn, type Creation } from '../../server/activity/new-invoices.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { records } from '../../server/store/inventory.ts'
import { refusalOf } from '../../server/store/hook-error.ts'
import { editHook, mayHaveDoneNothing, type OrderPatch } from '../../server/store/platform.ts'
import { variedInvoices } from '../create/varied-invoices.ts'
import type { Edit } from '../edits/edit.ts'
import { isEdited } from '../edits/edited.ts'
import { editsOf, familyNameEdit } from '../edits/edits.ts'
import { takenOf } from '../edits/taken.ts'
import { lacking, lackingIn, lacksInWords, merged } from '../edits/lacking.ts'
import { packable } from '../create/packed.ts'
import { judgeAgrees, judgeSameInvoice, readAgain, type Shown } from '../same-invoice.ts'
import { judgeOnCondition } from '../on-condition.ts'
import { statedFields } from '../stated-fields.ts'
import { isSearchable } from '../search-texts.ts'
import { judgeFound } from '../search/by-field.ts'
import { editedInvoice } from './edited-invoice.ts'
import { judgeEverywhere, look, placesOf } from './everywhere.ts'
import { judgeUnsynced } from './listed-by-state.ts'
import { emailOf } from './gone-texts.ts'
import { judgeTaxes } from './taxes.ts'
import { isRounding, judgePrice, judgeTotal, type Totals } from './totals.ts'

export const resyncs = check('regenerate.resyncs', {
  name: 'regenerating after edits of an order',
  shows: ['invoice.auto_sync', 'create.existing_resync'],
  run: (law) => judgeResyncs(law, false),
})

export const resyncsDraft = check('regenerate.resyncs', {
  name: 'regenerating after edits of a draft order',
  run: (law) => judgeResyncs(law, true),
})

/** So many others are looked at before and after the edits. */
const NEIGHBOURS = 4

async function judgeResyncs(law: Law, draft: boolean): Promise<void> {
  const creation = await editedInvoice(law, draft)
  if (!creation) law.notExercised(`no ${kindOfOrder(draft)} is left that a hook edits`)
  const own = (await variedInvoices(law)).filter(({ invoice }) => invoice.slug !== creation.invoice.slug)
  // The last are those that no other check edits, where there are so many.
  const others = own.slice(-NEIGHBOURS)
  const neighbours = await Promise.all(others.map(({ invoice }) => readAgain(law, invoice)))
  await judgeEdits(law, creation)
  const message = 'the invoice of an order that was not edited changed'
  for (const before of neighbours) {
    const now = await readAgain(law, before.invoice)
    // Where orders run out, other checks edit those that were invoiced first.
    if (!isEdited(law, before.invoice.slug)) judgeAgrees(law, before, now, { message, but: ['updated_at'] })
  }
}

async function judgeEdits(law: Law, creation: Creation): Promise<void> {
  const { slug } = creation.invoice
  const mark = `${law.marker}${creation.draft ? 'd' : 'o'}`
  const [template] = await law.store.lastingTemplates('invoice')
  const totals: Totals = new Map()
  let before = await readAgain(law, { slug })
  const edits = [
    ...(creation.draft ? familyNameEdit(before.invoice, mark) : []),
    ...editsOf(before.invoice, mark, template?.id),
  ]
  for (const [turn, edit] of edits.entries()) {
    const taken = await isTaken(law, creation, edit)
    if (taken === 'refused') continue
    await observeFollowing(law, creation, edit)
    await judgeUnsynced(law.of('list.filter-financial-status'), edit, before)
    const places = await placesOf(law, edit, before, turn)
    const seen = await look(law, places[0])
    const [query = {}] = await packable(law, creation.draft, [edit.query])
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
    // A server need not make an invoice of any order.
    if (edit.doubtful && law.is('unprocessable', exchange)) continue
    const now = { invoice: judgeSameInvoice(law, creation, exchange), exchange }
    if (taken === 'surely' || lacking(edit.shown ?? edit.patch, now.invoice).length === 0) {
      judgeShown(law, edit, before.invoice, now, creation.draft)
      judgeTaxes(law, edit, before, now)
      judgeTotal(law, totals, edit, now)
    }
    if (taken === 'surely') judgePrice(law, edit, now)
    await judgeEverywhere(law, edit, before, now, places)
    if (turn < 2)
      for (const sight of [before.exchange, seen]) await judgeOnCondition(law, sight, exchange, shownOf(slug))
    // Of nothing, too, a document is one; whether it comes is judged in passing.
    if (now.invoice.line_items.length === 0 && law.allows('documents'))
      await law.call('readInvoicePdf', { params: { slug } })
    before = now
  }
}

/** Whether the platform has taken an edit; of a doubtful one its answer must show the order so. */
async function isTaken({ platform }: Law, { order_id, draft }: Creation, edit: Edit) {
  let order: OrderPatch | null = null
  const refusal = await refusalOf(async () => (order = await platform.edit(order_id, draft, edit.patch)))
  // Some platforms take texts alone.
  if (refusal) {
    if (edit.computed || edit.doubtful) return 'refused'
    throw refusal
  }
  const [given, taken] = [takenOf(edit.patch, edit.patch), takenOf(edit.patch, order)]
  return !edit.doubtful || lacking(given, taken).length === 0 ? 'surely' : 'perhaps'
}

/** The invoice as before, but for what the patch has and what follows from it. */
function judgeShown(
  law: Law,
  { name, patch, shown = patch, computed = [] }: Edit,
  before: InvoiceDetail,
  { invoice, exchange }: Shown,
  draft: boolean,
): void {
  const fields = Object.entries(statedFields('resources/invoice-detail', before))
  const known = fields.filter(([field]) => field !== 'updated_at' && !computed.includes(field))
  const lacks = lackingIn(merged(Object.fromEntries(known), shown), invoice, draft)
  const missing = 'line_items' in patch ? lacks.filter((lack) => !isRounding(lack, invoice)) : lacks
  law.judge(missing.length === 0, {
    message: `${name} of the order was edited`,
    ...(missing.length === 1 && { field: `invoice.${missing[0]?.path}` }),
    expected: `the edit, and the rest as before: ${lacksInWords(missing, 'expected')}`,
    got: lacksInWords(missing, 'got'),
    perhaps: mayHaveDoneNothing(editHook(draft)),
    exchanges: exchange,
  })
}

/** What of an invoice an answer shows, the list's or its own. */
const shownOf =
  (slug: string) =>
  (exchange: Exchange): unknown => {
    const listed = records<InvoiceSummary>(exchange, 'invoices').find((item) => item.slug === slug)
    const invoice = invoiceIn(exchange)
    if (listed) return statedFields('resources/invoice-summary', listed)
    return invoice ? statedFields('resources/invoice-detail', invoice) : undefined
  }

/** What the edit shows before any regeneration, in a read and to a creation (questions invoice.auto_sync, create.existing_resync). */
async function observeFollowing(law: Law, creation: Creation, edit: Edit): Promise<void> {
  if (edit.name === 'the email alone') return judgeBrought(law, creation, edit)
  if (edit.name !== 'the note alone' || law.observed('create.existing_resync') !== undefined) return
  const follows = (exchange: Exchange) => lacking(edit.patch, invoiceIn(exchange)).length === 0
  const read = await law.call('readInvoice', { params: { slug: creation.invoice.slug } })
  law.observe('invoice.auto_sync', follows(read), read)
  if (follows(read)) return law.unobserved('create.existing_resync', 'an invoice follows its order by itself')
  const again = await law.call('createInvoice', { body: bodyOf(creation) })
  if (isSuccess(again)) law.observe('create.existing_resync', follows(again), read, again)
}

/** What a creation brings that re-syncs the invoice which is there (question create.existing_resync) is searched as it is shown. */
async function judgeBrought(law: Law, creation: Creation, { patch }: Edit): Promise<void> {
  if (law.observed('create.existing_resync') !== true) return
  const again = await law.call('createInvoice', { body: bodyOf(creation) })
  const invoice = isSuccess(again) ? invoiceIn(again) : null
  if (!invoice || lacking(patch, invoice).length > 0) return
  const email = emailOf(invoice)
  if (isSearchable(email)) await judgeFound(law.of('search.by-customer-email'), invoice, email)
}

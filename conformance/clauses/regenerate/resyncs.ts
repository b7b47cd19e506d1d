import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { invoiceIn, type Creation } from '../../server/activity/new-invoices.ts'
import { bodyOf, kindOfOrder } from '../../server/store/order-supply.ts'
import { editHook, isTaken, mayHaveDoneNothing, type OrderPatch } from '../../server/store/platform.ts'
import { inWords, judgeAgrees, judgeSameInvoice, readAgain, type Shown } from '../same-invoice.ts'
import { judgeFound } from '../search/by-field.ts'
import { isSearchable } from '../search-texts.ts'
import { statedFields } from '../stated-fields.ts'
import { firstCreations } from '../create/first-invoices.ts'
import { editedInvoice } from './edited-invoice.ts'
import type { Edit } from '../edits/edit.ts'
import { editsOf } from '../edits/edits.ts'
import { lacking, lacksInWords, merged } from '../edits/lacking.ts'

const resyncs = check('regenerate.resyncs', {
  name: 'regenerating after edits of an order',
  run: (law) => judgeResyncs(law, false),
})

const resyncsDraft = check('regenerate.resyncs', {
  name: 'regenerating after edits of a draft order',
  run: (law) => judgeResyncs(law, true),
})

async function judgeResyncs(law: Law, draft: boolean): Promise<void> {
  const creation = await editedInvoice(law.session, draft)
  if (!creation) law.notExercised(`no ${kindOfOrder(draft)} is left that a hook edits`)
  const own = await firstCreations(law.session)
  const others = own.filter(({ invoice }) => invoice.slug !== creation.invoice.slug)
  const neighbours = await Promise.all(others.map(({ invoice }) => readAgain(law, invoice)))
  await judgeEdits(law, creation)
  const message = 'the invoice of an order that was not edited changed'
  for (const before of neighbours) judgeAgrees(law, before, await readAgain(law, before.invoice), { message })
}

async function judgeEdits(law: Law, creation: Creation): Promise<void> {
  const { slug } = creation.invoice
  const mark = `${law.marker}${creation.draft ? 'd' : 'o'}`
  const [template] = await law.store.lastingTemplates('invoice')
  let shown = (await readAgain(law, { slug })).invoice
  let gone: string | null = null
  for (const edit of editsOf(shown, mark, template?.id)) {
    if (!(await isEdited(law, creation, edit))) continue
    await observeFollowing(law, creation, edit)
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query: edit.query })
    const now = { invoice: judgeSameInvoice(law, creation, exchange), exchange }
    judgeShown(law, edit, shown, now, mayHaveDoneNothing(editHook(creation.draft)))
    await judgeEverywhere(law, edit, now)
    shown = now.invoice
    if (gone !== null && gone !== emailOf(shown)) await judgeGone(law, slug, gone, exchange)
    gone = emailOf(shown)
  }
}

/** A platform may take texts alone. */
async function isEdited({ platform }: Law, { order_id, draft }: Creation, edit: Edit): Promise<boolean> {
  const sent = () => platform.edit(order_id, draft, edit.patch)
  if (edit.computed) return isTaken(sent)
  await sent()
  return true
}

const emailOf = ({ customer }: InvoiceDetail): string | null =>
  isObject(customer) && isSearchable(customer['email']) ? customer['email'] : null

/** The invoice as before, but for what the patch has and what follows from it. */
function judgeShown(
  law: Law,
  { name, patch, computed = [] }: Edit,
  before: InvoiceDetail,
  { invoice, exchange }: Shown,
  perhaps: string,
): void {
  const fields = Object.entries(statedFields('resources/invoice-detail', before))
  const known = fields.filter(([field]) => field !== 'updated_at' && !computed.includes(field))
  const missing = lacking(merged(Object.fromEntries(known), patch), invoice)
  law.judge(missing.length === 0, {
    message: `${name} of the order was edited`,
    expected: `the edit, and the rest as before: ${lacksInWords(missing, 'expected')}`,
    got: lacksInWords(missing, 'got'),
    perhaps,
    exchanges: exchange,
  })
}

/** Read, list and search show what the regeneration answered. */
async function judgeEverywhere(law: Law, edit: Edit, now: Shown): Promise<void> {
  const { invoice } = now
  judgeAgrees(law, now, await readAgain(law, invoice), {
    message: `${edit.name} of the order was edited, and the invoice regenerated`,
    but: ['updated_at'],
  })
  const country = sharedCountry(edit.patch, invoice)
  if (country !== null) await judgeFound(law, invoice, country)
  const { customer } = edit.patch
  if (!isObject(customer)) return
  const listed = await judgeListed(law, customer, now)
  for (const q of [emailOf(invoice), listed?.customer_name])
    if (isSearchable(q)) await judgeFound(law, invoice, q)
}

/** A country that the edit gave both addresses: whichever is searched has it (question search.country). */
function sharedCountry(patch: OrderPatch, { billing_address, shipping_address }: InvoiceDetail) {
  const edited = [patch['billing_address'], patch['shipping_address']]
  if (!edited.every((address) => isObject(address) && 'country' in address)) return null
  const { country } = billing_address
  return isSearchable(country) && country === shipping_address.country ? country : null
}

async function judgeListed(
  law: Law,
  { first_name, last_name }: Record<string, unknown>,
  { invoice, exchange }: Shown,
): Promise<InvoiceSummary | undefined> {
  const { items, exchanges } = await law.walk('listInvoices')
  const listed = items.find(({ slug }) => slug === invoice.slug)
  if (!listed) return undefined
  const names = [first_name, last_name].filter((name) => typeof name === 'string')
  const email = emailOf(invoice)
  const ok = (email === null || listed.customer_email === email) && showsName(listed, names, invoice)
  const witnesses = exchanges.filter(({ response }) => response.text.includes(invoice.slug))
  law.judge(ok, {
    message: 'the list shows the customer as before the edit',
    expected: `customer_email ${JSON.stringify(email)} and a customer_name with ${names.join(' and ') || 'the same name'}`,
    got: inWords(listed, ['customer_email', 'customer_name']),
    exchanges: [exchange, ...witnesses.slice(0, 1)],
  })
  return listed
}

/** The specification does not say whose name customer_name is: the customer's, or that of an address. */
function showsName({ customer_name }: InvoiceSummary, names: readonly string[], now: InvoiceDetail): boolean {
  if (customer_name == null) return true
  const addresses = [now.billing_address, now.shipping_address].filter((address) => isObject(address))
  const people = [names, ...addresses.map((one) => [one['first_name'], one['last_name']].map(String))]
  return people.some((person) => person.every((name) => customer_name.includes(name)))
}

/** A text that the invoice showed before the edit finds it no longer. */
async function judgeGone(law: Law, slug: string, q: string, regenerated: Exchange): Promise<void> {
  const found = await law.walk('searchInvoices', { query: { q } })
  law.judge(!found.items.some((item) => item.slug === slug), {
    message: `search for ${JSON.stringify(q)}, the email before the edit`,
    expected: 'the invoice not among the results',
    got: 'found',
    exchanges: [regenerated, ...found.exchanges.slice(0, 1)],
  })
}

/** What the edit shows before any regeneration, in a read and to a creation (questions invoice.auto_sync, create.existing_resync). */
async function observeFollowing(law: Law, creation: Creation, edit: Edit): Promise<void> {
  if (edit.name !== 'the note alone' || law.observed('create.existing_resync') !== undefined) return
  const follows = (exchange: Exchange) => lacking(edit.patch, invoiceIn(exchange)).length === 0
  const read = await law.call('readInvoice', { params: { slug: creation.invoice.slug } })
  law.observe('invoice.auto_sync', follows(read), read)
  if (follows(read)) return law.unobserved('create.existing_resync', 'an invoice follows its order by itself')
  const again = await law.call('createInvoice', { body: bodyOf(creation) })
  if (isSuccess(again)) law.observe('create.existing_resync', follows(again), read, again)
}

export const regenerateResyncs: readonly Check[] = [resyncs, resyncsDraft]

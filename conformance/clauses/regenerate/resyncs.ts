import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Session } from '../../server/session.ts'
import type { Creation } from '../../server/store/new-invoices.ts'
import { editHook, mayHaveDoneNothing, type OrderPatch } from '../../server/store/platform.ts'
import { isTaken } from '../create/first-invoices.ts'
import { inWords, invoiceOf, judgeSameInvoice } from '../same-invoice.ts'
import { judgeFound } from '../search/by-field.ts'
import { isSearchable } from '../search/search-texts.ts'
import { differingFields, statedFields } from '../stated-fields.ts'
import { editedInvoice } from './edited-invoice.ts'
import { editsOf, type Edit } from './edits.ts'
import { lacking, merged, type Lack } from './lacking.ts'
import { judgeUntouched, neighboursOf } from './neighbours.ts'

const CLAUSE = 'regenerate.resyncs'

/** regenerate.resyncs, for an order and for a draft order. */
const resyncs = (draft: boolean): Check =>
  check('regenerate.resyncs', {
    name: `regenerating after edits of ${draft ? 'a draft order' : 'an order'}`,
    async run(law: Law) {
      const creation = await editedInvoice(law.session, draft)
      if (!creation) law.notExercised(`no ${draft ? 'draft ' : ''}order is left that a hook edits`)
      const neighbours = await neighboursOf(law, creation)
      await judgeEdits(law, creation)
      await judgeUntouched(law, neighbours)
    },
  })

async function judgeEdits(law: Law, creation: Creation): Promise<void> {
  const { session } = law
  const { slug } = creation.invoice
  const mark = `${session.marker}${creation.draft ? 'd' : 'o'}`
  const template = (await session.inventory.lastingTemplates()).find((one) => one.template_type === 'invoice')
  const before = await law.call('readInvoice', { params: { slug } })
  let shown = invoiceOf(law, CLAUSE, before)
  let gone: string | null = null
  for (const edit of editsOf(shown, mark, template?.id)) {
    if (!(await isEdited(session, creation, edit))) continue
    await observeFollowing(law, creation, edit)
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query: edit.query })
    const now = judgeSameInvoice(law, CLAUSE, creation, exchange)
    judgeShown(law, edit, shown, { now, exchange, draft: creation.draft })
    await judgeEverywhere(law, edit, now, exchange)
    if (gone !== null && gone !== emailOf(now)) await judgeGone(law, slug, gone, exchange)
    gone = emailOf(now)
    shown = now
  }
}

/** A platform may take texts alone. */
async function isEdited({ platform }: Session, { order_id, draft }: Creation, edit: Edit): Promise<boolean> {
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
  { now, exchange, draft }: { now: InvoiceDetail; exchange: Exchange; draft: boolean },
): void {
  const fields = Object.entries(statedFields('resources/invoice-detail', before))
  const known = fields.filter(([field]) => field !== 'updated_at' && !computed.includes(field))
  const missing = lacking(merged(Object.fromEntries(known), patch), now)
  law.judge(missing.length === 0, {
    message: `${name} of the order was edited`,
    expected: `the edit, and the rest as before: ${pathsInWords(missing, ({ expected }) => expected)}`,
    got: pathsInWords(missing, ({ got }) => got),
    perhaps: mayHaveDoneNothing(editHook(draft)),
    exchanges: exchange,
  })
}

const pathsInWords = (lacks: readonly Lack[], value: (lack: Lack) => unknown) =>
  lacks
    .map((lack) => `${lack.path} ${JSON.stringify(value(lack))}`)
    .join(', ')
    .slice(0, 600)

/** Read, list and search show what the regeneration answered. */
async function judgeEverywhere(
  law: Law,
  edit: Edit,
  now: InvoiceDetail,
  regenerated: Exchange,
): Promise<void> {
  const read = await law.call('readInvoice', { params: { slug: now.slug } })
  const shown = member(read, 'invoice')
  const different = differingFields(now, shown, ['updated_at'])
  law.judge(isSuccess(read) && different.length === 0, {
    message: `${edit.name} of the order was edited, and the invoice regenerated`,
    expected: inWords(now, different),
    got: isObject(shown) ? inWords(shown, different) : 'no invoice',
    exchanges: [regenerated, read],
  })
  const country = sharedCountry(edit.patch, now)
  if (country !== null) await judgeFound(law.of(CLAUSE), now, country)
  if (!('customer' in edit.patch)) return
  const listed = await judgeListed(law, edit.patch, now, regenerated)
  for (const q of [emailOf(now), listed?.customer_name])
    if (isSearchable(q)) await judgeFound(law.of(CLAUSE), now, q)
}

/** A country that the edit gave both addresses: whichever is searched has it (question search.country). */
function sharedCountry(
  patch: OrderPatch,
  { billing_address: billing, shipping_address: shipping }: InvoiceDetail,
) {
  const edited = [patch['billing_address'], patch['shipping_address']]
  if (!edited.every((address) => isObject(address) && 'country' in address)) return null
  return isSearchable(billing.country) && billing.country === shipping.country ? billing.country : null
}

async function judgeListed(
  law: Law,
  patch: OrderPatch,
  now: InvoiceDetail,
  regenerated: Exchange,
): Promise<InvoiceSummary | undefined> {
  const { items, exchanges } = await law.walk('listInvoices')
  const listed = items.find(({ slug }) => slug === now.slug)
  if (!listed) return undefined
  const customer = patch['customer'] as { first_name?: string; last_name?: string }
  const names = [customer.first_name, customer.last_name].filter((name) => name !== undefined)
  const email = emailOf(now)
  const ok = (email === null || listed.customer_email === email) && showsName(listed, names, now)
  law.judge(ok, {
    message: 'the list shows the customer as before the edit',
    expected: `customer_email ${JSON.stringify(email)} and a customer_name with ${names.join(' and ') || 'the same name'}`,
    got: inWords(listed, ['customer_email', 'customer_name']),
    exchanges: [
      regenerated,
      ...exchanges.filter(({ response }) => response.text.includes(now.slug)).slice(0, 1),
    ],
  })
  return listed
}

/** The specification does not say whose name customer_name is: the customer's, or that of an address. */
function showsName({ customer_name }: InvoiceSummary, names: readonly string[], now: InvoiceDetail): boolean {
  if (customer_name == null) return true
  const people = [names, ...[now.billing_address, now.shipping_address].map(namesOf)]
  return people.some((person) => person.every((name) => customer_name.includes(name)))
}

const namesOf = (address: unknown): string[] =>
  isObject(address) ? [address['first_name'], address['last_name']].map(String) : ['\u0000']

/** A text that the invoice showed before the edit finds it no longer. */
async function judgeGone(law: Law, slug: string, q: string, regenerated: Exchange): Promise<void> {
  const found = await law.walk('searchInvoices', { query: { q } })
  law.judge(!found.items.some((item) => item.slug === slug), {
    message: `search for ${JSON.stringify(q)}, the email before the edit`,
    expected: 'the invoice not among the results',
    got: 'found',
    exchanges: [regenerated, found.exchanges[0]],
  })
}

/** What the edit shows before any regeneration, in a read and to a creation (questions invoice.auto_sync, create.existing_resync). */
async function observeFollowing(law: Law, { order_id, draft, invoice }: Creation, edit: Edit): Promise<void> {
  const { observations } = law.session
  if (edit.name !== 'the note alone' || observations.value('create.existing_resync') !== undefined) return
  const read = await law.call('readInvoice', { params: { slug: invoice.slug } })
  const follows = lacking(edit.patch, member(read, 'invoice')).length === 0
  observations.observe('invoice.auto_sync', follows, read)
  if (follows)
    return observations.unobserved('create.existing_resync', 'an invoice follows its order by itself')
  const again = await law.call('createInvoice', { body: { order_id, ...(draft && { draft }) } })
  if (isSuccess(again))
    observations.observe(
      'create.existing_resync',
      lacking(edit.patch, member(again, 'invoice')).length === 0,
      read,
      again,
    )
}

export const regenerateResyncs: readonly Check[] = [resyncs(false), resyncs(true)]

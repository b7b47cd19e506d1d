import { instantOf } from '../../judge/watch/shape/values.ts'
import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { type Check, check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { firstInvoices, ownInvoice } from '../create/first-invoices.ts'
import { variedInvoices } from '../create/varied-invoices.ts'
import { inWords, invoiceOf, judgeSameInvoice } from '../same-invoice.ts'
import { differingFields, statedFields } from '../stated-fields.ts'
import { sameValue } from '../same-value.ts'

const SAME = 'regenerate.same-invoice'
const UNEDITED = 'regenerate.unedited'
const MOST = 5
const MOST_OLDER = 3

/** regenerate.same-invoice: as often as one likes, whichever document and template. */
const sameInvoice = check('regenerate.same-invoice', {
  name: 'regenerating again and again',
  async run(law) {
    const known = await regenerable(law)
    for (const query of await queriesOf(law)) {
      const exchange = await law.call('regenerateInvoice', { params: { slug: known.invoice.slug }, query })
      judgeSameInvoice(law, SAME, known, exchange)
    }
    const read = await law.call('readInvoice', { params: { slug: known.invoice.slug } })
    judgeSameInvoice(law, SAME, known, read, 'it is read otherwise after regenerations')
    await judgeListedOnce(law, known.invoice)
    for (const { slug } of await olderOfCustomer(law)) await judgeOlder(law, slug)
  },
})

/** Invoices whose customer has a newer one, which careless servers may take for them. */
async function olderOfCustomer(law: Law): Promise<InvoiceSummary[]> {
  const { items } = await law.store.invoices()
  const mine = new Set((await variedInvoices(law.session)).map(({ invoice }) => invoice.slug))
  const sorted = items
    .filter(({ customer_email: email }) => typeof email === 'string' && email !== '')
    .toSorted((a, b) => instantOf(a.created_at) - instantOf(b.created_at))
  const older = sorted.filter((one, index) =>
    sorted.slice(index + 1).some((newer) => newer.customer_email === one.customer_email),
  )
  // The run's own first: regenerating re-syncs, and nobody waits for that of others.
  return older.toSorted((a, b) => Number(mine.has(b.slug)) - Number(mine.has(a.slug))).slice(0, MOST_OLDER)
}

async function judgeOlder(law: Law, slug: string): Promise<void> {
  const read = await law.call('readInvoice', { params: { slug } })
  const exchange = await law.call('regenerateInvoice', { params: { slug } })
  if (!isSuccess(exchange)) return
  judgeSameInvoice(law, SAME, { invoice: invoiceOf(law, SAME, read), exchange: read }, exchange)
}

type Known = { invoice: InvoiceDetail; exchange: Exchange }

/** An invoice of the run's own, or else one of the store whose order is still there. */
async function regenerable(law: Law): Promise<Known> {
  const own = await ownInvoice(law.session)
  if (own) return own
  for (const { slug } of (await law.store.invoices()).items.slice(0, MOST)) {
    const read = await law.call('readInvoice', { params: { slug } })
    const exchange = await law.call('regenerateInvoice', { params: { slug } })
    if (!isSuccess(exchange) && law.is('unprocessable', exchange)) continue
    invoiceOf(law, SAME, exchange)
    return { invoice: invoiceOf(law, SAME, read), exchange: read }
  }
  return law.notExercised('the store has no invoice whose order is still on the platform')
}

type Query = { [parameter: string]: unknown }

/** Ways to regenerate; whatever the template, the invoice stays the same. */
async function queriesOf(law: Law): Promise<Query[]> {
  const items = await law.store.lastingTemplates()
  const templates = ['invoice', 'packing_slip'].flatMap(
    (type) => items.find(({ template_type }) => template_type === type) ?? [],
  )
  return [
    {},
    { packing_slip: true },
    {},
    ...templates.map(({ id }) => ({ template_id: id })),
    { packing_slip: false },
    {},
  ]
}

async function judgeListedOnce(law: Law, { id, slug, number }: InvoiceDetail): Promise<void> {
  const { items, complete, exchanges } = await law.store.invoices()
  const listed = items.filter((item) => item.slug === slug)
  if (!complete && listed.length === 0) return
  law.of(SAME).judge(listed.length === 1 && listed[0]!.id === id && listed[0]!.number === number, {
    message: 'the list after regenerations',
    expected: `invoice ${number} (${slug}) once`,
    got: listed.map((item) => `${item.number} (${item.slug}), id ${item.id}`).join(', ') || 'not listed',
    exchanges: exchanges.slice(-1),
  })
}

/** regenerate.unedited: nothing moves but updated_at, in the answer, in read and in the list. */
const unedited = check('regenerate.unedited', {
  name: 'regenerating without an edit',
  async run(law) {
    const fresh = (await firstInvoices(law.session)).flatMap(({ creation }) =>
      creation?.fresh ? creation : [],
    )
    if (fresh.length === 0) law.notExercised('no order is left to invoice')
    for (const { invoice } of fresh) await judgeUnedited(law, invoice.slug, await queriesOf(law))
    const more = (await variedInvoices(law.session)).filter((one) => one.fresh)
    for (const { invoice } of more) await judgeUnedited(law, invoice.slug, [{}])
  },
})

async function judgeUnedited(law: Law, slug: string, queries: readonly Query[]): Promise<void> {
  const before = await law.call('readInvoice', { params: { slug } })
  const known = invoiceOf(law, UNEDITED, before)
  const listedBefore = await summary(law, slug)
  for (const query of queries) {
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
    judgeUnchanged(law, known, invoiceOf(law, UNEDITED, exchange), [before, exchange])
    const read = await law.call('readInvoice', { params: { slug } })
    judgeUnchanged(law, known, member(read, 'invoice'), [before, exchange, read])
    judgeTime(law, known, read, [before, exchange, read])
  }
  law.of(UNEDITED).judge(sameValue(listedBefore, await summary(law, slug)), {
    expected: `the same summary in the list: ${JSON.stringify(listedBefore)}`,
    got: JSON.stringify(await summary(law, slug)),
    exchanges: before,
  })
}

function judgeUnchanged(law: Law, known: InvoiceDetail, now: unknown, exchanges: readonly Exchange[]): void {
  const different = differingFields(known, now, ['updated_at'])
  law.of(UNEDITED).judge(different.length === 0, {
    expected: `the invoice as before, updated_at aside: ${inWords(known, different)}`,
    got: inWords((now ?? {}) as object, different),
    exchanges,
  })
}

/** Between two reads created_at does not move by a moment. */
function judgeTime(
  law: Law,
  { created_at }: InvoiceDetail,
  read: Exchange,
  exchanges: readonly Exchange[],
): void {
  const now = member(read, 'invoice') as InvoiceDetail
  law.of(UNEDITED).judge(instantOf(now.created_at) === instantOf(created_at) || created_at == null, {
    expected: `created_at ${created_at}`,
    got: inWords(now, ['created_at']),
    exchanges,
  })
}

async function summary(law: Law, slug: string): Promise<object> {
  const { items } = await law.store.invoices()
  const { updated_at: _, ...fields } = statedFields(
    'resources/invoice-summary',
    items.find((item) => item.slug === slug),
  )
  return fields
}

export const regenerateSame: readonly Check[] = [sameInvoice, unedited]

import { instantOf } from '../../judge/watch/shape/values.ts'
import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import type { Check } from '../../judge/check.ts'
import { isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
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
const sameInvoice: Check = {
  name: 'regenerating again and again',
  clauses: [SAME],
  async run(trial) {
    const known = await regenerable(trial)
    for (const query of await queriesOf(trial)) {
      const exchange = await trial.call('regenerateInvoice', { params: { slug: known.invoice.slug }, query })
      judgeSameInvoice(trial, SAME, known, exchange)
    }
    const read = await trial.call('readInvoice', { params: { slug: known.invoice.slug } })
    judgeSameInvoice(trial, SAME, known, read, 'it is read otherwise after regenerations')
    await judgeListedOnce(trial, known.invoice)
    for (const { slug } of await olderOfCustomer(trial)) await judgeOlder(trial, slug)
  },
}

/** Invoices whose customer has a newer one, which careless servers may take for them. */
async function olderOfCustomer(trial: Trial): Promise<InvoiceSummary[]> {
  const { items } = await trial.session.inventory.invoices()
  const mine = new Set((await variedInvoices(trial.session)).map(({ invoice }) => invoice.slug))
  const sorted = items
    .filter(({ customer_email: email }) => typeof email === 'string' && email !== '')
    .toSorted((a, b) => instantOf(a.created_at) - instantOf(b.created_at))
  const older = sorted.filter((one, index) =>
    sorted.slice(index + 1).some((newer) => newer.customer_email === one.customer_email),
  )
  // The run's own first: regenerating re-syncs, and nobody waits for that of others.
  return older.toSorted((a, b) => Number(mine.has(b.slug)) - Number(mine.has(a.slug))).slice(0, MOST_OLDER)
}

async function judgeOlder(trial: Trial, slug: string): Promise<void> {
  const read = await trial.call('readInvoice', { params: { slug } })
  const exchange = await trial.call('regenerateInvoice', { params: { slug } })
  if (!isSuccess(exchange)) return
  judgeSameInvoice(trial, SAME, { invoice: invoiceOf(trial, SAME, read), exchange: read }, exchange)
}

type Known = { invoice: InvoiceDetail; exchange: Exchange }

/** An invoice of the run's own, or else one of the store whose order is still there. */
async function regenerable(trial: Trial): Promise<Known> {
  const own = await ownInvoice(trial.session)
  if (own) return own
  for (const { slug } of (await trial.session.inventory.invoices()).items.slice(0, MOST)) {
    const read = await trial.call('readInvoice', { params: { slug } })
    const exchange = await trial.call('regenerateInvoice', { params: { slug } })
    if (!isSuccess(exchange) && trial.session.kinds.is('unprocessable', exchange)) continue
    invoiceOf(trial, SAME, exchange)
    return { invoice: invoiceOf(trial, SAME, read), exchange: read }
  }
  return trial.notExercised('the store has no invoice whose order is still on the platform')
}

type Query = { [parameter: string]: unknown }

/** Ways to regenerate; whatever the template, the invoice stays the same. */
async function queriesOf(trial: Trial): Promise<Query[]> {
  const items = await trial.session.inventory.lastingTemplates()
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

async function judgeListedOnce(trial: Trial, { id, slug, number }: InvoiceDetail): Promise<void> {
  const { items, complete, exchanges } = await trial.session.inventory.invoices()
  const listed = items.filter((item) => item.slug === slug)
  if (!complete && listed.length === 0) return
  trial.judge(SAME, listed.length === 1 && listed[0]!.id === id && listed[0]!.number === number, {
    message: 'the list after regenerations',
    expected: `invoice ${number} (${slug}) once`,
    got: listed.map((item) => `${item.number} (${item.slug}), id ${item.id}`).join(', ') || 'not listed',
    exchanges: exchanges.slice(-1),
  })
}

/** regenerate.unedited: nothing moves but updated_at, in the answer, in read and in the list. */
const unedited: Check = {
  name: 'regenerating without an edit',
  clauses: [UNEDITED],
  async run(trial) {
    const fresh = (await firstInvoices(trial.session)).flatMap(({ creation }) =>
      creation?.fresh ? creation : [],
    )
    if (fresh.length === 0) trial.notExercised('no order is left to invoice')
    for (const { invoice } of fresh) await judgeUnedited(trial, invoice.slug, await queriesOf(trial))
    const more = (await variedInvoices(trial.session)).filter((one) => one.fresh)
    for (const { invoice } of more) await judgeUnedited(trial, invoice.slug, [{}])
  },
}

async function judgeUnedited(trial: Trial, slug: string, queries: readonly Query[]): Promise<void> {
  const before = await trial.call('readInvoice', { params: { slug } })
  const known = invoiceOf(trial, UNEDITED, before)
  const listedBefore = await summary(trial, slug)
  for (const query of queries) {
    const exchange = await trial.call('regenerateInvoice', { params: { slug }, query })
    judgeUnchanged(trial, known, invoiceOf(trial, UNEDITED, exchange), [before, exchange])
    const read = await trial.call('readInvoice', { params: { slug } })
    judgeUnchanged(trial, known, member(read, 'invoice'), [before, exchange, read])
    judgeTime(trial, known, read, [before, exchange, read])
  }
  trial.judge(UNEDITED, sameValue(listedBefore, await summary(trial, slug)), {
    expected: `the same summary in the list: ${JSON.stringify(listedBefore)}`,
    got: JSON.stringify(await summary(trial, slug)),
    exchanges: before,
  })
}

function judgeUnchanged(
  trial: Trial,
  known: InvoiceDetail,
  now: unknown,
  exchanges: readonly Exchange[],
): void {
  const different = differingFields(known, now, ['updated_at'])
  trial.judge(UNEDITED, different.length === 0, {
    expected: `the invoice as before, updated_at aside: ${inWords(known, different)}`,
    got: inWords((now ?? {}) as object, different),
    exchanges,
  })
}

/** Between two reads created_at does not move by a moment. */
function judgeTime(
  trial: Trial,
  { created_at }: InvoiceDetail,
  read: Exchange,
  exchanges: readonly Exchange[],
): void {
  const now = member(read, 'invoice') as InvoiceDetail
  trial.judge(UNEDITED, instantOf(now.created_at) === instantOf(created_at) || created_at == null, {
    expected: `created_at ${created_at}`,
    got: inWords(now, ['created_at']),
    exchanges,
  })
}

async function summary(trial: Trial, slug: string): Promise<object> {
  const { items } = await trial.session.inventory.invoices()
  const { updated_at: _, ...fields } = statedFields(
    'resources/invoice-summary',
    items.find((item) => item.slug === slug),
  )
  return fields
}

export const regenerateSame: readonly Check[] = [sameInvoice, unedited]

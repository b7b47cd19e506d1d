import type { ClauseId } from '../../../schemas/clauses.ts'
import { keysOf } from '../../../schemas/tables.ts'
import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { instantOf } from '../../judge/watch/shape/values.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { atOnce } from '../../judge/at-once.ts'
import { firstCreations, ownInvoice } from '../create/first-invoices.ts'
import { variedInvoices } from '../create/varied-invoices.ts'
import { oneOfEachType } from '../each-template.ts'
import { packable, type Asked } from '../create/packed.ts'
import { aroundDay } from '../filters/days.ts'
import { DAY_FILTERS, type DayFilter } from '../filters/filters.ts'
import { inWords, judgeAgrees, judgeSameInvoice, readAgain, shownBy, type Shown } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'
import { statedFields } from '../stated-fields.ts'

const MOST_OLDER = 3

/** As often as one likes, whichever document and template. */
export const sameInvoice = check(['regenerate.same-invoice', ...keysOf(DAY_FILTERS).map(dayClause)], {
  name: 'regenerating again and again',
  needs: ['orders'],
  async run(law) {
    const known = await ownInvoice(law)
    if (!known) return law.notExercised('no order could be invoiced')
    const { slug } = known.invoice
    for (const query of await packable(law, known.draft, await queriesOf(law)))
      judgeSameInvoice(law, known, await law.call('regenerateInvoice', { params: { slug }, query }))
    const read = await law.call('readInvoice', { params: { slug } })
    judgeSameInvoice(law, known, read, 'it is read otherwise after regenerations')
    await judgeListedOnce(law, known.invoice)
    // Of one that was made today both times are of one day.
    if (!known.fresh) await judgeDays(law, known.invoice, read)
    await atOnce(await olderOfCustomer(law), (older) => judgeOlder(law, older))
  },
})

/** Invoices whose customer has a newer one, which careless servers may take for them. */
async function olderOfCustomer(law: Law): Promise<InvoiceSummary[]> {
  const { items } = await law.store.invoices()
  const mine = new Set((await variedInvoices(law)).map(({ invoice }) => invoice.slug))
  const sorted = items
    .filter(({ customer_email: email }) => typeof email === 'string' && email !== '')
    .toSorted((a, b) => instantOf(a.created_at) - instantOf(b.created_at))
  const older = sorted.filter((one, index) =>
    sorted.slice(index + 1).some((newer) => newer.customer_email === one.customer_email),
  )
  // The run's own alone: regenerating re-syncs, and nobody waits for that of others.
  return older.filter(({ slug }) => mine.has(slug)).slice(0, MOST_OLDER)
}

async function judgeOlder(law: Law, { slug, created_at }: InvoiceSummary): Promise<void> {
  const read = await law.call('readInvoice', { params: { slug } })
  const exchange = await law.call('regenerateInvoice', { params: { slug } })
  if (!isSuccess(exchange)) return
  judgeSameInvoice(law, shownBy(law, read), exchange)
  await judgeDays(law, { slug, created_at }, exchange)
}

const judgeDays = (law: Law, invoice: Pick<InvoiceSummary, 'slug' | 'created_at'>, regenerated: Exchange) =>
  atOnce(keysOf(DAY_FILTERS), (filter) => judgeDay(law, filter, invoice, regenerated))

/** By the day of its creation an invoice is still listed, and not by that of its regeneration. */
async function judgeDay(
  law: Law,
  filter: DayFilter,
  { slug, created_at }: Pick<InvoiceSummary, 'slug' | 'created_at'>,
  regenerated: Exchange,
): Promise<void> {
  const day = aroundDay(created_at)[filter]
  if (day === undefined) return
  const { items, complete, exchanges } = await law.walk('listInvoices', { query: { [filter]: day } })
  if (!complete) return
  law.of(dayClause(filter)).judge(
    items.some((item) => item.slug === slug),
    {
      message: 'an invoice that was created long ago was regenerated',
      expected: `the invoice ${slug}, created at ${created_at}, kept by ${filter}=${day}`,
      got: 'it is not kept',
      exchanges: [regenerated, ...exchanges.slice(0, 1)],
    },
  )
}

function dayClause(filter: DayFilter): ClauseId {
  return DAY_FILTERS[filter].clause
}

/** Ways to regenerate; whatever the template, the invoice stays the same. */
async function queriesOf(law: Law): Promise<Asked[]> {
  return [{}, { packing_slip: true }, {}, ...(await oneOfEachType(law)), { packing_slip: false }, {}]
}

async function judgeListedOnce(law: Law, { id, slug, number }: InvoiceDetail): Promise<void> {
  const { items, complete, exchanges } = await law.store.invoices()
  const listed = items.filter((item) => item.slug === slug)
  if (!complete && listed.length === 0) return
  law.judge(listed.length === 1 && listed.every((one) => one.id === id && one.number === number), {
    message: 'the list after regenerations',
    expected: `invoice ${number} (${slug}) once`,
    got: listed.map((item) => `${item.number} (${item.slug}), id ${item.id}`).join(', ') || 'not listed',
    exchanges: exchanges.slice(-1),
  })
}

/** Nothing moves but updated_at, in the answer, in read and in the list. */
export const unedited = check('regenerate.unedited', {
  name: 'regenerating without an edit',
  async run(law) {
    const fresh = (await firstCreations(law)).filter((one) => one.fresh)
    if (fresh.length === 0) law.notExercised('no order is left to invoice')
    const queries = await queriesOf(law)
    await atOnce(fresh, async ({ draft, invoice }) =>
      judgeUnedited(law, invoice.slug, await packable(law, draft, queries)),
    )
    const more = (await variedInvoices(law)).filter((one) => one.fresh)
    await atOnce(more, ({ invoice }) => judgeUnedited(law, invoice.slug, [{}]))
    for (const { invoice } of fresh) await judgeTogether(law, invoice.slug)
  },
})

async function judgeUnedited(
  law: Law,
  slug: string,
  queries: readonly Record<string, unknown>[],
): Promise<void> {
  const before = await readAgain(law, { slug })
  const listed = await summary(law, slug)
  const regenerated: Exchange[] = []
  for (const query of queries) {
    const exchange = await law.call('regenerateInvoice', { params: { slug }, query })
    judgeAgrees(law, before, shownBy(law, exchange), { but: ['updated_at'] })
    regenerated.push(exchange)
  }
  const read = await readAgain(law, { slug })
  judgeAgrees(law, before, read, { but: ['updated_at'], between: regenerated })
  judgeTime(law, before, read)
  const now = await summary(law, slug)
  law.judge(sameValue(listed, now), {
    expected: `the same summary in the list: ${JSON.stringify(listed)}`,
    got: JSON.stringify(now),
    exchanges: before.exchange,
  })
}

const TOGETHER = 4

/** Whatever each of several at once is answered, the invoice is in the end what it was. */
async function judgeTogether(law: Law, slug: string): Promise<void> {
  const before = await readAgain(law, { slug })
  const between = await Promise.all(
    Array.from({ length: TOGETHER }, () => law.call('regenerateInvoice', { params: { slug } })),
  )
  judgeAgrees(law, before, await readAgain(law, { slug }), { but: ['updated_at'], between })
}

/** Between two reads created_at does not move by a moment. */
function judgeTime(law: Law, { invoice: { created_at }, exchange }: Shown, now: Shown): void {
  law.judge(created_at == null || instantOf(now.invoice.created_at) === instantOf(created_at), {
    expected: `created_at ${created_at}`,
    got: inWords(now.invoice, ['created_at']),
    exchanges: [exchange, now.exchange],
  })
}

async function summary(law: Law, slug: string): Promise<object> {
  const { items } = await law.store.invoices()
  const listed = items.find((item) => item.slug === slug)
  const { updated_at: _, ...fields } = statedFields('resources/invoice-summary', listed)
  return fields
}

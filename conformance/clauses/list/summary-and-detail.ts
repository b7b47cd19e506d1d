import { atOnce } from '../../judge/at-once.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { check } from '../../judge/check.ts'
import type { Evidence, Law } from '../../judge/law.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import { lastSeen } from '../../server/activity/last-seen.ts'
import { records, type Paginated } from '../../server/store/inventory.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { WHOLE } from '../paging/page.ts'
import { sameValue } from '../same-value.ts'
import { sampled } from '../sampled.ts'

const MOST = 36
/** Of the run's own. */
const MOST_OWN = 16

type Fields = Record<string, unknown>

/** What list, search and read say of one invoice, field by field. */
export const summaryAgreesWithDetail = check('list.summary-agrees-with-detail', {
  name: 'list, search and read agree on an invoice',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.noInvoice()
    await atOnce(sampled(items, MOST), ({ slug }) => law.settled(() => disagreement(law, slug)))
  },
})

/** The same of invoices that the run made, edited and regenerated: a summary may not stay as it was at first. */
export const regeneratedSummaries = check('list.summary-agrees-with-detail', {
  when: 'last',
  name: 'list, search and read agree on a regenerated invoice',
  needs: ['orders'],
  async run(law) {
    const firsts = (await firstInvoices(law)).flatMap(({ creation }) => creation ?? [])
    if (firsts.length === 0) law.notExercised('no order is left to invoice')
    const first = firsts.map(({ invoice }) => invoice.slug)
    for (const slug of first) await law.call('regenerateInvoice', { params: { slug } })
    const slugs = new Set([...first, ...law.session.orderOf.keys()])
    await atOnce([...slugs].slice(0, MOST_OWN), (slug) => law.settled(() => disagreement(law, slug)))
  },
})

/** How what the listings say of an invoice differs from what is read; null where it agrees. */
export async function disagreement(law: Law, slug: string): Promise<Evidence | 'unseen' | null> {
  const detail = await law.call('readInvoice', { params: { slug } })
  const read = member(detail, 'invoice')
  if (!isSuccess(detail) || !isObject(read)) return 'unseen'
  const found = [await listed(law, slug), await searched(law, slug, read['number'])].filter(
    (one) => one !== null,
  )
  if (found.length === 0) return 'unseen'
  return found.flatMap((summary) => deviations(law, summary, read, detail))[0] ?? null
}

interface Summary {
  fields: Fields
  exchange: Exchange
}

/** The invoice as the list shows it now, on the page that the inventory found it on. */
async function listed(law: Law, slug: string): Promise<Summary | null> {
  const { exchanges } = await law.store.invoices()
  const at = exchanges.findIndex((exchange) => summaryOf(exchange, slug) !== null)
  return shownBy(law, slug, 'listInvoices', { page: Math.max(1, at + 1) })
}

async function searched(law: Law, slug: string, q: unknown): Promise<Summary | null> {
  return typeof q === 'string' && q !== '' ? shownBy(law, slug, 'searchInvoices', { q }) : null
}

async function shownBy(law: Law, slug: string, operation: Paginated, query: Fields): Promise<Summary | null> {
  return summaryOf(await law.call(operation, { query: { ...query, per_page: WHOLE } }), slug)
}

function summaryOf(exchange: Exchange, slug: string): Summary | null {
  const fields = records<Fields>(exchange, 'invoices').find((item) => item['slug'] === slug)
  return fields ? { fields, exchange } : null
}

/** Fields that summary and detail share. */
const SHARED = Object.keys(fieldsOf('resources/invoice-summary')).filter(
  (field) => field in fieldsOf('resources/invoice-detail'),
)

function deviations(law: Law, { fields, exchange }: Summary, read: Fields, detail: Exchange): Evidence[] {
  const customer = isObject(read['customer']) ? read['customer'] : {}
  const known: Fields = { ...read, customer_email: customer['email'] }
  return [...SHARED, 'customer_email']
    .filter((field) => differ(fields[field], known[field]))
    .map((field) => ({
      field,
      message: [
        `${field} of invoice ${String(read['number'])} differs between ${exchange.operation} and readInvoice`,
        ...staleWords(law, String(read['slug']), field, [
          ['readInvoice', read[field]],
          [String(exchange.operation), fields[field]],
        ]),
      ].join('; '),
      expected: JSON.stringify(known[field]),
      got: JSON.stringify(fields[field]),
      exchanges: [exchange, detail],
    }))
}

/** Names the operation that shows the value from before the last regeneration of the run, if one does. */
function staleWords(
  law: Law,
  slug: string,
  field: string,
  shown: readonly (readonly [operation: string, value: unknown])[],
): string[] {
  const { exchange, before } = lastSeen(law.session).regenerated.get(slug) ?? {}
  const [now, former] = [exchange, before].map((one) => valueIn(one, field))
  if (former === undefined || sameValue(now, former)) return []
  const stale = shown.find(([, value]) => sameValue(value, former))
  return stale ? [`${stale[0]} is stale: it shows the value from before the regeneration`] : []
}

function valueIn(exchange: Exchange | undefined, field: string): unknown {
  const invoice = exchange && member(exchange, 'invoice')
  return isObject(invoice) ? invoice[field] : undefined
}

/**
 * A value of the detail is missing or other in the summary. What the detail does not show the summary may: the
 * email of a guest, say, who is no customer (question nullable).
 */
const differ = (shown: unknown, known: unknown): boolean =>
  known != null && (shown == null ? known !== '' : !sameValue(shown, known))

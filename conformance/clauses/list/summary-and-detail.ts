import { schema } from '../../../schemas/schema-files.ts'
import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { sameValue } from '../same-value.ts'
import { sampled } from './sampled.ts'
const MOST = 48
/** Of the run's own. */
const MOST_OWN = 16

type Fields = { [field: string]: unknown }

/** Fields that summary and detail share, from their schemas. */
function sharedFields(): string[] {
  const detail = schema('resources/invoice-detail')['properties'] as Fields
  return Object.keys(schema('resources/invoice-summary')['properties'] as Fields).filter(
    (field) => field in detail,
  )
}

/** What list, search and read say of one invoice, field by field. */
export const summaryAgreesWithDetail = check('list.summary-agrees-with-detail', {
  name: 'list, search and read agree on an invoice',
  async run(law) {
    const { items } = await law.store.invoices()
    if (items.length === 0) law.notExercised('the store has no invoice')
    for (const { slug } of sampled(items, MOST)) await judgeInvoice(law, slug)
  },
})

/** The same of invoices that the run made, edited and regenerated: a summary may not stay as it was at first. */
export const regeneratedSummaries = check('list.summary-agrees-with-detail', {
  when: 'last',
  name: 'list, search and read agree on a regenerated invoice',
  needs: ['orders'],
  async run(law) {
    const firsts = (await firstInvoices(law.session)).flatMap(({ creation }) => creation ?? [])
    if (firsts.length === 0) law.notExercised('no order is left to invoice')
    const first = firsts.map(({ invoice }) => invoice.slug)
    for (const slug of first) await law.call('regenerateInvoice', { params: { slug } })
    const slugs = new Set([...first, ...law.session.orderOf.keys()])
    for (const slug of [...slugs].slice(0, MOST_OWN)) await judgeInvoice(law, slug)
  },
})

/** Compares twice at most: on a live store the invoice may change between the two reads. */
async function judgeInvoice(law: Law, slug: string): Promise<void> {
  for (const last of [false, true]) {
    const detail = await law.call('readInvoice', { params: { slug } })
    const read = member(detail, 'invoice')
    if (!isSuccess(detail) || !isObject(read)) return
    const found = [
      await summary(law, slug, 'listInvoices', {}),
      await summary(law, slug, 'searchInvoices', { q: read['number'] }),
    ]
    const wrong = found.flatMap((one) => (one ? deviations(one, read, detail) : []))[0]
    if (!wrong) return found.some(Boolean) ? law.pass() : undefined
    if (last) throw law.violation(wrong)
  }
}

interface Summary {
  fields: Fields
  exchange: Exchange
}

/** The invoice's summary as a listing shows it now; the page is the one that the inventory found it on. */
async function summary(
  law: Law,
  slug: string,
  operation: 'listInvoices' | 'searchInvoices',
  query: Fields,
): Promise<Summary | null> {
  if (operation === 'searchInvoices' && (typeof query['q'] !== 'string' || query['q'] === '')) return null
  const { exchanges } = await law.store.invoices()
  const page =
    exchanges.findIndex((one) => records<Fields>(one, 'invoices').some((item) => item['slug'] === slug)) + 1
  const place = operation === 'listInvoices' ? { page: Math.max(1, page), per_page: 250 } : { per_page: 250 }
  const exchange = await law.call(operation, { query: { ...query, ...place } })
  const fields = records<Fields>(exchange, 'invoices').find((item) => item['slug'] === slug)
  return fields ? { fields, exchange } : null
}

function deviations({ fields, exchange }: Summary, read: Fields, detail: Exchange) {
  const customer = isObject(read['customer']) ? read['customer'] : {}
  const pairs: [string, unknown, unknown][] = [
    ...sharedFields().map((field): [string, unknown, unknown] => [field, fields[field], read[field]]),
    ['customer_email', fields['customer_email'], customer['email']],
  ]
  return pairs
    .filter(([, shown, known]) => differ(shown, known))
    .map(([field, shown, known]) => ({
      field,
      message: `${field} of invoice ${String(read['number'])} differs between ${exchange.operation} and readInvoice`,
      expected: JSON.stringify(known),
      got: JSON.stringify(shown),
      exchanges: [exchange, detail],
    }))
}

/**
 * A value of the detail is missing or other in the summary. What the detail does not show the summary may: the
 * email of a guest, say, who is no customer (question nullable).
 */
const differ = (shown: unknown, known: unknown): boolean =>
  known != null && (shown == null ? known !== '' : !sameValue(shown, known))

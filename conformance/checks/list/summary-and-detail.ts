import { schema } from '../../../schemas/schema-files.ts'
import type { Check } from '../../check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../client/exchange.ts'
import type { Trial } from '../../judge/trial.ts'
import { records } from '../../store/inventory.ts'
import { sameValue } from '../same-value.ts'

const CLAUSE = 'list.summary-agrees-with-detail'
const MOST = 40

type Fields = { [field: string]: unknown }

/** Fields that summary and detail share, from their schemas. */
function sharedFields(): string[] {
  const detail = schema('resources/invoice-detail')['properties'] as Fields
  return Object.keys(schema('resources/invoice-summary')['properties'] as Fields).filter(
    (field) => field in detail,
  )
}

/** What list, search and read say of one invoice, field by field. */
export const summaryAgreesWithDetail: Check = {
  name: 'list, search and read agree on an invoice',
  clauses: [CLAUSE],
  async run(trial) {
    const { items } = await trial.session.inventory.invoices()
    if (items.length === 0) trial.notExercised('the store has no invoice')
    const step = Math.max(1, Math.floor(items.length / MOST))
    for (const { slug } of items.filter((_, index) => index % step === 0)) await judgeInvoice(trial, slug)
  },
}

/** Compares twice at most: on a live store the invoice may change between the two reads. */
async function judgeInvoice(trial: Trial, slug: string): Promise<void> {
  for (const last of [false, true]) {
    const detail = await trial.call('readInvoice', { params: { slug } })
    const read = member(detail, 'invoice')
    if (!isSuccess(detail) || !isObject(read)) return
    const found = [
      await summary(trial, slug, 'listInvoices', {}),
      await summary(trial, slug, 'searchInvoices', { q: read['number'] }),
    ]
    const wrong = found.flatMap((one) => (one ? deviations(one, read, detail) : []))[0]
    if (!wrong) return found.some(Boolean) ? trial.pass(CLAUSE) : undefined
    if (last) trial.fail(CLAUSE, wrong)
  }
}

interface Summary {
  fields: Fields
  exchange: Exchange
}

/** The invoice's summary as a listing shows it now; the page is the one that the inventory found it on. */
async function summary(
  trial: Trial,
  slug: string,
  operation: 'listInvoices' | 'searchInvoices',
  query: Fields,
): Promise<Summary | null> {
  if (operation === 'searchInvoices' && (typeof query['q'] !== 'string' || query['q'] === '')) return null
  const { exchanges } = await trial.session.inventory.invoices()
  const page =
    exchanges.findIndex((one) => records<Fields>(one, 'invoices').some((item) => item['slug'] === slug)) + 1
  const place = operation === 'listInvoices' ? { page: Math.max(1, page), per_page: 250 } : { per_page: 250 }
  const exchange = await trial.call(operation, { query: { ...query, ...place } })
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
    .filter(([, shown, known]) => shown != null && known != null && !sameValue(shown, known))
    .map(([field, shown, known]) => ({
      field,
      message: `${field} of invoice ${String(read['number'])} differs between ${exchange.operation} and readInvoice`,
      expected: JSON.stringify(known),
      got: JSON.stringify(shown),
      exchanges: [exchange, detail],
    }))
}

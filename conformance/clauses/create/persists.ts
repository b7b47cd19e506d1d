import { instantOf } from '../../judge/watch/shape/values.ts'
import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import { schema } from '../../../schemas/schema-files.ts'
import { check } from '../../judge/check.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { inWords } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'
import { judgeFound } from '../search/by-field.ts'
import { isSearchable } from '../search/search-texts.ts'
import { differingFields } from '../stated-fields.ts'
import { firstInvoices, type First } from './first-invoices.ts'

const CLAUSE = 'create.persists'
/** A PDF that is generated later may touch it. */
const MOVES = ['updated_at']

/** create.persists: read, list, filters and search show what the creation answered. */
export const persists = check('create.persists', {
  name: 'created invoices stay',
  async run(law) {
    const firsts = (await firstInvoices(law.session)).filter(({ creation }) => creation)
    if (firsts.length === 0) law.notExercised('no order is left to invoice')
    for (const first of firsts) await judgePersists(law, first, first.creation!.invoice)
  },
})

async function judgePersists(law: Law, first: First, invoice: InvoiceDetail): Promise<void> {
  const read = await law.call('readInvoice', { params: { slug: invoice.slug } })
  const shown = member(read, 'invoice')
  const different = differingFields(invoice, shown, MOVES)
  law.judge(isSuccess(read) && isObject(shown) && (different.length === 0 || !first.creation?.fresh), {
    message: 'the invoice is read otherwise than it was created',
    expected: inWords(invoice, different.length > 0 ? different : ['slug']),
    exchanges: [first.exchange, read],
  })
  await judgeListed(law, first, invoice, {})
  await judgeListed(law, first, invoice, { invoice_type: listable(invoice.invoice_type) })
  await judgeListed(law, first, invoice, aroundDay(invoice.created_at))
  for (const q of new Set([invoice.number, invoice.order_name]))
    if (isSearchable(q)) await judgeFound(law.of(CLAUSE), invoice, q)
}

/** The filter has no value for the type platform_order. */
function listable(type: unknown): string | undefined {
  const { invoice_type } = schema('queries/list-invoices')['properties'] as {
    [name: string]: { enum: unknown[] }
  }
  return invoice_type!.enum.includes(type) ? String(type) : undefined
}

/** Two days around a time: so many that no time zone matters. */
function aroundDay(time: string): { created_at_min?: string; created_at_max?: string } {
  const at = instantOf(time)
  if (Number.isNaN(at)) return {}
  const day = (offset: number) => new Date(at + offset * 86_400_000).toISOString().slice(0, 10)
  return { created_at_min: day(-2), created_at_max: day(2) }
}

async function judgeListed(
  law: Law,
  first: First,
  invoice: InvoiceDetail,
  query: { [filter: string]: string | undefined },
): Promise<void> {
  const { items, complete, exchanges } = await law.walk('listInvoices', { query })
  const listed = items.find(({ slug }) => slug === invoice.slug)
  if (!listed && !complete && exchanges.every(isSuccess))
    return law.missing('the store lists more invoices than are read')
  const got = listed ? wrongFields(listed, invoice) : 'not listed'
  law.judge(got === '', {
    message: `the list ${JSON.stringify(query)}`,
    expected: `invoice ${invoice.number} (${invoice.slug}) as it was created`,
    got,
    exchanges: [first.exchange, ...witness(exchanges, invoice.slug)],
  })
}

const witness = (exchanges: readonly Exchange[], slug: string) =>
  [exchanges.find(({ response }) => response.text.includes(slug)) ?? exchanges[0]].flatMap((one) => one ?? [])

/** What of a summary disagrees with the detail; null and absent fields say nothing. */
function wrongFields(listed: InvoiceSummary, invoice: InvoiceDetail): string {
  const fields = Object.keys(schema('resources/invoice-summary')['properties'] as object)
  const [summary, detail] = [listed, invoice] as unknown as { [field: string]: unknown }[]
  const wrong = fields.filter(
    (field) =>
      !MOVES.includes(field) &&
      summary![field] != null &&
      detail![field] != null &&
      !sameValue(summary![field], detail![field]),
  )
  return inWords(listed, wrong)
}

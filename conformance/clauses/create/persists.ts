import { schema } from '../../../schemas/schema-files.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import type { Creation } from '../../server/activity/new-invoices.ts'
import { isObject, isSuccess } from '../../server/client/exchange.ts'
import { aroundDay } from '../filters/days.ts'
import { inWords, judgeAgrees, readAgain, type Shown } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'
import { atOnce } from '../../judge/at-once.ts'
import { isSearchable } from '../search-texts.ts'
import { judgeFound } from '../search/by-field.ts'
import { type FirstCreation, madeFirst } from './first-invoices.ts'
import { judgeShowing } from './showing.ts'
import { variedInvoices } from './varied-invoices.ts'

/** A PDF that is generated later may touch it. */
const MOVES = ['updated_at']

/** Read, list, filters and search show what the creation answered. */
export const persists = check('create.persists', {
  name: 'created invoices stay',
  async run(law) {
    for (const made of await madeFirst(law)) await judgePersists(law, made)
    await atOnce(await variedInvoices(law), (made) => judgeStays(law, made))
  },
})

/** @returns the invoice as it is read */
async function judgeStays(law: Law, made: Creation): Promise<Shown> {
  const read = await readAgain(law, made.invoice)
  const message = 'the invoice is read otherwise than it was created'
  if (made.fresh) judgeAgrees(law, made, read, { but: MOVES, message })
  return read
}

async function judgePersists(law: Law, made: FirstCreation): Promise<void> {
  if (made.fresh) judgeShowing(law, made, made.showing)
  const read = await judgeStays(law, made)
  // One that was there before may have been regenerated since the creation answered it.
  const shown = made.fresh ? made : read
  const { invoice } = shown
  await judgeListed(law, shown, {})
  await judgeListed(law, shown, { invoice_type: listable(invoice.invoice_type) })
  await judgeListed(law, shown, aroundDay(invoice.created_at))
  for (const q of new Set([invoice.number, invoice.order_name]))
    if (isSearchable(q)) await judgeFound(law, invoice, q)
}

/** The filter has no value for the type platform_order. */
function listable(type: string): string | undefined {
  const { invoice_type } = propertiesOf('queries/list-invoices')
  const values = isObject(invoice_type) ? invoice_type['enum'] : []
  return Array.isArray(values) && values.includes(type) ? type : undefined
}

function propertiesOf(name: 'queries/list-invoices' | 'resources/invoice-summary'): Record<string, unknown> {
  const { properties } = schema(name)
  return isObject(properties) ? properties : {}
}

async function judgeListed(
  law: Law,
  { invoice, exchange }: Shown,
  query: Record<string, unknown>,
): Promise<void> {
  const { items, complete, exchanges } = await law.walk('listInvoices', { query })
  const listed = items.find(({ slug }) => slug === invoice.slug)
  if (!listed && !complete && exchanges.every(isSuccess))
    return law.missing('the store lists more invoices than are read')
  const got = listed ? inWords(listed, wrongFields(listed, invoice)) : 'not listed'
  const witness = exchanges.find(({ response }) => response.text.includes(invoice.slug))
  law.judge(got === '', {
    message: `the list ${JSON.stringify(query)}`,
    expected: `invoice ${invoice.number} (${invoice.slug}) as it was created`,
    got,
    exchanges: [exchange, ...(witness ? [witness] : exchanges.slice(0, 1))],
  })
}

/** What of a summary disagrees with the detail; null and absent fields say nothing. */
function wrongFields(listed: InvoiceSummary, invoice: object): string[] {
  const [summary, detail] = [membersOf(listed), membersOf(invoice)]
  return Object.keys(propertiesOf('resources/invoice-summary')).filter((field) => {
    const [told, shown] = [summary.get(field), detail.get(field)]
    return !MOVES.includes(field) && told != null && shown != null && !sameValue(told, shown)
  })
}

const membersOf = (record: object) => new Map<string, unknown>(Object.entries(record))

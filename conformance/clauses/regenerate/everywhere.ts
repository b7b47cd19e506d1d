import type { InvoiceDetail, InvoiceSummary } from '../../../schemas/types.ts'
import type { Law } from '../../judge/law.ts'
import { isObject, type Exchange } from '../../server/client/exchange.ts'
import type { OrderPatch } from '../../server/store/platform.ts'
import type { Edit } from '../edits/edit.ts'
import { aroundDay } from '../filters/days.ts'
import { WHOLE } from '../paging/page.ts'
import { records } from '../../server/store/inventory.ts'
import { inWords, judgeAgrees, readAgain, type Shown } from '../same-invoice.ts'
import { sameValue } from '../same-value.ts'
import { folded, isSearchable } from '../search-texts.ts'
import { judgeFound } from '../search/by-field.ts'
import { emailOf, goneTexts, judgeGone } from './gone-texts.ts'
import { judgeState } from './listed-by-state.ts'
import { differingFields } from '../stated-fields.ts'

/** What of a detail its summary shows, too. */
const SUMMED: readonly string[] = ['total_price', 'currency', 'financial_status', 'order_name', 'customer']

/** Where an invoice is looked for: a part of the list, or a search. */
interface Place {
  operation: 'listInvoices' | 'searchInvoices'
  query: Record<string, unknown>
}

/** The first is looked at just before a regeneration and just after, so that nothing else comes in between; then the others. */
export type Places = readonly [Place, ...Place[]]

/**
 * Another part of the list each time; where the payment state is edited, that of the new one. And the search for the
 * number, which comes first every other time.
 */
export async function placesOf(law: Law, edit: Edit, { invoice }: Shown, turn: number): Promise<Places> {
  const list: Place = { operation: 'listInvoices', query: await partOf(law, edit, invoice, turn) }
  if (!isSearchable(invoice.number)) return [list]
  const search: Place = { operation: 'searchInvoices', query: { q: invoice.number } }
  return turn % 2 === 0 ? [list, search] : [search, list]
}

async function partOf(law: Law, { patch }: Edit, invoice: InvoiceDetail, turn: number) {
  const { created_at, invoice_type, financial_status, slug } = invoice
  const days = aroundDay(created_at)
  const parts = [
    async () => days,
    async () => ({}),
    async () => ({ ...days, ...(invoice_type !== 'platform_order' && { invoice_type }) }),
    async () => ({ ...days, financial_status }),
    async () => {
      const { items } = await law.store.invoices()
      return {
        per_page: 1,
        page:
          1 +
          Math.max(
            1,
            items.findIndex((item) => item.slug === slug),
          ),
      }
    },
  ]
  const state = patch['financial_status']
  if (state !== undefined) return { ...days, financial_status: state }
  return (await parts[turn % parts.length]?.()) ?? {}
}

/** Looks there, so that what is kept of it is that of before. */
export const look = (law: Law, { operation, query }: Place) =>
  law.call(operation, { query: { per_page: WHOLE, ...query } })

/** List, filters, search and read show what the regeneration answered, and no more what was there before. */
export async function judgeEverywhere(
  law: Law,
  edit: Edit,
  before: Shown,
  now: Shown,
  places: Places,
): Promise<void> {
  const moved = differingFields(before.invoice, now.invoice)
  if (moved.some((field) => SUMMED.includes(field))) await judgeSummaries(law, edit, before, now, places)
  judgeAgrees(law, now, await readAgain(law, now.invoice), {
    message: `${edit.name} of the order was edited, and the invoice regenerated`,
    but: ['updated_at'],
  })
  const country = moved.some((field) => field.endsWith('_address'))
    ? sharedCountry(edit.patch, now.invoice)
    : null
  if (country !== null) await judgeFound(law, now.invoice, country)
  for (const q of goneTexts(before.invoice, now.invoice)) await judgeGone(law, now, q)
}

/** A country that the edit gave both addresses: whichever is searched has it (question search.country). */
function sharedCountry(patch: OrderPatch, { billing_address, shipping_address }: InvoiceDetail) {
  const edited = [patch['billing_address'], patch['shipping_address']]
  if (!edited.every((address) => isObject(address) && 'country' in address)) return null
  const { country } = billing_address
  return isSearchable(country) && country === shipping_address.country ? country : null
}

/** Each place as it is now, and searches for what is new. */
async function judgeSummaries(
  law: Law,
  { patch }: Edit,
  before: Shown,
  now: Shown,
  places: Places,
): Promise<void> {
  const sights: Sight[] = []
  for (const place of places) sights.push(...sightsOf(await look(law, place), now.invoice))
  for (const sight of sights) judgeSummary(law, patch, before, now, sight)
  // Whatever it has come to, it is still there.
  if (sights.length === 0 && isSearchable(now.invoice.number))
    await judgeFound(law, now.invoice, now.invoice.number)
  const isNew = (field: 'order_name' | 'financial_status') => now.invoice[field] !== before.invoice[field]
  const texts = [
    ...(isNew('order_name') ? [now.invoice.order_name] : []),
    ...('customer' in patch ? [emailOf(now.invoice), sights[0]?.summary.customer_name] : []),
  ]
  for (const q of texts) if (isSearchable(q)) await judgeFound(law, now.invoice, q)
  if (isNew('financial_status')) await judgeState(law, before, now)
}

interface Sight {
  summary: InvoiceSummary
  exchange: Exchange
}

const sightsOf = (exchange: Exchange, { slug }: InvoiceDetail): Sight[] =>
  records<InvoiceSummary>(exchange, 'invoices')
    .filter((summary) => summary.slug === slug)
    .map((summary) => ({ summary, exchange }))

const SHARED = ['total_price', 'currency', 'financial_status', 'order_name'] as const

/** A summary shows the invoice as it was answered. */
function judgeSummary(
  law: Law,
  patch: OrderPatch,
  before: Shown,
  { invoice, exchange }: Shown,
  sight: Sight,
): void {
  const { summary } = sight
  const wrong = SHARED.filter((field) => summary[field] != null && !sameValue(summary[field], invoice[field]))
  const email = emailOf(invoice)
  const customer = isObject(patch['customer']) ? patch['customer'] : {}
  const names = [customer['first_name'], customer['last_name']].filter((name) => typeof name === 'string')
  const isEmail = email === null || summary.customer_email == null || summary.customer_email === email
  const isStale =
    (wrong.length > 0 || !isEmail) &&
    wrong.every((field) => sameValue(summary[field], before.invoice[field])) &&
    (isEmail || summary.customer_email === emailOf(before.invoice))
  law.judge(wrong.length === 0 && isEmail && showsName(summary, names, invoice), {
    message: isStale
      ? `stale: ${sight.exchange.operation} shows the invoice from before the regeneration`
      : `${sight.exchange.operation} after the regeneration`,
    expected: [
      inWords(invoice, wrong),
      `customer_email ${JSON.stringify(email)} and a customer_name with ${names.join(' and ') || 'the same name'}`,
    ].join(', '),
    got: inWords(summary, [...wrong, 'customer_email', 'customer_name']),
    exchanges: [exchange, sight.exchange],
  })
}

/** The specification does not say whose name customer_name is, the customer's or that of an address or its company, nor how it is written: KELLER, Ada. */
function showsName({ customer_name }: InvoiceSummary, names: readonly string[], now: InvoiceDetail): boolean {
  if (customer_name == null) return true
  const addresses = [now.billing_address, now.shipping_address].filter((address) => isObject(address))
  const people = addresses.map((one) => [one['first_name'], one['last_name']].map(String))
  const companies = addresses.map((one) => [one['company']].filter((name) => isText(name)))
  const shown = folded(customer_name)
  return [names, ...people, ...companies.filter(({ length }) => length > 0)].some((person) =>
    person.every((name) => shown.includes(folded(name))),
  )
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

import { detailOf, findInvoice, type InvoiceRecord, summaryOf } from '../../../mock-server/seams.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { afterHandler, amending, around, asking, parameter } from './answers.ts'
import { all, type Change, type Faults, noting, ofEach } from './mutant.ts'
import { finding } from './paging.ts'

// Views that show invoices as they were before they were regenerated.

/** What a view still knows of invoices: by slug, as they were before. */
type Past = Map<string, InvoiceRecord>

/** Until when a view is behind. */
const UNTIL: Readonly<Record<string, (past: Past, change: Change) => Change>> = {
  'before it was first regenerated': (past, change) =>
    all(
      remembering((slug, before) => past.has(slug) || past.set(slug, before)),
      change,
    ),
  'before it was last regenerated': (past, change) =>
    all(
      remembering((slug, before) => past.set(slug, before)),
      change,
    ),
  'before it was last regenerated, until another invoice is made': (past, change) =>
    all(
      remembering((slug, before) => past.set(slug, before)),
      afterHandler('createInvoice', () => past.clear()),
      change,
    ),
}

const remembering = (note: (slug: string, before: InvoiceRecord) => unknown): Change =>
  around('regenerateInvoice', (request, handler) => {
    const before = findInvoice(request.context.store, request.params.slug)
    const answer = handler(request)
    note(before.slug, before)
    return answer
  })

const behind = (make: (past: Past) => Change, until: string): Change =>
  noting(Map<string, InvoiceRecord>, (past) => UNTIL[until]?.(past, make(past)) ?? [])

/** What of a summary follows an order. */
const SUMMARY = [
  'total_price',
  'currency',
  'financial_status',
  'order_name',
  'customer_name',
  'customer_email',
] as const

const DETAIL = Object.keys(fieldsOf('resources/invoice-detail')).filter(
  (field) => !['id', 'slug', 'number', 'invoice_type', 'created_at', 'updated_at'].includes(field),
)

const was = (past: Past, slug: string, field: string, of: (record: InvoiceRecord) => object): object => {
  const before = past.get(slug)
  return before ? { [field]: Reflect.get(of(before), field) } : {}
}

/** Each field of each view. */
const shownFaults = (until: string): Faults => ({
  ...ofEach(['listInvoices', 'searchInvoices'] as const, (view) =>
    ofEach(SUMMARY, (field) => ({
      [`${view} shows ${field} of an invoice as ${until}`]: behind(
        (past) => amending(view, ({ slug }) => was(past, slug, field, summaryOf)),
        until,
      ),
    })),
  ),
  ...detailFaults('readInvoice', until),
})

/** Each field of what an operation answers. */
const detailFaults = (view: 'readInvoice' | 'createInvoice', until: string): Faults =>
  ofEach(DETAIL, (field) => ({
    [`${view} shows ${field} of an invoice as ${until}`]: behind(
      (past) =>
        amending(view, ({ slug }, { context }) =>
          was(past, slug, field, (record) => detailOf(record, context.dialect)),
        ),
      until,
    ),
  }))

/** What filters and searches go by. */
const keptFaults = (until: string): Faults => ({
  [`financial_status keeps an invoice by what it was ${until}`]: behind(
    (past) =>
      all(
        finding('listInvoices', (found, { query }) =>
          query['asked'] === undefined
            ? found
            : found.filter((one) => (past.get(one.slug) ?? one).financial_status === query['asked']),
        ),
        asking('listInvoices', ({ financial_status, ...query }) =>
          financial_status === undefined ? query : { ...query, asked: financial_status },
        ),
      ),
    until,
  ),
  ...ofEach(['customer_name', 'customer_email', 'order_name'] as const, (field) => ({
    [`A search finds an invoice by the ${field} that it had ${until}, too`]: behind(
      (past) => searching((one, q) => old(past, one, field) === q, true),
      until,
    ),
    [`A search does not find an invoice by its ${field}, but by that of ${until}`]: behind(
      (past) => searching((one, q) => one[field] === q && old(past, one, field) !== q, false),
      until,
    ),
  })),
  [`A search finds an invoice by the country that it had ${until}, too`]: behind(
    (past) => searching((one, q) => past.get(one.slug)?.billing_address.country === q, true),
    until,
  ),
})

const old = (
  past: Past,
  { slug, ...now }: InvoiceSummary,
  field: 'customer_name' | 'customer_email' | 'order_name',
) => {
  const before = past.get(slug)
  return before ? summaryOf(before)[field] : now[field]
}

/** Finds more than matches, or less. */
const searching = (test: (one: InvoiceSummary, q: string) => boolean, isMore: boolean): Change =>
  finding('searchInvoices', (found, request, everything) => {
    const tested = (one: InvoiceSummary) => test(one, parameter(request, 'q') ?? '')
    const known = new Set(found.map(({ id }) => id))
    return isMore
      ? [...found, ...everything().filter((one) => tested(one) && !known.has(one.id))]
      : found.filter((one) => !tested(one))
  })

/** The time of a regeneration, which another view tells. */
export const staleTimes = (): Faults =>
  ofEach(Object.keys(UNTIL), (until) =>
    ofEach(['listInvoices', 'searchInvoices', 'readInvoice'] as const, (view) => ({
      [`${view} shows updated_at of an invoice as ${until}`]: behind(
        (past) => amending(view, ({ slug }) => was(past, slug, 'updated_at', summaryOf)),
        until,
      ),
    })),
  )

/** Of an invoice that is there, as a creation answers it. */
export const staleCreationFaults = (): Faults =>
  ofEach(Object.keys(UNTIL).slice(0, 2), (until) => detailFaults('createInvoice', until))

export const staleFaults = (): Faults =>
  ofEach(Object.keys(UNTIL), (until) => ({ ...shownFaults(until), ...keptFaults(until) }))

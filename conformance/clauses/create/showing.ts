import { keysOf } from '../../../schemas/tables.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { atOnce } from '../../judge/at-once.ts'
import type { Law } from '../../judge/law.ts'
import type { Observer } from '../../judge/observer.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import { records, totalOf } from '../../server/store/inventory.ts'
import { VALUE_FILTERS, valuesOf } from '../filters/filters.ts'
import { WHOLE } from '../paging/page.ts'
import type { Shown } from '../same-invoice.ts'

/** A list or search, and whether it has an invoice that is shown so elsewhere. */
interface Place {
  operation: 'listInvoices' | 'searchInvoices'
  query: Readonly<Record<string, string>>
  has(summary: InvoiceSummary): boolean
  /** So many stand on its first page when its second one is looked at. */
  first?: number
}

interface Sight extends Place {
  exchange: Exchange
  second: Exchange | null
}

/** All places as they were just after a creation; they were looked at just before too, so that what is kept of them is that of before. */
export type Showing = readonly Sight[]

const LONG_AGO = '1990-01-01'

/** By every value that filters may keep an invoice by, by its day, and by the name of its customer. */
function placesOf(known: number, customer: string): Record<'lists' | 'searches', Place[]> {
  const byValue = keysOf(VALUE_FILTERS).flatMap((filter) =>
    valuesOf(filter).map((value): Place => ({
      operation: 'listInvoices',
      query: { [filter]: value },
      has: (summary) => summary[filter] === value,
    })),
  )
  const byDay: Place = {
    operation: 'listInvoices',
    query: { created_at_min: LONG_AGO },
    has: () => true,
    first: known,
  }
  const byCustomer: Place = {
    operation: 'searchInvoices',
    query: { q: customer },
    has: ({ customer_name }) => customer_name === customer,
    first: 1,
  }
  return { lists: [...byValue, byDay], searches: [byCustomer] }
}

/**
 * Looks just before a creation and just after.
 * @param known how many invoices there are; @param customer the name that the new one's customer may have
 */
export async function showing<T>(
  observer: Observer,
  { known, customer }: { known: number; customer: string },
  create: () => Promise<T>,
): Promise<{ made: T; showing: Showing }> {
  const { lists, searches } = placesOf(known, customer)
  await lookAt(observer, lists)
  await lookAt(observer, searches)
  const made = await create()
  // Nothing comes between a sight of a search and that of before but the creation.
  const found = await lookAt(observer, searches)
  return { made, showing: [...(await lookAt(observer, lists)), ...found] }
}

const lookAt = (observer: Observer, places: readonly Place[]): Promise<Showing> =>
  atOnce(places, async (place) => {
    const { operation, query, first = 0 } = place
    const look = (page: number, per_page: number) =>
      observer.call(operation, { query: { ...query, page, per_page } })
    const exchange = await look(1, WHOLE)
    return { ...place, exchange, second: first > 0 && first < WHOLE ? await look(2, first) : null }
  })

/** Whatever a new invoice is, the places for it have it; where it made a page full, the next one has what it pushed there. */
export function judgeShowing(law: Law, { invoice, exchange }: Shown, sights: Showing): void {
  const { slug, number } = invoice
  const listed = sights.map((sight) => ({
    sight,
    items: records<InvoiceSummary>(sight.exchange, 'invoices'),
  }))
  const summary = listed.flatMap(({ items }) => items).find((item) => item.slug === slug)
  for (const { sight, items } of listed) {
    const { operation, query, first = 0, second } = sight
    if ((totalOf(sight.exchange) ?? 0) > WHOLE) law.missing(`${JSON.stringify(query)} shows more than a page`)
    else if (summary && sight.has(summary))
      law.judge(
        items.some((item) => item.slug === slug),
        {
          message: `${operation} ${JSON.stringify(query)}, just after the creation`,
          expected: `invoice ${number} (${slug}) in it`,
          got: 'not listed',
          exchanges: [exchange, sight.exchange],
        },
      )
    if (second === null || items.length === 0) continue
    const expected = Math.min(items.length - first, first)
    law.judge(records(second, 'invoices').length >= expected, {
      message: `the second page of ${operation} ${JSON.stringify(query)}, just after the creation`,
      expected: `${expected} of the ${items.length} invoices, behind the ${first} of the first page`,
      exchanges: [exchange, sight.exchange, second],
    })
  }
}

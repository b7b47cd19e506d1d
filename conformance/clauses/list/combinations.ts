import fc from 'fast-check'
import { atOnce } from '../../judge/at-once.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
import { check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { isSuccess } from '../../server/client/exchange.ts'
import { FILTERS, keeping, valuePairs, type Query } from '../filters/filters.ts'
import { pageOf } from '../paging/page.ts'
import { allInvoices, deviation, keptBy, settledByFilter } from './listing.ts'

/** Filters asked for values that keep one invoice, or by turns for those of another; with room for time zones. */
const DRAWS = fc.record({
  filters: fc.subarray(FILTERS, { minLength: 2 }),
  one: fc.nat(),
  other: fc.option(fc.nat(), { freq: 2 }),
  room: fc.constantFrom(0, 0, 3, 20),
  pages: fc.constantFrom(1, 1, 3),
})

/** Together filters keep what each of them keeps by itself, so that no time zone and no matching of ours comes in. */
export const filterCombinations = check('list.filter-combination', {
  name: 'the list by any of its filters together',
  async run(law) {
    const all = await allInvoices(law)
    await atOnce(valuePairs(), (pair) => judgeTogether(law, pair))
    for (const known of law.mayTry('hostile-input', 'malformed dates') ? all.slice(0, 1) : [])
      await atOnce(besideUnknown(known), (pair) => judgeBesideUnknown(law, pair))
    await law.property(
      DRAWS,
      async ({ filters, one, other, room, pages }) => {
        const asked = filters.flatMap((filter, index) => {
          const invoice = all[(index % 2 === 0 ? one : (other ?? one)) % all.length]
          return invoice ? Object.entries(keeping(filter, invoice, room)) : []
        })
        if (asked.length > 1) await judgeTogether(law, Object.fromEntries(asked), pages)
      },
      { runs: law.runs * 3, apart: true },
    )
  },
})

/** A filter asked for what keeps an invoice, and another for a value that nothing has. */
interface Beside {
  known: Query
  unknown: Query
}

const besideUnknown = (invoice: InvoiceSummary): Beside[] =>
  FILTERS.flatMap((filter) => {
    const known = keeping(filter, invoice, 0)
    const others = FILTERS.filter((other) => other !== filter)
    return Object.keys(known).length === 0
      ? []
      : others.map((other) => ({ known, unknown: { [other]: 'no_such_value' } }))
  })

/** Whatever an unknown value finds (question filters.unknown_value), where it is not refused the other filter holds. */
const judgeBesideUnknown = (law: Law, { known, unknown }: Beside): Promise<void> =>
  settledByFilter(law, async () => {
    const { ids, first_page } = await keptBy(law, known)
    const query = { ...known, ...unknown }
    const exchange = await law.call('listInvoices', { query })
    if (!isSuccess(exchange)) return null
    const besides = pageOf(law, 'listInvoices', exchange).items.filter(({ id }) => !ids.has(Number(id)))
    if (besides.length === 0) return null
    return {
      message: JSON.stringify(query),
      expected: `no other invoices than those of ${JSON.stringify(known)}`,
      got: `others too: ${besides.map(({ id }) => String(id)).join(', ')}`,
      exchanges: [first_page, exchange],
    }
  })

const judgeTogether = (law: Law, query: Query, pages = 1): Promise<void> =>
  settledByFilter(law, async () => {
    const filters = Object.entries(query).map(([name, value]) => ({ [name]: value }))
    const alone = await Promise.all(filters.map((filter) => keptBy(law, filter)))
    const [first, ...others] = alone.map(({ ids }) => ids)
    const expected = [...(first ?? [])].filter((id) => others.every((ids) => ids.has(id)))
    const before = alone.map(({ first_page }) => first_page)
    return deviation(law, { query, expected, before, pages })
  })

import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { namesakeOf, variedInvoices } from '../create/varied-invoices.ts'
import { daysOf, later } from '../filters/days.ts'
import { DAY_FILTERS, VALUE_FILTERS, valuesOf, type DayFilter, type ValueFilter } from '../filters/filters.ts'
import { judgeEdges } from '../paging/edges.ts'
import { judgeFull, page, underOne, WHOLE } from '../paging/page.ts'
import { richSearch } from '../search/paging.ts'
import { judgeValue } from './by-value.ts'
import { datedInvoices, deviation, invoiceList } from './listing.ts'

// The list once more, when the run has filled the store: it is longer then, and invoices that were made at once are equal
// in all that it may be ordered by.

const edges = check('list.pages-partition', {
  when: 'last',
  name: 'pages that part invoices which are equal',
  needs: ['orders'],
  async run(law) {
    await variedInvoices(law)
    await judgeEdges(invoiceList(law))
  },
})

/** Invoices that were made at once, for customers of one name: they are equal in all that a search may be ordered by. */
const foundEdges = check('search.pagination', {
  when: 'last',
  name: 'pages that part found invoices which are equal',
  needs: ['orders'],
  async run(law) {
    const { first_name, last_name } = namesakeOf(law)
    const namesakes = underOne(law, 'searchInvoices', { q: `${first_name} ${last_name}` })
    // Where they were not made before, what is kept of it from then must not be told after.
    await page(law, namesakes, { per_page: WHOLE })
    await variedInvoices(law)
    const found = await page(law, namesakes, { per_page: WHOLE })
    judgeFull(law, found, found.asked)
    await judgeEdges(namesakes)
    await judgeEdges(await richSearch(law))
  },
})

const byValue = (filter: ValueFilter): Check =>
  check(VALUE_FILTERS[filter], {
    when: 'last',
    name: `the list by ${filter} after creations`,
    needs: ['orders'],
    async run(law) {
      await variedInvoices(law)
      const seen = await atOnce(valuesOf(filter), (value) => judgeValue(law, filter, value))
      if (seen.every((count) => count > 0)) law.pass()
    },
  })

/** Days that keep all invoices, and none, in whatever time zone: of the first invoice and of the last one, with room. */
const OUTER: Record<DayFilter, (first: string, last: string) => Record<'all' | 'none', string>> = {
  created_at_min: (first, last) => ({ all: later(first, -2), none: later(last, 3) }),
  created_at_max: (first, last) => ({ all: later(last, 2), none: later(first, -3) }),
}

/** An order may be processed long before its invoice is made, or say that it will be long after. */
const byDay = (filter: DayFilter): Check =>
  check(DAY_FILTERS[filter].clause, {
    when: 'last',
    name: `all invoices and none by ${filter} after creations`,
    needs: ['orders'],
    async run(law) {
      await variedInvoices(law)
      for (const which of ['all', 'none'] as const)
        await law.settled(async () => {
          const invoices = await datedInvoices(law)
          const days = daysOf(invoices).toSorted()
          const [first, last] = [days.at(0), days.at(-1)]
          if (first === undefined || last === undefined)
            return law.notExercised('no invoice says by a date-time when it was created')
          const outer = OUTER[filter](first, last)
          const expected = which === 'all' ? invoices.map(({ id }) => id) : []
          return deviation(law, { query: { [filter]: outer[which] }, expected })
        })
    },
  })

/** They make what they look at, where nobody did before. */
export const grownEdges: readonly Check[] = [edges]

export const grownLists: readonly Check[] = [
  foundEdges,
  ...keysOf(VALUE_FILTERS).map(byValue),
  ...keysOf(DAY_FILTERS).map(byDay),
]

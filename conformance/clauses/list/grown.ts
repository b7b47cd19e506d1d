import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { variedInvoices } from '../create/varied-invoices.ts'
import { DAY_FILTERS, VALUE_FILTERS, valuesOf, type DayFilter, type ValueFilter } from '../filters/filters.ts'
import { judgeEdges } from '../paging/edges.ts'
import { judgeValue } from './by-value.ts'
import { allInvoices, deviation, invoiceList } from './listing.ts'

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

const byValue = (filter: ValueFilter): Check =>
  check(VALUE_FILTERS[filter], {
    when: 'last',
    name: `the list by ${filter} after creations`,
    needs: ['orders'],
    async run(law) {
      await variedInvoices(law)
      await atOnce(valuesOf(filter), (value) => judgeValue(law, filter, value))
    },
  })

/** A day before all invoices, and one after: on whichever the server's clock is. */
const WHOLE_TIME: Record<DayFilter, string> = { created_at_min: '1990-01-01', created_at_max: '2999-12-31' }

const byDay = (filter: DayFilter): Check =>
  check(DAY_FILTERS[filter].clause, {
    when: 'last',
    name: `all invoices by ${filter} after creations`,
    needs: ['orders'],
    async run(law) {
      await variedInvoices(law)
      await law.settled(async () => {
        const expected = (await allInvoices(law)).map(({ id }) => id)
        return deviation(law, { query: { [filter]: WHOLE_TIME[filter] }, expected })
      })
    },
  })

export const grownLists: readonly Check[] = [
  edges,
  ...keysOf(VALUE_FILTERS).map(byValue),
  ...keysOf(DAY_FILTERS).map(byDay),
]

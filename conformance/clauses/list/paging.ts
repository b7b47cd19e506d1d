import { atOnce } from '../../judge/at-once.ts'
import { type Check, check } from '../../judge/check.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { eachAlone } from '../filters/filters.ts'
import { page } from '../paging/page.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSize, judgeSizes } from '../paging/rules.ts'
import { around, CARELESS_SIZES, inRange } from '../paging/sizes.ts'
import { invoiceList } from './listing.ts'
import { judgeTotals } from './totals.ts'

/** The paging rules of GET /invoices. */
export const listPaging: readonly Check[] = [
  check('list.defaults', {
    name: 'the list without parameters',
    async run(law) {
      for (const query of [{}, ...eachAlone()]) await judgeDefaults(invoiceList(law, query))
    },
  }),
  check(['list.per-page-range', 'list.meta-echo', 'list.meta-arithmetic'], {
    name: 'the list at every page size',
    run: (law) => judgeSizes(invoiceList(law)),
  }),
  check(['list.pages-partition', 'list.meta-arithmetic'], {
    name: 'the pages of the list',
    run: (law) => judgePartition(invoiceList(law)),
  }),
  check(['list.beyond-last-page', 'list.meta-echo'], {
    name: 'the list past its end',
    run: (law) => judgeBeyond(invoiceList(law)),
  }),
]

/** list.meta-arithmetic again, once invoices of the run's own have come: a count may not be an old one. */
const totalsGrown = check('list.meta-arithmetic', {
  when: 'last',
  name: 'what the list counts after creations',
  needs: ['orders'],
  async run(law) {
    await firstInvoices(law)
    await judgeTotals(law)
  },
})

/** list.per-page-range again: a store that the run has filled shows more of large pages. */
const sizesGrown = check(['list.per-page-range', 'list.meta-echo', 'list.meta-arithmetic'], {
  when: 'last',
  name: 'large pages after creations',
  needs: ['orders'],
  async run(law) {
    await firstInvoices(law)
    const list = invoiceList(law)
    const { total } = (await page(law, list, { per_page: 1 })).meta
    const large = [...CARELESS_SIZES, ...around(total)].filter((size) => size >= 25 && inRange(size))
    await atOnce(new Set(large), (per_page) => judgeSize(list, per_page))
  },
})

export const listGrown: readonly Check[] = [totalsGrown, sizesGrown]

import { type Check, check } from '../../judge/check.ts'
import { firstInvoices } from '../create/first-invoices.ts'
import { page } from '../paging/page.ts'
import { judgeSize } from '../paging/rules.ts'
import { around, CARELESS_SIZES, inRange } from '../paging/sizes.ts'
import { LIST } from './listing.ts'
import { judgeTotals } from './totals.ts'

/** list.meta-arithmetic again, once invoices of the run's own have come: a count may not be an old one. */
const totalsGrown = check('list.meta-arithmetic', {
  when: 'last',
  name: 'what the list counts after creations',
  needs: ['orders'],
  async run(law) {
    await firstInvoices(law.session)
    await judgeTotals(law)
  },
})

/** list.per-page-range again: a store that the run has filled shows more of large pages. */
const sizesGrown = check(['list.per-page-range', 'list.meta-echo', 'list.meta-arithmetic'], {
  when: 'last',
  name: 'large pages after creations',
  needs: ['orders'],
  async run(law) {
    await firstInvoices(law.session)
    const { total } = (await page(law, LIST, 'list.per-page-range', { per_page: 1 })).meta
    const large = [...CARELESS_SIZES, ...around(total)].filter((size) => size >= 25 && inRange(size))
    for (const per_page of new Set(large)) await judgeSize(law, LIST, per_page)
  },
})

export const listGrown: readonly Check[] = [totalsGrown, sizesGrown]

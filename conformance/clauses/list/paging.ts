import { type Check, check } from '../../judge/check.ts'
import type { Law } from '../../judge/law.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { LIST } from './listing.ts'

/** Without paging parameters, with and without a filter: page 1 of 25. */
async function defaults(law: Law): Promise<void> {
  await judgeDefaults(law, LIST)
  const filters = [
    { invoice_type: 'invoice' },
    { financial_status: 'paid' },
    { created_at_min: '2000-01-01' },
  ]
  for (const query of filters) await judgeDefaults(law, { ...LIST, query })
}

/** The paging rules of GET /invoices. */
export const listPaging: readonly Check[] = [
  check('list.defaults', {
    name: 'the list without parameters',
    run: defaults,
  }),
  check(['list.per-page-range', 'list.meta-echo', 'list.meta-arithmetic'], {
    name: 'the list at every page size',
    run: (law) => judgeSizes(law, LIST),
  }),
  check(['list.pages-partition', 'list.meta-arithmetic'], {
    name: 'the pages of the list',
    run: (law) => judgePartition(law, LIST),
  }),
  check(['list.beyond-last-page', 'list.meta-echo'], {
    name: 'the list past its end',
    run: (law) => judgeBeyond(law, LIST),
  }),
]

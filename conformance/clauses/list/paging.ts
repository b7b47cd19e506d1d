import type { Check } from '../../judge/check.ts'
import type { Trial } from '../../judge/trial.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { LIST } from './listing.ts'

/** Without paging parameters, with and without a filter: page 1 of 25. */
async function defaults(trial: Trial): Promise<void> {
  await judgeDefaults(trial, LIST)
  const filters = [
    { invoice_type: 'invoice' },
    { financial_status: 'paid' },
    { created_at_min: '2000-01-01' },
  ]
  for (const query of filters) await judgeDefaults(trial, { ...LIST, query })
}

/** The paging rules of GET /invoices. */
export const listPaging: readonly Check[] = [
  {
    name: 'the list without parameters',
    clauses: ['list.defaults'],
    run: defaults,
  },
  {
    name: 'the list at every page size',
    clauses: ['list.per-page-range', 'list.meta-echo', 'list.meta-arithmetic'],
    run: (trial) => judgeSizes(trial, LIST),
  },
  {
    name: 'the pages of the list',
    clauses: ['list.pages-partition', 'list.meta-arithmetic'],
    run: (trial) => judgePartition(trial, LIST),
  },
  {
    name: 'the list past its end',
    clauses: ['list.beyond-last-page', 'list.meta-echo'],
    run: (trial) => judgeBeyond(trial, LIST),
  },
]

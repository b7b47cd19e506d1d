import type { Check } from '../../check.ts'
import { judgeBeyond, judgeDefaults, judgePartition, judgeSizes } from '../paging/rules.ts'
import { LIST } from './listing.ts'

/** The paging rules of GET /invoices. */
export const listPaging: readonly Check[] = [
  {
    name: 'the list without parameters',
    clauses: ['list.defaults'],
    run: (trial) => judgeDefaults(trial, LIST),
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
    clauses: ['list.beyond-last-page'],
    run: (trial) => judgeBeyond(trial, LIST),
  },
]

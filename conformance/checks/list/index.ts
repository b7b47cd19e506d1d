import type { Check } from '../../check.ts'
import { outOfRange } from '../paging/out-of-range.ts'
import { filterCombinations } from './combinations.ts'
import { listDates } from './dates.ts'
import { listFilters } from './filters.ts'
import { listPaging } from './paging.ts'
import { summaryAgreesWithDetail } from './summary-and-detail.ts'

export const listChecks: readonly Check[] = [
  ...listPaging,
  ...listFilters,
  ...listDates,
  filterCombinations,
  summaryAgreesWithDetail,
  outOfRange,
]

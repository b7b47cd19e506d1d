import type { Check } from '../../judge/check.ts'
import { outOfRange } from '../paging/out-of-range.ts'
import { filterCombinations } from './combinations.ts'
import { listDates } from './dates.ts'
import { listEnvelope } from './envelope.ts'
import { listFilters } from './filters.ts'
import { listGrown } from './grown.ts'
import { listPaging } from './paging.ts'
import { regeneratedSummaries, summaryAgreesWithDetail } from './summary-and-detail.ts'
import { totals } from './totals.ts'

export const listChecks: readonly Check[] = [
  listEnvelope,
  totals,
  ...listPaging,
  ...listFilters,
  ...listDates,
  filterCombinations,
  summaryAgreesWithDetail,
  outOfRange,
  ...listGrown,
  regeneratedSummaries,
]

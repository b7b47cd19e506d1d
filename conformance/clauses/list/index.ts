import type { Check } from '../../judge/check.ts'
import { outOfRange } from '../paging/out-of-range.ts'
import { listByDay } from './by-day.ts'
import { listByValue } from './by-value.ts'
import { filterCombinations } from './combinations.ts'
import { listEnvelope } from './envelope.ts'
import { grownLists } from './grown.ts'
import { listGrown, listPaging } from './paging.ts'
import { regeneratedSummaries, summaryAgreesWithDetail } from './summary-and-detail.ts'
import { totals } from './totals.ts'

export const listChecks: readonly Check[] = [
  listEnvelope,
  totals,
  ...listPaging,
  ...listByValue,
  ...listByDay,
  filterCombinations,
  summaryAgreesWithDetail,
  outOfRange,
  ...listGrown,
  ...grownLists,
  regeneratedSummaries,
]

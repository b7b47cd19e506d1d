import type { Check } from '../../judge/check.ts'
import { touching } from '../../judge/touches.ts'
import { outOfRange } from '../paging/out-of-range.ts'
import { listByDay } from './by-day.ts'
import { listByValue } from './by-value.ts'
import { filterCombinations } from './combinations.ts'
import { listEnvelope } from './envelope.ts'
import { grownEdges, grownLists } from './grown.ts'
import { listGrown, listPaging } from './paging.ts'
import { INVOICES, INVOICES_SEEN } from '../places.ts'
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
  ...touching(INVOICES_SEEN, listGrown),
  ...touching(INVOICES, grownEdges),
  ...touching(INVOICES_SEEN, grownLists),
  ...touching(INVOICES, [regeneratedSummaries]),
]

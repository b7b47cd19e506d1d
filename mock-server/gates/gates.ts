import { authenticate } from './authenticate.ts'
import { body } from './body.ts'
import { bulkProgress } from './bulk-progress.ts'
import { existing } from './existing.ts'
import { forcedAnswer } from './forced-answer.ts'
import type { Gate } from './gate.ts'
import { knownPath } from './known-path.ts'
import { paidPlan } from './paid-plan.ts'
import { query } from './query.ts'
import { rateLimit } from './rate-limit.ts'
import { searchIndex } from './search-index.ts'

/** In the order in which a request meets them: of several errors the first one is answered (errors.precedence). */
export const GATES: readonly Gate[] = [
  authenticate,
  paidPlan,
  rateLimit,
  forcedAnswer,
  knownPath,
  existing,
  query,
  body,
  searchIndex,
  bulkProgress,
]

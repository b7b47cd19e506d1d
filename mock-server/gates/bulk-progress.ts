import { progressBulk } from '../rules/bulk-actions.ts'
import { contextOf } from '../exchange.ts'
import type { Gate } from './gate.ts'

/** Before whatever a request of the store asks for, its bulk action moves on to where the clock says that it is: that one is under way is a conflict of `rules/bulk-actions.ts`. */
export const bulkProgress: Gate = {
  name: 'bulk-progress',
  pass(exchange) {
    progressBulk(contextOf(exchange))
  },
}

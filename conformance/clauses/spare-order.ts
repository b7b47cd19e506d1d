import type { Law } from '../judge/law.ts'
import type { Order } from '../server/store/order-supply.ts'

/** Orders that are scarce serve elsewhere first. */
const ORDERS_TO_SPARE = 12
const DRAFTS_TO_SPARE = 3

/** An order that the checks of creation can do without; null where there is none. */
export const spareOrder = ({ orders }: Law, draft: boolean): Order | null =>
  orders.left(draft) > (draft ? DRAFTS_TO_SPARE : ORDERS_TO_SPARE) ? orders.take(draft) : null

/** Late in a run few are still wanted. */
const LATE_TO_SPARE = 4

/** Whether there is an order that the checks of a run's end can do without. */
export const hasLateOrder = ({ orders }: Law): boolean => orders.left(false) > LATE_TO_SPARE

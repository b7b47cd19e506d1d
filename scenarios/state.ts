import type { InvoiceOwn } from '../schemas/commerce/invoices.ts'
import type {
  CustomerDetail,
  PlatformDraftOrder,
  PlatformOrder,
  Settings,
  Template,
} from '../schemas/types.ts'

/** A shop: the owner of one API key (specification §5.5). */
export interface StoreRecord {
  /** Number of the store inside the mock; never shown by the API. */
  id: number
  /** Name in the admin API, unique in the mock: `rich`. */
  name: string
  plan: 'paid' | 'free'
  api_key: string
  /** Its own rate limit; null means the dialect's `rate.quota`. */
  quota: { requests: number; window_seconds: number } | null
}

/** An invoice that exists already; what it shows comes from its order. */
export interface IssuedInvoice extends InvoiceOwn {
  order_id: number
  draft: boolean
}

/** Content of one store as a scenario yields it. */
export interface StoreState {
  store: StoreRecord
  settings: Settings
  templates: Template[]
  customers: CustomerDetail[]
  /** Orders of the platform behind the store, invoiced or not. */
  orders: PlatformOrder[]
  draft_orders: PlatformDraftOrder[]
  invoices: IssuedInvoice[]
}

/**
 * Ids of the dialect's large size (question format.ids) begin here. They end where no double can tell two integers
 * apart; a thousand million are left for new records.
 */
export const FIRST_LARGE_ID = 2 ** 53 - 1e9

/** Content of a whole mock. */
export interface State {
  stores: StoreState[]
  /** The next record id; ids are counted over all stores, so that none coincide. */
  next_id: number
}

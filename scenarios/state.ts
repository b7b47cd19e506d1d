import type {
  CustomerDetail,
  Dialect,
  FaultInput,
  PlatformDraftOrder,
  PlatformOrder,
  Settings,
  Template,
} from '../schemas/types.ts'
import type { IssuedInvoice, Revised, StoreRecords } from './records.ts'

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

/** Content of one store as a scenario yields it. */
export interface StoreState {
  store: StoreRecord
  settings: Settings & Partial<Revised>
  templates: (Template & Partial<Revised>)[]
  customers: CustomerDetail[]
  /** Orders of the platform behind the store, invoiced or not. */
  orders: PlatformOrder[]
  draft_orders: PlatformDraftOrder[]
  invoices: IssuedInvoice[]
  /** What it remembers of what was done; left out, nothing was. */
  past?: Pick<StoreRecords, 'documents' | 'revisions' | 'emails' | 'bulk_actions'>
  /** What is to be done in it once it is there, so that it is as a client would have left it. */
  deeds?: Deeds
  /** Clock and dialect of its own, and what it has used of its rate limit. */
  own?: { clock?: SetClock; dialect?: Dialect; window?: RateWindow }
}

/** A window of a store's rate limit. */
export interface RateWindow {
  /** When it began, in milliseconds since 1970 on the store's clock. */
  start: number
  /** Requests that counted in it. */
  used: number
}

/** Where a clock is put; `now` in milliseconds since 1970. */
export interface SetClock {
  now: number
  frozen: boolean
}

/** What was done in a store, by the numbers of its invoices. Times in milliseconds since 1970. */
export interface Deeds {
  emails: { invoice: string; template: string | undefined; at: number }[]
  /** All invoices where none are named. */
  bulk_actions: { invoices: string[] | undefined; template_name: string | undefined; at: number }[]
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
  /** What goes wrong on purpose in the mock that holds it; left out, what did before. */
  faults?: FaultInput[]
  /** Where ids of both sizes are counted on, where that is not behind the last. */
  next_ids?: NextIds
  /** Left out, clock and dialect stay as they are. */
  clock?: SetClock
  dialect?: ParsedDialect
}

/** The next id of each size. */
export interface NextIds {
  record?: number
  large_record?: number
}

/** A whole dialect, and what the mock cannot imitate of what was asked for. */
export interface ParsedDialect {
  dialect: Dialect
  notes: string[]
}

import type {
  Address,
  CustomerAddress,
  CustomerInput,
  Dialect,
  FaultInput,
  InvoiceCustomer,
  InvoiceDetail,
  PlatformDraftOrder,
  PlatformOrder,
  Settings,
  TemplateInput,
} from '../schemas/types.ts'
import type { StoreRecords } from './records.ts'
import type { NextIds, StoreRecord } from './state.ts'

/** A time before the mock's clock (`-3d`, `-90m`) or an ISO 8601 date-time. */
export type ScenarioTime = string

/** Fields of an order that can be edited. Absent fields stay unchanged. */
export interface ScenarioEdit extends Partial<
  Pick<
    PlatformOrder,
    'currency' | 'financial_status' | 'fulfillment_status' | 'note' | 'line_items' | 'tax_lines'
  >
> {
  customer?: Partial<Omit<InvoiceCustomer, 'id'>>
  billing_address?: Partial<Address>
  shipping_address?: Partial<Address>
}

/** An order of which only some fields are given. */
export interface ScenarioOrder extends ScenarioEdit, Partial<Pick<PlatformOrder, 'id' | 'name' | 'number'>> {
  processed?: ScenarioTime
}

export interface ScenarioDraftOrder extends ScenarioOrder {
  invoice_type?: PlatformDraftOrder['invoice_type']
}

export interface ScenarioInvoice {
  invoice_type?: InvoiceDetail['invoice_type']
  created?: ScenarioTime
  order?: ScenarioOrder
  /** What was edited in the order since, and the invoice does not show. */
  edited?: ScenarioEdit
}

export interface ScenarioTemplate extends TemplateInput {
  design_key?: string | null
  created?: ScenarioTime
}

export interface ScenarioCustomer extends CustomerInput {
  created?: ScenarioTime
  addresses?: Partial<Omit<CustomerAddress, 'id'>>[]
}

/** Setting of a clock. `now` is an ISO 8601 date-time; the default is the current time of the clock. */
export interface ScenarioClock {
  now?: string
  frozen?: boolean
}

/** An email of an invoice, which is named by its number. */
export interface ScenarioEmail {
  invoice: string
  template?: string
  sent?: ScenarioTime
}

/** A bulk action over invoices, by their numbers; all of the store where they are left out. */
export interface ScenarioBulkAction {
  invoices?: string[]
  template_name?: string
  started?: ScenarioTime
}

export interface ScenarioStore {
  name: string
  plan?: StoreRecord['plan']
  api_key: string
  quota?: NonNullable<StoreRecord['quota']>
  /** Since when, and how many requests of its rate limit it has used. */
  rate_window?: { start: string; used: number }
  first_invoice_number?: number
  settings?: Partial<Settings>
  templates?: ScenarioTemplate[]
  customers?: ScenarioCustomer[]
  orders?: ScenarioOrder[]
  draft_orders?: ScenarioDraftOrder[]
  invoices?: ScenarioInvoice[]
  emails?: ScenarioEmail[]
  bulk_actions?: ScenarioBulkAction[]
  generate?: {
    customers?: number
    orders?: number
    draft_orders?: number
    invoices?: number
    days?: number
  }
  clock?: ScenarioClock
  dialect?: Partial<Dialect>
  /** All that it has, exactly; then none of the other ways to say it. */
  records?: StoreRecords
}

/** A scenario file's content; `scenario.json` in this folder describes every field. */
export interface Scenario {
  description: string
  /** Left out, those that stand in the mock stay. */
  faults?: FaultInput[]
  clock?: ScenarioClock
  dialect?: Partial<Dialect>
  next_ids?: NextIds
  stores: ScenarioStore[]
}

/** Whether invoices of this type come from draft orders. */
export const isDraftType = (type: InvoiceDetail['invoice_type']): boolean =>
  type === 'quote' || type === 'pro_forma'

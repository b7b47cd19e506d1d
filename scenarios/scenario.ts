import type {
  Address,
  CustomerAddress,
  CustomerInput,
  InvoiceCustomer,
  InvoiceDetail,
  PlatformDraftOrder,
  PlatformOrder,
  Settings,
  TemplateInput,
} from '../schemas/types.ts'
import type { StoreRecord } from './state.ts'

/** A time before the mock's clock (`-3d`, `-90m`) or an ISO 8601 date-time. */
export type ScenarioTime = string

/** An order of which only some fields are given. */
export interface ScenarioOrder extends Partial<
  Pick<
    PlatformOrder,
    | 'id'
    | 'name'
    | 'number'
    | 'currency'
    | 'financial_status'
    | 'fulfillment_status'
    | 'note'
    | 'line_items'
    | 'tax_lines'
  >
> {
  processed?: ScenarioTime
  customer?: Partial<Omit<InvoiceCustomer, 'id'>>
  billing_address?: Partial<Address>
  shipping_address?: Partial<Address>
}

export interface ScenarioDraftOrder extends ScenarioOrder {
  invoice_type?: PlatformDraftOrder['invoice_type']
}

export interface ScenarioInvoice {
  invoice_type?: InvoiceDetail['invoice_type']
  created?: ScenarioTime
  order?: ScenarioOrder
}

export interface ScenarioTemplate extends TemplateInput {
  design_key?: string | null
  created?: ScenarioTime
}

export interface ScenarioCustomer extends CustomerInput {
  created?: ScenarioTime
  addresses?: Partial<Omit<CustomerAddress, 'id'>>[]
}

export interface ScenarioStore {
  name: string
  plan?: StoreRecord['plan']
  api_key: string
  quota?: NonNullable<StoreRecord['quota']>
  first_invoice_number?: number
  settings?: Partial<Settings>
  templates?: ScenarioTemplate[]
  customers?: ScenarioCustomer[]
  orders?: ScenarioOrder[]
  draft_orders?: ScenarioDraftOrder[]
  invoices?: ScenarioInvoice[]
  generate?: {
    customers?: number
    orders?: number
    draft_orders?: number
    invoices?: number
    days?: number
  }
}

/** A scenario file's content; `scenario.json` beside this file describes every field. */
export interface Scenario {
  description: string
  stores: ScenarioStore[]
}

/** Whether invoices of this type come from draft orders. */
export const isDraftType = (type: InvoiceDetail['invoice_type']): boolean =>
  type === 'quote' || type === 'pro_forma'

import { countryAs } from '../../schemas/commerce/country-format.ts'
import { customerName } from '../../schemas/commerce/invoices.ts'
import type { Table } from '../db/table.ts'
import { GradualIndex } from './gradual-index.ts'
import type { Listing } from './listing.ts'
import type { CustomerRecord, InvoiceRecord } from './records.ts'
import { TextIndex, type SearchedFields } from './search/text-index.ts'

/** The indexes by which a store is searched. */
export interface Searches {
  readonly invoices: GradualIndex<InvoiceRecord, TextIndex<InvoiceRecord>>
  readonly customers: GradualIndex<CustomerRecord, TextIndex<CustomerRecord>>
}

/** The five fields of specification §4.1; a country is found as it is shown, in either address. */
const INVOICE_FIELDS: readonly SearchedFields<InvoiceRecord>[] = [
  { textsOf: ({ number, order_name }) => [number, order_name], areOwn: true },
  { textsOf: (invoice) => [customerName(invoice), invoice.customer.email] },
  {
    textsOf: ({ billing_address, shipping_address }) => [billing_address.country, shipping_address.country],
    formsOf: (country) => [countryAs(country, 'name'), countryAs(country, 'code')],
  },
]

/** The three fields of specification §4.3; a name is found in part or as a whole. */
const CUSTOMER_FIELDS: readonly SearchedFields<CustomerRecord>[] = [
  {
    textsOf: ({ first_name, last_name, email, tax_number }) => [
      first_name,
      last_name,
      `${first_name} ${last_name}`.trim(),
      email,
      tax_number,
    ],
  },
]

/** What is searched of a store. */
interface Searched {
  readonly invoices: Table<InvoiceRecord, number>
  readonly customers: Table<CustomerRecord, number>
  readonly lists: {
    readonly invoices: Listing<InvoiceRecord>
    readonly customers: Listing<CustomerRecord>
  }
}

/** The indexes of a store, which are begun when they are prepared. */
export function searchesOf({ invoices, customers, lists }: Searched): Searches {
  return {
    invoices: new GradualIndex(invoices, lists.invoices.byAge, () => new TextIndex(INVOICE_FIELDS)),
    customers: new GradualIndex(customers, lists.customers.byAge, () => new TextIndex(CUSTOMER_FIELDS)),
  }
}

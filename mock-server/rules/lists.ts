import { countryAs } from '../../schemas/commerce/country-format.ts'
import { customerName } from '../../schemas/commerce/invoices.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Customer, InvoiceSummary, Meta, Template } from '../../schemas/types.ts'
import { Column } from '../store/column.ts'
import { pagesOf, type Pages } from '../store/listing.ts'
import type { CustomerRecord, InvoiceRecord } from '../store/records.ts'
import type { Context } from './context.ts'
import { customerOf } from './customers.ts'
import { facetsOf, readFilters, type Facets, type FilterQuery } from './filters.ts'
import { summaryOf } from './invoice-views.ts'
import { pageOf, readPaging, searchRangeRule, type PagingQuery } from './paginate.ts'
import { Refusal } from '../refusal.ts'
import { templateOf } from './templates.ts'
import { TextSearch } from './text-search.ts'

/** A page of invoices as list and search answer it. */
export interface InvoicePage {
  invoices: InvoiceSummary[]
  meta: Meta
}

export interface CustomerPage {
  customers: Customer[]
  meta: Meta
}

/** GET /invoices: the invoices that pass all filters, a page of them. */
export function listInvoices({ store, dialect }: Context, query: FilterQuery & PagingQuery): InvoicePage {
  const paging = readPaging(query, () => dialect['pagination.out_of_range'])
  const tests = readFilters(query, () => dialect['filters.unknown_value'])
  const all = store.lists.invoices.in(dialect['list.order'])
  // Without a filter a page costs as much in a store of a hundred thousand as in a small one.
  const listed =
    tests.length === 0 ? all : pagesOf(all.filter(FACETS, (invoice) => tests.every((test) => test(invoice))))
  return invoicePage(pageOf(listed, paging, dialect))
}

/** GET /invoices/search: the invoices with a field that matches q, a page of them. */
export function searchInvoices(
  context: Context,
  query: PagingQuery & { q?: string | undefined },
): InvoicePage {
  const { dialect } = context
  if (query.q === undefined) throw new Refusal('unprocessable', { q: ['is required'] })
  const paging = readPaging(query, () => searchRangeRule(dialect))
  return invoicePage(pageOf(matchingInvoices(context, query.q), paging, dialect))
}

/** GET /customers: all customers, or those with a field that matches; a page of them. */
export function listCustomers(
  { store, dialect }: Context,
  query: PagingQuery & { search?: string | undefined },
): CustomerPage {
  const paging = readPaging(query, () => dialect['pagination.out_of_range'])
  const all = store.lists.customers.in(dialect['list.order'])
  const listed = query.search
    ? pagesOf(customerSearch(dialect['search.match']).filter(all, query.search))
    : all
  const { records, meta } = pageOf(listed, paging, dialect)
  return { customers: records.map(customerOf), meta }
}

/** GET /templates: all of them (clause templates.list). */
export function listTemplates({ store, dialect }: Context): Template[] {
  return store.lists.templates.in(dialect['list.order']).all().map(templateOf)
}

const FACETS = new Column<InvoiceRecord, Facets>(facetsOf)

function invoicePage({ records, meta }: { records: InvoiceRecord[]; meta: Meta }): InvoicePage {
  return { invoices: records.map(summaryOf), meta }
}

/** The invoices with a matching field, or what the dialect makes of an empty text. */
function matchingInvoices({ store, dialect }: Context, q: string): Pages<InvoiceRecord> {
  const all = store.lists.invoices.in(dialect['list.order'])
  if (q === '') return EMPTY_Q[dialect['search.empty_q']](all)
  const search = invoiceSearch(dialect['search.match'], dialect['format.country'])
  return pagesOf(search.filter(all, q))
}

const EMPTY_Q: Record<Dialect['search.empty_q'], (all: Pages<InvoiceRecord>) => Pages<InvoiceRecord>> = {
  everything: (all) => all,
  nothing: () => pagesOf([]),
  unprocessable: () => {
    throw new Refusal('unprocessable', { q: ["can't be empty"] })
  },
}

/** One search for each set of rules, so that what it prepared serves every store and request. */
function perRules<T extends object, Rules extends unknown[]>(
  make: (...rules: Rules) => TextSearch<T>,
): (...rules: Rules) => TextSearch<T> {
  const made = new Map<string, TextSearch<T>>()
  return (...rules) => {
    const key = JSON.stringify(rules)
    const search = made.get(key) ?? make(...rules)
    made.set(key, search)
    return search
  }
}

/** The five fields of specification §4.1; a country matches as it is shown, in either address. */
const invoiceSearch = perRules(
  (match: Dialect['search.match'], country: Dialect['format.country']) =>
    new TextSearch<InvoiceRecord>(match, (invoice) => [
      customerName(invoice),
      invoice.customer.email,
      invoice.number,
      invoice.order_name,
      countryAs(invoice.billing_address.country, country),
      countryAs(invoice.shipping_address.country, country),
    ]),
)

/** The three fields of specification §4.3; a name matches in part or as a whole. */
const customerSearch = perRules(
  (match: Dialect['search.match']) =>
    new TextSearch<CustomerRecord>(match, ({ first_name, last_name, email, tax_number }) => [
      first_name,
      last_name,
      `${first_name} ${last_name}`.trim(),
      email,
      tax_number,
    ]),
)

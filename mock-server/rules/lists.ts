import { countryAs } from '../../schemas/commerce/country-format.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import type { Customer, InvoiceSummary, Meta, Template } from '../../schemas/types.ts'
import { pagesOf, type Pages } from '../store/listing.ts'
import type { InvoiceRecord } from '../store/records.ts'
import type { Context } from './context.ts'
import { customerOf } from './customers.ts'
import { readFilters, type FilterQuery } from './filters.ts'
import { summaryOf } from './invoice-views.ts'
import { pageOf, readPaging, searchRangeRule, type PagingQuery } from './paginate.ts'
import { Refusal } from '../refusal.ts'
import { templateOf } from './templates.ts'
import { textQuery } from './text-search.ts'

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
  const wanted = readFilters(query, () => dialect['filters.unknown_value'])
  const all = store.lists.invoices.in(dialect['list.order'])
  if (wanted === 'none') return invoicePage(pageOf(pagesOf([]), paging, dialect))
  const listed = wanted ? all.only(store.indexes.invoicesByFacets.where(wanted)) : all
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
    ? all.only(store.searches.customers.whole.find(textQuery(query.search, dialect['search.match'], [null])))
    : all
  const { records, meta } = pageOf(listed, paging, dialect)
  return { customers: records.map(customerOf), meta }
}

/** GET /templates: all of them (clause templates.list). */
export function listTemplates({ store, dialect }: Context): Template[] {
  return store.lists.templates.in(dialect['list.order']).all().map(templateOf)
}

function invoicePage({ records, meta }: { records: InvoiceRecord[]; meta: Meta }): InvoicePage {
  return { invoices: records.map(summaryOf), meta }
}

/** The invoices with a matching field, or what the dialect makes of an empty text. */
function matchingInvoices({ store, dialect }: Context, q: string): Pages<InvoiceRecord> {
  const all = store.lists.invoices.in(dialect['list.order'])
  if (q === '') return EMPTY_Q[dialect['search.empty_q']](all)
  const asShown = (country: string) => countryAs(country, dialect['format.country'])
  const query = textQuery(q, dialect['search.match'], [null, null, asShown])
  return all.only(store.searches.invoices.whole.find(query))
}

const EMPTY_Q: Record<Dialect['search.empty_q'], (all: Pages<InvoiceRecord>) => Pages<InvoiceRecord>> = {
  everything: (all) => all,
  nothing: () => pagesOf([]),
  unprocessable: () => {
    throw new Refusal('unprocessable', { q: ["can't be empty"] })
  },
}

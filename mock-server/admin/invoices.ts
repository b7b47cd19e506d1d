import { schema } from '../../schemas/schema-files.ts'
import type { SchemaName } from '../../schemas/types.ts'
import { invoiceFile, invoicePage, type InvoiceQuery } from '../desk/invoices.ts'
import { storeOf, queryText, type AdminRequest, type AdminRoute } from './route.ts'
import { a, fields, listOf } from './shape.ts'

/** Parameters of a query of the API, each with what it does. */
const parametersOf = (name: SchemaName): Record<string, string> =>
  Object.fromEntries(
    Object.entries(schema(name).properties ?? {}).map(([parameter, { description = '' }]) => [
      parameter,
      description,
    ]),
  )

const QUERY = {
  ...parametersOf('queries/list-invoices'),
  q: 'text to search for; not with filters',
  order_id: 'id of the order of the invoice; only with draft',
  draft: '`true` if order_id is a draft order',
}

function asked({ query }: AdminRequest): InvoiceQuery {
  const given = Object.keys(QUERY).map((name) => [name, queryText(query, name)] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== ''))
}

export const INVOICE_ROUTES: readonly AdminRoute[] = [
  {
    method: 'get',
    path: '/stores/:store/invoices',
    summary:
      'list a page of the invoices of a store, newest first; journal, coverage and rate limit do not count the request',
    query: QUERY,
    answers: fields({ invoices: listOf(a('resources/invoice-summary')), meta: a('resources/meta') }),
    answer: (request) => invoicePage(request.mock, storeOf(request), asked(request)),
  },
  {
    method: 'get',
    path: '/stores/:store/invoices/:slug',
    summary: 'read an invoice with its documents, its earlier versions and the requests about it',
    answers: a('desk/invoice-file'),
    answer: (request) => {
      const { origin } = new URL(request.reach.base_url)
      return invoiceFile(request.mock, storeOf(request), request.params.slug ?? '', origin)
    },
  },
]

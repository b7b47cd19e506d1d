import type { InvoiceFile } from '../../schemas/types.ts'
import { documentFileName } from '../documents/index.ts'
import type { Entry } from '../journal/entry.ts'
import type { Mock } from '../mock.ts'
import { downloadPath } from '../routes/download-path.ts'
import type { Context } from '../rules/context.ts'
import { documentSource } from '../rules/documents.ts'
import type { FilterQuery } from '../rules/filters.ts'
import { findInvoice } from '../rules/find.ts'
import { detailOf, summaryOf } from '../rules/invoice-views.ts'
import { listInvoices, searchInvoices, type InvoicePage } from '../rules/lists.ts'
import type { PagingQuery } from '../rules/paginate.ts'
import { revisionKey, type DocumentRecord, type InvoiceRecord } from '../store/records.ts'
import { invoicesByOrder, type Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { contextFor } from './store-named.ts'

/** Which invoices are wanted: all that pass the filters, those in which `q` is found, or that of an order. */
export type InvoiceQuery = FilterQuery & PagingQuery & { q?: string; order_id?: string; draft?: string }

/** A page of a store's invoices, the newest first whatever the dialect says; no client asked, so nothing counts it. */
export async function invoicePage(
  mock: Mock,
  store: Store,
  { q, order_id, draft, ...query }: InvoiceQuery,
): Promise<InvoicePage> {
  const { dialect, ...context } = contextFor(mock, store)
  if (order_id !== undefined) return invoicesOf(store, Number(order_id), draft === 'true')
  const ours = { ...dialect, 'list.order': 'newest_first', 'pagination.out_of_range': 'clamped' } as const
  if (q === undefined || q === '') return listInvoices({ ...context, dialect: ours }, query)
  const { page, per_page, ...filters } = query
  if (Object.keys(filters).length > 0) throw new AdminError(400, 'q takes no filters beside it.')
  await store.searches.invoices.prepare()
  return searchInvoices({ ...context, dialect: ours }, { q, page, per_page })
}

function invoicesOf(store: Store, order: number, draft: boolean): InvoicePage {
  const invoices = invoicesByOrder(store, draft).all(order).map(summaryOf)
  return { invoices, meta: { total: invoices.length, page: 1, per_page: invoices.length, total_pages: 1 } }
}

/**
 * An invoice with its documents, what it was like, and the requests that were about it.
 * @param origin where the download URLs lead to
 * @throws Refusal not-found
 */
export function invoiceFile(mock: Mock, store: Store, slug: string, origin: string): InvoiceFile {
  const context = contextFor(mock, store)
  const invoice = findInvoice(store, slug)
  const documents = store.indexes.documentsByInvoice.all(invoice.id)
  const { order_id, draft } = invoice
  return {
    invoice: detailOf(invoice, context.dialect),
    order_id,
    draft,
    documents: documents.map((document) => shownDocument(mock, context, document, origin)).toReversed(),
    history: revisionsOf(store, invoice),
    requests: requestsAbout(mock, store, slug),
  }
}

function shownDocument(mock: Mock, context: Context, document: DocumentRecord, origin: string) {
  const source = documentSource(context.store, document)
  return {
    id: document.id,
    kind: source.kind,
    template_id: document.template_id,
    template: source.template.name,
    file_name: documentFileName(source),
    pdf_url: origin + downloadPath(document, context, mock.secret),
    issued_at: document.issued_at,
    revision: document.made_from.invoice,
  }
}

/** As it is, and the earlier ones that are kept because a document shows them. */
function revisionsOf({ revisions }: Store, invoice: InvoiceRecord): InvoiceFile['history'] {
  const earlier = Array.from({ length: invoice.revision - 1 }, (_, before) => {
    // What is filed under the kind invoice is one.
    const kept = revisions.get(revisionKey('invoice', invoice.id, before + 1)) as InvoiceRecord | undefined
    return kept ?? []
  }).flat()
  return [...earlier, invoice]
    .map(({ revision, updated_at, financial_status, total_price }) => ({
      revision,
      updated_at,
      financial_status,
      total_price,
    }))
    .toReversed()
}

/** More are of no use to a reader. */
const MOST_REQUESTS = 100

function requestsAbout({ journal }: Mock, store: Store, slug: string): InvoiceFile['requests'] {
  const { name } = store.record
  const found = [...journal.after(0)].filter((entry) => entry.store === name && isAbout(entry, slug))
  return found.slice(-MOST_REQUESTS).map(({ seq, at, operation, outcome, answer }) => ({
    seq,
    at: new Date(at).toISOString(),
    operation,
    outcome,
    status: answer?.status ?? null,
  }))
}

/** Named by its path, or in the answer that first told of it. */
const isAbout = ({ url, operation, answer }: Entry, slug: string): boolean =>
  url.includes(slug) || (operation === 'createInvoice' && String(answer?.body ?? '').includes(slug))

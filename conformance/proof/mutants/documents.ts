import {
  type ApiRequest,
  type DocumentKind,
  type DocumentRecord,
  type DocumentSource,
  findInvoice,
  type InvoiceRecord,
  type Store,
  type TemplateRecord,
} from '../../../mock-server/seams.ts'
import { afterHandler, around, refusing } from './answers.ts'
import { type Change, noting } from './mutant.ts'
/** Points the download URL at another document. */
export function pointing(change: (document: DocumentRecord, request: ApiRequest) => DocumentRecord): Change {
  return around('readInvoicePdf', (request, handler) =>
    handler({ ...request, documentUrl: (document) => request.documentUrl(change(document, request)) }),
  )
}

/** Changes what a document is drawn from. */
export function drawing(change: (source: DocumentSource) => DocumentSource): Change {
  return (parts) => ({ ...parts, render: (source) => parts.render(change(source)) })
}

/** After one document of an invoice was regenerated, the other one is not-found until it is regenerated itself. */
export function dropping(made: DocumentKind, gone: DocumentKind): Change {
  return noting(Set<string>, (dropped) => [
    afterHandler('regenerateInvoice', (request, { invoice }) => {
      if (kindAsked(request) === made) dropped.add(invoice.slug)
      else dropped.delete(invoice.slug)
    }),
    refusing(
      'readInvoicePdf',
      'not-found',
      (request) => kindAsked(request) === gone && dropped.has(request.params.slug),
    ),
  ])
}

/** The template of an id where it is one for packing slips. */
export function slipTemplate({ context }: ApiRequest, id: unknown): TemplateRecord | undefined {
  const template = context.store.templates.get(Number(id))
  return template?.template_type === 'packing_slip' ? template : undefined
}

/** Which document a query asks for. */
export function kindAsked(request: ApiRequest): DocumentKind {
  const { packing_slip, template_id } = request.query
  return packing_slip === true || slipTemplate(request, template_id) ? 'packing_slip' : 'invoice'
}

/** The document of a kind that was made last for an invoice. */
export function lastOf(
  { indexes }: Store,
  { invoice_id }: Pick<DocumentRecord, 'invoice_id'>,
  kind: DocumentKind,
): DocumentRecord | undefined {
  return indexes.documentsByInvoice.all(invoice_id).findLast((document) => document.kind === kind)
}

/** A fault that knows invoices as they were before they were first regenerated, by their slugs. */
export function withUnsynced(make: (before: Map<string, InvoiceRecord>) => Change): Change {
  return noting(Map<string, InvoiceRecord>, (before) => [
    around('regenerateInvoice', (request, handler) => {
      const invoice = findInvoice(request.context.store, request.params.slug)
      const answer = handler(request)
      if (!before.has(invoice.slug)) before.set(invoice.slug, invoice)
      return answer
    }),
    make(before),
  ])
}

/** The name of an invoice's customer as lists show it. */
export const nameOf = ({ customer: { first_name, last_name } }: InvoiceRecord): string =>
  `${first_name} ${last_name}`.trim()

// What proofs of the suite take hold of to break the mock: the parts that `Parts` is made of, the records below them, and
// the rules that a fault calls to do half of the right thing. Nothing that is shipped imports this file.

export type { DocumentSource } from './documents/index.ts'
export { contextOf, sentQuery, type Exchange, type HttpAnswer } from './exchange.ts'
export { fitBody } from './gates/fit-body.ts'
export type { Gate, StoreDirectory } from './gates/gate.ts'
export { MalformedBody } from './malformed-body.ts'
export { Refusal } from './refusal.ts'
export type { Answer, ApiRequest, Handler } from './handler.ts'
export { signDownload, type Download } from './routes/signed-url.ts'
export { startBulk } from './rules/bulk-actions.ts'
export type { Context } from './rules/context.ts'
export { customerOf } from './rules/customers.ts'
export { sendInvoiceEmail } from './rules/emails.ts'
export { findInvoice } from './rules/find.ts'
export { detailOf, summaryOf } from './rules/invoice-views.ts'
export { numbered } from './rules/numbering.ts'
export { pageOf, readPaging } from './rules/paginate.ts'
export { dropTemplate } from './rules/revisions.ts'
export { BUILT_IN_TEMPLATE } from './rules/template-fields.ts'
export { templateOf } from './rules/templates.ts'
export { timestamp, touched } from './rules/timestamps.ts'
export { serveMock } from './serve.ts'
export { pagesOf } from './store/listing.ts'
export type {
  BulkActionRecord,
  CustomerRecord,
  DocumentKind,
  DocumentRecord,
  EmailRecord,
  InvoiceRecord,
  SettingsRecord,
  TemplateRecord,
} from './store/records.ts'
export { invoicesByOrder, settingsOf, type Store } from './store/store.ts'

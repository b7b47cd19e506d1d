// Generated from the JSON Schema files beside this one by `npm run types`. Do not edit.

/**
 * Effect of a fault.
 */
export type FaultEffect =
  | LatencyFault
  | VaryingLatencyFault
  | AnswerFault
  | StatusFault
  | ResetFault
  | LostAnswerFault
  | HangFault
  | DripFault
  | CutFault
  | GarbageFault
  | ExpiredFault

/**
 * From the name of a schema file to its type.
 */
export interface SchemaTypes {
  comparison: Comparison
  'comparison-run': ComparisonRun
  'desk/bulk-action-detail': BulkActionDetail
  'desk/clock-input': ClockInput
  'desk/coverage': Coverage
  'desk/coverage-operation': CoverageOperation
  'desk/event': DeskEvent
  'desk/expectations': ExpectationFile
  'desk/fault': Fault
  'desk/fault-effect': FaultEffect
  'desk/fault-input': FaultInput
  'desk/fault-when': FaultWhen
  'desk/health': Health
  'desk/invoice-file': InvoiceFile
  'desk/loaded-scenario': LoadedScenario
  'desk/rehearsal': RehearsalReport
  'desk/rehearsal-variation': RehearsalVariation
  'desk/scenario-list': ScenarioList
  'desk/seen': Seen
  'desk/shown-clock': ShownClock
  'desk/shown-email': ShownEmail
  'desk/shown-store': ShownStore
  'desk/snapshot': Snapshot
  'desk/snapshot-input': SnapshotInput
  'desk/store-clock': StoreClock
  'desk/store-patch': StorePatch
  'desk/violation': Violation
  dialect: Dialect
  'diff-report': DiffReport
  'errors/conflict': ConflictError
  'errors/forbidden': ForbiddenError
  'errors/not-found': NotFoundError
  'errors/rate-limited': RateLimitedError
  'errors/unauthorized': UnauthorizedError
  'errors/unprocessable': UnprocessableError
  'platform/address': PlatformAddress
  'platform/customer': PlatformCustomer
  'platform/draft-order': PlatformDraftOrder
  'platform/line-item': PlatformLineItem
  'platform/order': PlatformOrder
  'platform/tax': PlatformTax
  'queries/document': DocumentQuery
  'queries/list-customers': ListCustomersQuery
  'queries/list-invoices': ListInvoicesQuery
  'queries/search-invoices': SearchInvoicesQuery
  report: ConformanceReport
  'report-effects': ReportEffects
  'report-exchange': ReportExchange
  'report-verdict': ReportVerdict
  'requests/bulk-pdf': BulkPdfRequest
  'requests/create-invoice': CreateInvoiceRequest
  'requests/customer': CustomerRequest
  'requests/send-invoice-email': SendInvoiceEmailRequest
  'requests/settings': SettingsRequest
  'requests/template': TemplateRequest
  'resources/address': Address
  'resources/bulk-action': BulkAction
  'resources/customer': Customer
  'resources/customer-address': CustomerAddress
  'resources/customer-detail': CustomerDetail
  'resources/customer-input': CustomerInput
  'resources/invoice-customer': InvoiceCustomer
  'resources/invoice-detail': InvoiceDetail
  'resources/invoice-pdf': InvoicePdf
  'resources/invoice-summary': InvoiceSummary
  'resources/line-item': LineItem
  'resources/meta': Meta
  'resources/settings': Settings
  'resources/settings-input': SettingsInput
  'resources/tax-line': TaxLine
  'resources/template': Template
  'resources/template-input': TemplateInput
  'responses/bulk-action': BulkActionResponse
  'responses/customer': CustomerResponse
  'responses/customer-detail': CustomerDetailResponse
  'responses/customers': CustomersResponse
  'responses/invoice': InvoiceResponse
  'responses/invoice-pdf': InvoicePdfResponse
  'responses/invoices': InvoicesResponse
  'responses/message': MessageResponse
  'responses/settings': SettingsResponse
  'responses/template': TemplateResponse
  'responses/templates': TemplatesResponse
  target: TargetFile
  'target-hook': Hook
  waivers: WaiverFile
}
/**
 * What has changed from one conformance report to a later one: what conformance compare writes as JSON.
 */
export interface Comparison {
  old: ComparisonRun
  new: ComparisonRun
  /**
   * The clauses whose verdict changed, and those that fail in both, newly failing ones first.
   */
  changes: ComparisonChange[]
  /**
   * Open questions that both runs saw answered, each in another way.
   */
  drifted: ComparisonDrift[]
  /**
   * What the reader should know of comparing these two, such as that another version judged.
   */
  notes: string[]
}
/**
 * One of the two runs that conformance compare compares.
 */
export interface ComparisonRun {
  /**
   * Base URL of the deployment.
   */
  target: string
  /**
   * The name of the run.
   */
  run: string
  /**
   * Version of the kit that judged.
   */
  version: string
  /**
   * When it began.
   */
  started_at: string
}
export interface ComparisonChange {
  /**
   * Its id.
   */
  clause: string
  /**
   * As in the reports.
   */
  level: 'must' | 'should'
  /**
   * newly_failing: it fails now and did not, judged or not. fixed: it failed, waived or not, and passes.
   */
  change: 'newly_failing' | 'still_failing' | 'fixed' | 'newly_waived' | 'no_longer_judged' | 'newly_judged'
  /**
   * Its verdict in the old report; absent where it has none.
   */
  was?: string
  /**
   * Its verdict in the new report; absent where it has none.
   */
  is?: string
  /**
   * What broke it or kept it from being judged, in the new report, or where it is fixed in the old one.
   */
  why?: string
}
export interface ComparisonDrift {
  /**
   * Its key.
   */
  question: string
  /**
   * The answer in the old report, as JSON.
   */
  was: string
  /**
   * The answer in the new report, as JSON.
   */
  is: string
}
/**
 * A bulk action with what the API does not show of it.
 */
export interface BulkActionDetail {
  /**
   * Id of the bulk action.
   */
  id: number
  /**
   * Status as it stands on the store's clock.
   */
  status: string
  /**
   * How many invoices it is said to be of.
   */
  total_count: number
  /**
   * Its invoices.
   */
  invoice_ids: number[]
  /**
   * Template of its documents; null for each invoice's default.
   */
  template_id: number | null
  /**
   * When it was asked for, on the store's clock.
   */
  started_at: string
  /**
   * When it ends or ended, on the store's clock.
   */
  ends_at: string
}
/**
 * What a clock is told; what is left out stays.
 */
export interface ClockInput {
  /**
   * ISO 8601 date-time that it shows from now on; null for the machine's time.
   */
  now?: string | null
  /**
   * Whether it stands still.
   */
  frozen?: boolean
}
/**
 * What of the contract the requests to a mock met since it was started or the coverage was cleared, each of it counted. What a request sent counts where the mock read it: not that of one without a valid key.
 */
export interface Coverage {
  /**
   * What was never met, the most important first, in a sentence.
   */
  says: string
  /**
   * All operations by their id, those that were never called too.
   */
  operations: {
    [k: string]: CoverageOperation
  }
  /**
   * Requests below the API's base path that fit no operation.
   */
  no_operation: {
    /**
     * How many there were.
     */
    requests: number
    /**
     * Their answers by what they came to.
     */
    outcomes: {
      [k: string]: number
    }
  }
  /**
   * How often the URL of a document was handed out, by kind of document.
   */
  documents: {
    [k: string]: number
  }
  /**
   * What was asked of the URLs that were handed out.
   */
  downloads: {
    /**
     * How many requests there were.
     */
    requests: number
    /**
     * Their answers by what they came to; `invalid-link` where the URL is altered or over.
     */
    outcomes: {
      [k: string]: number
    }
    /**
     * Documents that were downloaded, by their kind.
     */
    documents: {
      [k: string]: number
    }
  }
  /**
   * How many answers depended on each open question that a dialect answers.
   */
  questions: {
    [k: string]: number
  }
  /**
   * All that has a 0 above, in words, the most important first; `forbidden` and what else is possible everywhere stands once.
   */
  never: string[]
}
/**
 * What the requests of one operation met, each of it counted; 0 for what the contract has and none met.
 */
export interface CoverageOperation {
  /**
   * Requests of the operation.
   */
  requests: number
  /**
   * Answers by what they came to: the outcomes of a success, the error kinds that the operation lists, and whatever else was answered (`forbidden`, which is possible everywhere; `fault` where one was played instead; `failed`).
   */
  outcomes: {
    [k: string]: number
  }
  /**
   * Requests by parameter of the query that they had.
   */
  parameters: {
    [k: string]: number
  }
  /**
   * How often each field of the body was sent, by its path; `[]` stands for each item of a list.
   */
  fields: {
    [k: string]: number
  }
  /**
   * Answers that were a page beyond the first and held something; left out where there are no pages.
   */
  later_pages?: number
}
/**
 * What the server-sent events of the admin API hold: the data of each, in JSON, by the name of the event. A reader that comes back after more events than are kept (500) is told first how many it missed.
 */
export interface DeskEvent {
  /**
   * A request that is over, as GET /requests/{seq} shows it, but without the two bodies.
   */
  request?: {
    [k: string]: unknown
  }
  /**
   * An email that was queued: store, id, to, from, bcc, slug, template_id, subject, body, queued_at.
   */
  email?: {
    [k: string]: unknown
  }
  state?: StateEvent
  clock?: ClockEvent
  fault?: FaultEvent
  missed?: MissedEvent
}
/**
 * All stores, or one, were put into another state.
 */
export interface StateEvent {
  /**
   * What was done.
   */
  change: 'reset' | 'load' | 'restore'
  /**
   * Of a reset or a load: what is loaded now.
   */
  scenario?: string
  /**
   * Of a reset or a load.
   */
  seed?: number
  /**
   * Of a restore: its name.
   */
  snapshot?: string
  /**
   * Of a restore: the one store that it is of; null for all.
   */
  store?: string | null
}
/**
 * A clock was set, moved, frozen or let go.
 */
export interface ClockEvent {
  /**
   * The store that it holds for; null for the mock's.
   */
  store: string | null
  /**
   * Where it stands.
   */
  now: string
  /**
   * Whether it stands still.
   */
  frozen: boolean
}
/**
 * A fault was added or dropped, or is played on a request, which is told when it is over.
 */
export interface FaultEvent {
  /**
   * What was done.
   */
  change: 'added' | 'dropped' | 'played'
  fault?: Fault
  /**
   * Of one that was dropped or is played; null for all.
   */
  id?: string | null
  /**
   * Of one that is played: the operation of the request, or download; null for none.
   */
  operation?: string | null
  /**
   * Of one that is played: the method of the request.
   */
  method?: string
}
/**
 * Active fault, with its counts since it was added or the mock was started.
 */
export interface Fault {
  /**
   * Id of the fault in the admin API and in the journal.
   */
  id: string
  when: FaultWhen
  fault: FaultEffect
  /**
   * Number of matching requests, until times was reached.
   */
  matched: number
  /**
   * Number of requests that it hit.
   */
  played: number
  /**
   * Number of hits that are left; null if there is no maximum.
   */
  left: number | null
}
/**
 * Requests that a fault applies to: a request must match every given field. Without fields the fault applies to every request to the API, also to unknown paths, and to every download.
 */
export interface FaultWhen {
  /**
   * Id of an operation, or download for documents at signed URLs.
   */
  operation?:
    | 'listInvoices'
    | 'createInvoice'
    | 'searchInvoices'
    | 'bulkPdf'
    | 'readInvoice'
    | 'regenerateInvoice'
    | 'readInvoicePdf'
    | 'sendInvoiceEmail'
    | 'listTemplates'
    | 'createTemplate'
    | 'readTemplate'
    | 'updateTemplate'
    | 'deleteTemplate'
    | 'listCustomers'
    | 'createCustomer'
    | 'readCustomer'
    | 'updateCustomer'
    | 'deleteCustomer'
    | 'readSettings'
    | 'updateSettings'
    | 'download'
  /**
   * Name of a store in the admin API: the request has its key, or downloads its document.
   */
  store?: string
  /**
   * HTTP method.
   */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /**
   * Number of matching requests that pass before the fault starts: 2 starts with the third.
   */
  after?: number
  /**
   * Share of the matching requests that the fault hits: 0.1 is one in ten, chosen by the seed.
   */
  share?: number
  /**
   * Number of matching requests that the fault has counted before. A saved state sets it, so that after continues.
   */
  counted?: number
  /**
   * Maximum number of hits. If left out, there is no maximum.
   */
  times?: number
  /**
   * Seed of the random choices: which requests are hit, the delays and the garbage.
   */
  seed?: number
}
/**
 * The mock does the work and answers late. It can be combined with one other fault, which then is late as well.
 */
export interface LatencyFault {
  /**
   * Kind of the fault.
   */
  kind: 'latency'
  /**
   * Delay in milliseconds.
   */
  ms: number
}
/**
 * The mock answers late, with a random delay from a log-normal distribution.
 */
export interface VaryingLatencyFault {
  /**
   * Kind of the fault.
   */
  kind: 'latency'
  /**
   * Median of the delay in milliseconds.
   */
  p50: number
  /**
   * Delay in milliseconds that one request in a hundred exceeds.
   */
  p99: number
}
/**
 * The mock answers an error of the API, in the form of the dialect. Nothing is done. Not for downloads.
 */
export interface AnswerFault {
  /**
   * Kind of the fault.
   */
  kind: 'answer'
  /**
   * Error kind.
   */
  error: 'unauthorized' | 'forbidden' | 'rate-limited' | 'not-found' | 'unprocessable' | 'conflict'
  /**
   * For unprocessable: dotted path of a field to its error messages.
   */
  errors?: {
    [k: string]: string[]
  }
}
/**
 * The mock answers any status, like a proxy in front of the service. Nothing is done, and the rate limit does not count the request.
 */
export interface StatusFault {
  /**
   * Kind of the fault.
   */
  kind: 'status'
  /**
   * HTTP status.
   */
  status: number
  /**
   * Body: a string is sent unchanged, any other value as JSON. If left out, there is no body.
   */
  body?: {} | unknown[] | string
  /**
   * Header name to value. Without content-type the type of the body is sent.
   */
  headers?: {
    [k: string]: string
  }
}
/**
 * The connection is reset. Nothing is done.
 */
export interface ResetFault {
  /**
   * Kind of the fault.
   */
  kind: 'reset'
}
/**
 * The mock does and saves the work, then resets the connection before the first byte of the answer.
 */
export interface LostAnswerFault {
  /**
   * Kind of the fault.
   */
  kind: 'lost-answer'
}
/**
 * The mock never answers, and nothing is done. The connection stays open until the client or the mock closes it.
 */
export interface HangFault {
  /**
   * Kind of the fault.
   */
  kind: 'hang'
}
/**
 * The mock sends the correct answer slowly.
 */
export interface DripFault {
  /**
   * Kind of the fault.
   */
  kind: 'drip'
  /**
   * Bytes of the body per second.
   */
  bytes_per_second: number
}
/**
 * The mock sends correct headers with the full content-length, then closes the connection before the end of the body.
 */
export interface CutFault {
  /**
   * Kind of the fault.
   */
  kind: 'cut'
  /**
   * Bytes of the body that are sent; the last byte of the body is never sent.
   */
  bytes: number
}
/**
 * The mock sends the correct status, headers and length, and a body that is neither JSON nor PDF.
 */
export interface GarbageFault {
  /**
   * Kind of the fault.
   */
  kind: 'garbage'
}
/**
 * The signature of the download URL has expired. Only for downloads.
 */
export interface ExpiredFault {
  /**
   * Kind of the fault.
   */
  kind: 'expired'
  /**
   * If true, all existing download URLs of every store expire; later URLs are valid. If left out, only the matching request is refused.
   */
  all?: boolean
}
/**
 * How much of what a reader missed is kept no more.
 */
export interface MissedEvent {
  /**
   * Events.
   */
  events: number
}
/**
 * Expectations of a rehearsed client: known weaknesses that are accepted for a while, and changed demands.
 */
export interface ExpectationFile {
  /**
   * Path of this schema, for editors.
   */
  $schema?: string
  /**
   * One entry for each variation.
   */
  expectations: Expectation[]
}
export interface Expectation {
  /**
   * Name of the variation.
   */
  variation: string
  /**
   * Demand instead of the usual one. must_pass: the command passes. may_fail: the command may fail with its own error, but must not hang. If left out, the variation is a known weakness, and every result is accepted.
   */
  demand?: 'must_pass' | 'may_fail'
  /**
   * Reason, for readers of the report.
   */
  reason: string
  /**
   * Last day of the expectation, in UTC.
   */
  expires: string
}
/**
 * Fault to add.
 */
export interface FaultInput {
  when?: FaultWhen
  fault: FaultEffect
}
/**
 * Whether the mock can do its work.
 */
export interface Health {
  /**
   * failed while changes cannot be saved; GET /__admin/health and every API request are then answered 503, in a directory until a restart.
   */
  status: 'ok' | 'failed'
  /**
   * Why nothing can be saved.
   */
  reason?: string
  /**
   * The name of this mock, where several have one database; left out else.
   */
  replica?: string
  /**
   * What was loaded: name, file or custom.
   */
  scenario: string
  /**
   * Its seed.
   */
  seed: number
  /**
   * How many stores there are.
   */
  stores: number
  /**
   * The time on the mock's clock.
   */
  now: string
  /**
   * Resident memory of the process.
   */
  memory_bytes: number
  /**
   * What should be known of data and dialect, one line each.
   */
  notes: string[]
}
/**
 * An invoice with all that the mock has of it.
 */
export interface InvoiceFile {
  invoice: InvoiceDetail
  /**
   * Id of the order or draft order that it was made from.
   */
  order_id: number
  /**
   * Whether that is a draft order.
   */
  draft: boolean
  /**
   * The documents that were made of it and are kept, the newest first.
   */
  documents: InvoiceDocument[]
  /**
   * What it was like: as it is now, and earlier as far as a document shows it; the newest first.
   */
  history: InvoiceRevision[]
  /**
   * Requests of the journal that made it or named it, the oldest first.
   */
  requests: InvoiceRequest[]
}
/**
 * A whole invoice, as read, create and regenerate answer it.
 */
export interface InvoiceDetail {
  /**
   * Record id, unique over all invoices.
   */
  id: number
  /**
   * Identifier of the invoice in paths, a UUID; unique to its invoice.
   */
  slug: string
  /**
   * Number shown to people.
   */
  number: string
  /**
   * Kind of invoice.
   */
  invoice_type: 'invoice' | 'quote' | 'pro_forma' | 'platform_order'
  /**
   * Total, taxes included. A decimal string in the currency's main unit, never a JSON number.
   */
  total_price: string
  /**
   * Currency of every amount of the record, an ISO 4217 code.
   */
  currency: string
  /**
   * Payment state of the order.
   */
  financial_status: string
  /**
   * Delivery state of the order; its values are an open question (settings.value_sets).
   */
  fulfillment_status: string
  /**
   * Order name on the platform.
   */
  order_name: string
  /**
   * Order number on the platform.
   */
  order_number: number
  /**
   * When the order was processed on the platform. An ISO 8601 date-time.
   */
  processed_at: string
  /**
   * Note of the order.
   */
  note: string
  /**
   * When the invoice was created. An ISO 8601 date-time.
   */
  created_at: string
  /**
   * When the invoice last changed. An ISO 8601 date-time.
   */
  updated_at: string
  customer: InvoiceCustomer
  billing_address: Address
  shipping_address: Address
  /**
   * What was sold, in the order of the platform order.
   */
  line_items: LineItem[]
  /**
   * Taxes, one for each name and rate.
   */
  tax_lines: TaxLine[]
}
/**
 * The customer that an invoice shows.
 */
export interface InvoiceCustomer {
  /**
   * Customer id on the commerce platform.
   */
  id: number
  /**
   * Email address that send_email writes to.
   */
  email: string
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
}
/**
 * A billing or shipping address of an invoice.
 */
export interface Address {
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
  /**
   * Company, empty for a private person.
   */
  company: string
  /**
   * Street and number.
   */
  address1: string
  /**
   * Further address line, empty when there is none.
   */
  address2: string
  /**
   * City or town.
   */
  city: string
  /**
   * State, province or region, empty where the country has none.
   */
  province: string
  /**
   * Country; whether a name or an ISO 3166 code is an open question (format.country).
   */
  country: string
  /**
   * Postal code.
   */
  zip: string
  /**
   * Telephone number.
   */
  phone: string
}
/**
 * One line of an invoice.
 */
export interface LineItem {
  /**
   * What was sold.
   */
  title: string
  /**
   * Variant, empty when there is one only.
   */
  variant_title: string
  /**
   * Pieces sold.
   */
  quantity: number
  /**
   * Price of one piece. A decimal string in the currency's main unit, never a JSON number.
   */
  price: string
  /**
   * Stock keeping unit.
   */
  sku: string
}
/**
 * One tax of an invoice.
 */
export interface TaxLine {
  /**
   * Name of the tax, such as VAT or GST.
   */
  title: string
  /**
   * Rate as a decimal fraction: 0.2 is 20 percent.
   */
  rate: number
  /**
   * Amount of the tax. A decimal string in the currency's main unit, never a JSON number.
   */
  price: string
}
export interface InvoiceDocument {
  /**
   * Id of the document.
   */
  id: number
  /**
   * Kind of document.
   */
  kind: string
  /**
   * Template that it was made with.
   */
  template_id: number
  /**
   * Name of that template.
   */
  template: string
  /**
   * Name of the file.
   */
  file_name: string
  /**
   * Signed URL that it is downloaded from.
   */
  pdf_url: string
  /**
   * When it was made, on the store's clock.
   */
  issued_at: string
  /**
   * Revision of the invoice that it shows.
   */
  revision: number
}
export interface InvoiceRevision {
  /**
   * Counts its changes.
   */
  revision: number
  /**
   * When it became so.
   */
  updated_at: string
  /**
   * Payment state then.
   */
  financial_status: string
  /**
   * Total then.
   */
  total_price: string
}
export interface InvoiceRequest {
  /**
   * Number of the request.
   */
  seq: number
  /**
   * When it came.
   */
  at: string
  /**
   * Operation of the API.
   */
  operation: string | null
  /**
   * What it came to.
   */
  outcome: string
  /**
   * HTTP status of the answer.
   */
  status: number | null
}
/**
 * What was loaded.
 */
export interface LoadedScenario {
  /**
   * Name, file or custom.
   */
  scenario: string
  /**
   * The seed of its data.
   */
  seed: number
  /**
   * Its stores.
   */
  stores: ShownStore[]
}
/**
 * A store of the mock.
 */
export interface ShownStore {
  /**
   * Name in the admin API, unique in the mock.
   */
  name: string
  /**
   * Plan of the store; free ones get 403 everywhere.
   */
  plan: 'paid' | 'free'
  /**
   * Key of the store.
   */
  api_key: string
  /**
   * Rate limit of its own; null for the dialect's.
   */
  quota: {
    /**
     * Requests in a window.
     */
    requests: number
    /**
     * Length of a window in seconds.
     */
    window_seconds: number
  } | null
  /**
   * Orders that have no invoice yet.
   */
  order_ids: number[]
  /**
   * Draft orders that have no invoice yet.
   */
  draft_order_ids: number[]
  clock?: ShownClock
  dialect?: Dialect
}
/**
 * A clock of the mock.
 */
export interface ShownClock {
  /**
   * The time on it, ISO 8601 in UTC.
   */
  now: string
  /**
   * Whether it stands still.
   */
  frozen: boolean
}
/**
 * Answers of one server to the adjustable open questions of the specification.
 */
export interface Dialect {
  /**
   * Status of the unauthorized error.
   */
  'status.unauthorized': number
  /**
   * Status of the not-found error.
   */
  'status.not_found': number
  /**
   * Status of the unprocessable error.
   */
  'status.unprocessable': number
  /**
   * Status of the rate-limited error.
   */
  'status.rate_limited': number
  /**
   * Status of the conflict error.
   */
  'status.conflict': number
  /**
   * Status of a creation.
   */
  'status.created': number
  /**
   * Status of POST /invoices for an existing invoice.
   */
  'status.existing': number
  /**
   * Status of bulk_pdf and send_email.
   */
  'status.queued': number
  /**
   * Status of a successful DELETE.
   */
  'status.deleted': number
  /**
   * Body of a successful DELETE.
   */
  'body.deleted': 'none' | 'object' | 'message'
  /**
   * Body of the 403.
   */
  'body.forbidden': 'error' | 'none' | 'object'
  /**
   * Body of the conflict error.
   */
  'body.conflict': 'error' | 'none' | 'object'
  /**
   * Structure of the errors object: field to array of messages, field to one message, objects nested like the body, or all messages under "base".
   */
  'errors.structure': 'arrays' | 'messages' | 'nested' | 'base'
  /**
   * Answer to a malformed JSON body: the unprocessable error, or a 400 with a different body.
   */
  'errors.malformed_json': 'unprocessable' | 'bad_request'
  /**
   * Answer to an id in the path that is not an integer.
   */
  'errors.non_integer_id': 'not-found' | 'unprocessable'
  /**
   * Treatment of page below 1, per_page outside 1 to 250, or text for either on the list endpoints.
   */
  'pagination.out_of_range': 'clamped' | 'rejected' | 'defaults'
  /**
   * Treatment of page or per_page out of range on search, which lists unprocessable.
   */
  'pagination.search_out_of_range': 'as_list' | 'rejected' | 'clamped' | 'defaults'
  /**
   * Treatment of a filter value outside its set, or of an invalid date.
   */
  'filters.unknown_value': 'nothing_matches' | 'ignored' | 'rejected'
  /**
   * Order of list and search, of customers and templates too; "name" is the order name of an invoice, the last and then the first name of a customer, the name of a template, by code units; "other" is any other stable order.
   */
  'list.order': 'newest_first' | 'oldest_first' | 'name' | 'other'
  /**
   * Rules for matching a search text with a field.
   */
  'search.match': {
    /**
     * Part of the field that must match: any part, its beginning, whole words, or the whole field.
     */
    unit: 'substring' | 'prefix' | 'words' | 'whole'
    /**
     * Case: ignored (folded) or exact.
     */
    case: 'folded' | 'exact'
    /**
     * Accents: ignored (folded) or exact.
     */
    accents: 'exact' | 'folded'
  }
  /**
   * Answer to a search with an empty q.
   */
  'search.empty_q': 'unprocessable' | 'everything' | 'nothing'
  /**
   * Type of the invoice of a draft order: that of the draft order, or always the same type.
   */
  'create.draft_type': 'as_draft_order' | 'quote' | 'pro_forma'
  /**
   * True if POST /invoices re-syncs an existing invoice with its order.
   */
  'create.existing_resync': boolean
  /**
   * TemplateInput fields that a creation must carry.
   */
  'templates.required': (
    | 'name'
    | 'template_type'
    | 'pre_selected_orders'
    | 'pre_selected_draft_orders'
    | 'pre_selected_pos_orders'
    | 'pre_selected_credit_notes'
    | 'accent_color'
    | 'font_family'
    | 'font_size'
    | 'date_format'
    | 'invoice_number_prefix'
    | 'logo_url'
    | 'logo_width'
    | 'logo_enabled'
  )[]
  /**
   * CustomerInput fields that a creation must carry.
   */
  'customers.required': (
    'email' | 'first_name' | 'last_name' | 'phone' | 'tax_number' | 'eori_number' | 'tags'
  )[]
  /**
   * True if the email of a customer is unique in the store.
   */
  'customers.unique_email': boolean
  /**
   * True if creating or updating a customer also answers its addresses.
   */
  'customers.addresses_on_write': boolean
  /**
   * Effect of PATCH of a template or customer on omitted fields: keep them; reset them and demand required fields; or reset them and keep required fields.
   */
  'patch.omitted': 'kept' | 'reset' | 'reset_optional'
  /**
   * Treatment of unknown and output-only fields.
   */
  'input.unknown_fields': 'ignored' | 'unprocessable'
  /**
   * Treatment of a value of a near type ("12" for an integer, 1 or "yes" for a boolean, a number for a string), and of null.
   */
  'input.coercion': {
    /**
     * Values of a near type.
     */
    near_types: 'unprocessable' | 'coerced'
    /**
     * null: refused, taken as the empty value, or as if the field were left out.
     */
    null: 'unprocessable' | 'empty' | 'omitted'
  }
  /**
   * Treatment of an unknown template_id; not-found only where the endpoint lists it.
   */
  'template.unknown': 'unprocessable' | 'not-found' | 'default_template'
  /**
   * Answer of send_email for an invoice without a customer email.
   */
  'email.no_address': 'unprocessable' | 'queued'
  /**
   * Treatment of unknown invoice ids.
   */
  'bulk.unknown_ids': 'unprocessable' | 'skipped' | 'counted'
  /**
   * Treatment of an empty invoice_ids.
   */
  'bulk.empty': 'unprocessable' | 'accepted'
  /**
   * Treatment of an unknown template_name.
   */
  'bulk.template_unknown': 'unprocessable' | 'default_template'
  /**
   * Values of a bulk action's status, in the order of its life.
   */
  'bulk.statuses': {
    /**
     * Status of a queued action.
     */
    queued: string
    /**
     * Status of a running action.
     */
    processing: string
    /**
     * Status of an ended action.
     */
    completed: string
  }
  /**
   * Duration of a bulk action, on the clock of the server.
   */
  'bulk.duration': {
    /**
     * Milliseconds for any action, a year at most.
     */
    base_ms: number
    /**
     * Milliseconds more for each invoice, a day at most.
     */
    per_invoice_ms: number
  }
  /**
   * Requests that a store may make in one window.
   */
  'rate.quota': {
    /**
     * Requests in a window.
     */
    requests: number
    /**
     * Length of a window in seconds, a year at most.
     */
    window_seconds: number
  }
  /**
   * Format of X-RateLimit-Reset.
   */
  'rate.reset_format': 'unix_seconds' | 'unix_milliseconds' | 'seconds_left' | 'http_date' | 'iso_8601'
  /**
   * Unit of retry_after.
   */
  'rate.retry_after_unit': 'seconds' | 'milliseconds'
  /**
   * True if bulk_pdf counts against the limit.
   */
  'rate.bulk_pdf': boolean
  /**
   * True if every answer has X-RateLimit headers, false if only the rate-limited answer has them.
   */
  'rate.headers_always': boolean
  /**
   * Lifetime of a download URL in seconds, at most ten years.
   */
  'pdf.url_lifetime': number
  /**
   * Answer to an altered or expired download URL.
   */
  'pdf.bad_signature': number
  /**
   * Zone and precision of timestamps.
   */
  'format.timestamps': {
    /**
     * Z, or an offset from UTC.
     */
    offset: string
    /**
     * Digits of the fraction of a second.
     */
    digits: 0 | 3 | 6
  }
  /**
   * Digits after the point of decimal strings: the currency's own, always that many, or trailing zeros trimmed.
   */
  'format.money': 'currency' | 2 | 3 | 4 | 'trimmed'
  /**
   * What country holds: the name, or the ISO 3166 code.
   */
  'format.country': 'name' | 'code'
  /**
   * UUID version and letter case of slugs.
   */
  'format.slug': {
    /**
     * UUID version.
     */
    version: 4 | 7
    /**
     * Letter case.
     */
    case: 'lower' | 'upper'
  }
  /**
   * Size of ids: counted from a small number, or close to 2^53 - 1.
   */
  'format.ids': 'small' | 'large'
  /**
   * total_pages of an empty collection.
   */
  'meta.empty_total_pages': 0 | 1
  /**
   * Fields beyond the listed ones in answers.
   */
  'output.extra_fields': 'none' | 'some'
}
/**
 * How a command, the tests of an integration, did against mocks that answer otherwise, and rightly, or fail as a real service does.
 */
export interface RehearsalReport {
  /**
   * Program and arguments.
   */
  command: string[]
  /**
   * Scenario that each mock was filled with.
   */
  scenario: string
  /**
   * Seed of the scenario and of the combinations.
   */
  seed: number
  /**
   * Version of the kit.
   */
  version: string
  /**
   * When it began.
   */
  started_at: string
  /**
   * Milliseconds that all took.
   */
  duration_ms: number
  /**
   * 0: all that was tried was survived, or was expected not to be. 1: not all. 2: nothing can be told.
   */
  exit_code: 0 | 1 | 2
  /**
   * The same in a sentence.
   */
  conclusion: string
  /**
   * Why nothing can be told: the command does not pass as things are, sends nothing, or was interrupted. Left out where it can.
   */
  reason?: string
  /**
   * What the command printed in the run that the reason is about, if it is about one: of much the lines about failures and the end.
   */
  output?: string
  /**
   * Why it ended early; left out where it did not.
   */
  stopped?: string
  /**
   * Milliseconds that a run might take.
   */
  timeout_ms?: number
  /**
   * Runs at a time.
   */
  jobs: number
  /**
   * Runs of each variation.
   */
  repeat: number
  first?: RehearsalFirst
  score: RehearsalScore
  /**
   * All variations that there are, or those that were asked for: first what was tried.
   */
  variations: RehearsalVariation[]
  /**
   * In what the requests of all runs broke the contract, each once.
   */
  violations: RehearsalViolation[]
  coverage?: Coverage
  /**
   * What else should be known: expectations that are expired or not needed.
   */
  notes: string[]
}
/**
 * The run against the mock as it is, which says what is worth trying. Left out where it could not be had.
 */
export interface RehearsalFirst {
  /**
   * Milliseconds that it took, the longest of two or more.
   */
  ms: number
  /**
   * Requests that it sent.
   */
  requests: number
  /**
   * Operations that it called, and download where it fetched documents.
   */
  calls: string[]
  /**
   * Open questions that an answer to it depended on.
   */
  questions: string[]
}
/**
 * How many variations came to what.
 */
export interface RehearsalScore {
  /**
   * Touched what the command met, and were survived.
   */
  survived: number
  /**
   * Touched it, and were not survived.
   */
  not_survived: number
  /**
   * Were not survived, as was expected.
   */
  accepted: number
  /**
   * Touched nothing that the command met: they say nothing of it.
   */
  not_touched: number
  /**
   * Were not tried to the end.
   */
  not_judged: number
}
/**
 * One thing, or several together, in which a mock was otherwise than in the first run, and what the command made of it.
 */
export interface RehearsalVariation {
  /**
   * As --only takes it.
   */
  name: string
  /**
   * dialect: another right answer to an open question. errors: an error of the service. faults: what breaks on the way. data: more in the stores.
   */
  group: 'dialect' | 'errors' | 'faults' | 'data'
  /**
   * must_pass: the command must pass. may_fail: it may also end by itself with its ordinary failure.
   */
  demand: 'must_pass' | 'may_fail'
  /**
   * What was otherwise.
   */
  says: string
  /**
   * The open question or the section of the specification that allows it.
   */
  basis: string
  /**
   * What became of it.
   */
  verdict: 'survived' | 'not_survived' | 'accepted' | 'not_touched' | 'not_judged'
  /**
   * Of what was survived: how the command ended.
   */
  ended?: 'passed' | 'failed'
  /**
   * Why it was accepted, touched nothing, or could not be judged.
   */
  reason?: string
  /**
   * Milliseconds that its runs took.
   */
  ms?: number
  failure?: RehearsalFailure
}
/**
 * Of what was not survived: the first run that showed it.
 */
export interface RehearsalFailure {
  /**
   * failed: with an exit code. crashed: by a signal. timed_out: it hung, and was ended. repeated: after a fault it did something twice that each time is done anew, such as sending an email, however it ended.
   */
  kind: 'failed' | 'crashed' | 'timed_out' | 'repeated'
  /**
   * The same in words.
   */
  says: string
  /**
   * Runs that were not survived.
   */
  failed: number
  /**
   * Runs under this variation.
   */
  of: number
  differed?: RehearsalDifference
  /**
   * What the command printed: of much the lines about failures and the end, with … for what is left out.
   */
  output: string
  /**
   * The line that repeats it alone.
   */
  repeat: string
  /**
   * Lines that start a mock that is otherwise in just this, to look at it by hand.
   */
  by_hand: string[]
}
/**
 * The first answer that was otherwise than in the first run. Left out where none was.
 */
export interface RehearsalDifference {
  /**
   * Method, path and query.
   */
  request: string
  /**
   * What was sent; empty for nothing.
   */
  body: string
  /**
   * What was answered in the first run: status and body.
   */
  first: string
  /**
   * What the client got here: of a body that was cut short what came of it.
   */
  now: string
  /**
   * Where the answers differ first, with both values: status, or a field of body or headers; or what a fault made of this one. Left out where there is none to compare.
   */
  at?: string
}
export interface RehearsalViolation {
  /**
   * The operation, or method and path of what is none.
   */
  of: string
  /**
   * What is broken, as in desk/violation.json.
   */
  rule: string
  /**
   * The part of the request.
   */
  where: string
  /**
   * What is wrong, in a sentence.
   */
  says: string
  /**
   * What would be right; left out where it cannot be known.
   */
  instead?: string
  /**
   * Requests of all runs that broke it.
   */
  times: number
  /**
   * The first variation that showed it; null for the run as things are.
   */
  during: string | null
}
/**
 * The scenarios that come with the kit, and what is loaded.
 */
export interface ScenarioList {
  /**
   * Names with what each is for.
   */
  scenarios: {
    /**
     * Name of the scenario.
     */
    name: string
    /**
     * What it is for.
     */
    description: string
  }[]
  /**
   * What is loaded.
   */
  loaded: {
    /**
     * Name, file or custom.
     */
    scenario: string
    /**
     * The seed of its data.
     */
    seed: number
  }
}
/**
 * A request that came to the mock, to the API, to a download or beside both, and what it answered. Keys and what signs a URL are masked: of each the last four signs are left, and of a store's key the name of the store.
 */
export interface Seen {
  /**
   * Counts the requests of the mock in the order in which they ended.
   */
  seq: number
  /**
   * When it came, on the clock that holds for its store.
   */
  at: string
  /**
   * The mock that it came to, where several have one database; left out else.
   */
  replica?: string
  /**
   * Name of the store whose key or document it was; null where none was found. A proxy knows no stores, and tells the last signs of the key.
   */
  store: string | null
  /**
   * Operation of the API, or download; null for a path or method that the service does not have.
   */
  operation: string | null
  /**
   * HTTP method.
   */
  method: string
  /**
   * As it was asked for, from the root, without the query.
   */
  path: string
  /**
   * Query parameter to value; a list where it was given more than once.
   */
  query: {
    [k: string]: string | string[]
  }
  /**
   * Header name in lower case to value; joined by commas where it was sent more than once.
   */
  headers: {
    [k: string]: string
  }
  /**
   * The body that was sent: what its JSON says, else its text; null for none.
   */
  body:
    | {
        [k: string]: unknown
      }
    | unknown[]
    | string
    | number
    | boolean
    | null
  /**
   * true where the body is not all of what was sent, as it is long (over 1 MiB), or its sender went away. Left out, it is.
   */
  truncated?: boolean
  /**
   * Milliseconds from the request to the end of the answer, or until the client had gone.
   */
  ms: number
  /**
   * Keys of the open questions that the answer depended on.
   */
  questions: string[]
  /**
   * Id of the fault that was played; null for none.
   */
  fault: string | null
  answer: SeenAnswer
  /**
   * In what the request breaks the contract, however leniently it was answered. What only the whole of a cut body shows is not told.
   */
  violations: Violation[]
  why?: SeenWhy
  /**
   * Clauses that the answer was seen to break for the first time, where a proxy judged it (conformance proxy). Left out, none.
   */
  broken?: SeenBroken[]
}
/**
 * What was answered.
 */
export interface SeenAnswer {
  /**
   * HTTP status; null where nothing was answered, as the client had gone or a fault ended the connection.
   */
  status: number | null
  /**
   * What an operation came to, or the kind of its error. Of the others: a document was sent (download); its URL is not one that was signed, or is over (invalid-link); the path lies neither in the API nor at the downloads (no-operation); a fault answered instead (fault); the mock itself failed (failed); the client went before anything was done (unanswered). What was done stands here too where the answer was lost.
   */
  outcome:
    | 'ok'
    | 'created'
    | 'existing'
    | 'queued'
    | 'deleted'
    | 'unauthorized'
    | 'forbidden'
    | 'rate-limited'
    | 'not-found'
    | 'unprocessable'
    | 'conflict'
    | 'download'
    | 'invalid-link'
    | 'no-operation'
    | 'fault'
    | 'failed'
    | 'unanswered'
  /**
   * Header name in lower case to value, as the mock gave them; empty where nothing was answered.
   */
  headers: {
    [k: string]: string
  }
  /**
   * The body that was answered: what its JSON says, else its text; null for none, and for a document.
   */
  body:
    | {
        [k: string]: unknown
      }
    | unknown[]
    | string
    | number
    | boolean
    | null
  /**
   * true where the body is not all of what was answered, as it is long (over 1 MiB) or a document. Left out, it is.
   */
  truncated?: boolean
}
/**
 * Violation of the contract by a request, even if the request was answered leniently.
 */
export interface Violation {
  /**
   * Rule that the request breaks.
   */
  rule:
    | 'missing'
    | 'malformed'
    | 'unknown-field'
    | 'unknown-parameter'
    | 'type'
    | 'near-type'
    | 'output-only'
    | 'range'
    | 'unknown-value'
    | 'no-content-type'
    | 'unexpected-body'
    | 'key-place'
    | 'near-path'
    | 'ignored-429'
  /**
   * Part of the request: path, body, request (its time), or the dotted path of a field, parameter or header.
   */
  where: string
  /**
   * Message with the mistake and the correction, one sentence for people.
   */
  says: string
  /**
   * Correct value, ready to use. It is left out if the mock cannot know it.
   */
  instead?: string
}
/**
 * Of a refusal that is asked for by its number: what the answer comes from. Left out where no clause says it, or it was forced.
 */
export interface SeenWhy {
  /**
   * Id of the clause.
   */
  clause: string
  /**
   * That clause in one sentence.
   */
  says: string
  /**
   * Of which store's key the one that was sent is a slip, and what the slip is; it shows no sign of the key.
   */
  near_key?: string
}
export interface SeenBroken {
  /**
   * Id of the clause.
   */
  clause: string
  /**
   * What was expected, and what came.
   */
  says: string
}
/**
 * An email as it would have gone out.
 */
export interface ShownEmail {
  /**
   * Id of the email.
   */
  id: number
  /**
   * Name of the store.
   */
  store: string
  /**
   * Who gets it.
   */
  to: string
  /**
   * Who it is from.
   */
  from: string
  /**
   * Who gets a copy unseen; null for nobody.
   */
  bcc: string | null
  /**
   * Slug of the invoice.
   */
  slug: string
  /**
   * The template that was asked for.
   */
  template_id: number | null
  /**
   * Its subject.
   */
  subject: string
  /**
   * Its text.
   */
  body: string
  /**
   * The document that is attached; null where it is not kept any more.
   */
  attachment: {
    /**
     * Name of the file.
     */
    file_name: string
    /**
     * Kind of document.
     */
    kind: string
    /**
     * Template that it was made with.
     */
    template_id: number | null
    /**
     * Signed URL that it is downloaded from.
     */
    pdf_url: string
  } | null
  /**
   * When it was queued, on the store's clock.
   */
  queued_at: string
}
/**
 * A state that is kept by name and can be restored.
 */
export interface Snapshot {
  /**
   * What it is restored by.
   */
  name: string
  /**
   * The one store that it is of; null where it is of everything.
   */
  store: string | null
  /**
   * When it was taken, on the clock of the mock.
   */
  taken_at: string
  /**
   * Records in it, what the mock keeps for itself included.
   */
  records: number
}
/**
 * What is to be kept.
 */
export interface SnapshotInput {
  /**
   * What it is restored by; one of that name is replaced.
   */
  name: string
  /**
   * The one store to keep. Left out, everything: all stores, clock, dialect, and the next ids.
   */
  store?: string
}
/**
 * The clock that holds for a store.
 */
export interface StoreClock {
  /**
   * The time on it, ISO 8601 in UTC.
   */
  now: string
  /**
   * Whether it stands still.
   */
  frozen: boolean
  /**
   * Whether it is its own.
   */
  own: boolean
}
/**
 * Changes of a store; what is left out stays.
 */
export interface StorePatch {
  /**
   * Plan of the store.
   */
  plan?: 'paid' | 'free'
  /**
   * Key of the store; 16 to 200 printable signs, none the beginning of another.
   */
  api_key?: string
  /**
   * Rate limit of its own; null for the dialect's.
   */
  quota?: {
    /**
     * Requests in a window.
     */
    requests: number
    /**
     * Length of a window in seconds.
     */
    window_seconds: number
  } | null
  /**
   * Clock of its own; null takes it away.
   */
  clock?: ClockInput | null
  /**
   * Answers of its own to open questions; null takes them away.
   */
  dialect?: {} | null
}
/**
 * What two servers answer otherwise to the same requests: what conformance diff writes as JSON.
 */
export interface DiffReport {
  /**
   * Base URL of the first target.
   */
  a: string
  /**
   * Base URL of the second target.
   */
  b: string
  /**
   * When it began.
   */
  started_at: string
  /**
   * How long it took, in milliseconds.
   */
  duration_ms: number
  /**
   * Gives the same requests again.
   */
  seed: number
  /**
   * Requests that were sent to both together.
   */
  requests: number
  /**
   * Requests whose two answers were compared.
   */
  compared: number
  /**
   * Why it ended before its time.
   */
  stopped?: string
  /**
   * Each difference once: what clauses speak about first, then answers to open questions.
   */
  differences: DiffReportDifference[]
  /**
   * The clauses that differences are about, as the suite judged them on both.
   */
  judged: DiffReportClause[]
  /**
   * What could not be undone, with the server that it is on.
   */
  left_behind: string[]
  /**
   * What else the reader should know.
   */
  notes: string[]
}
export interface DiffReportDifference {
  /**
   * What says how it is answered: clauses, or the open question that leaves it open.
   */
  subjects: string[]
  /**
   * Whether the specification leaves it open, or both keep what it says: a difference in dialect, and no fault.
   */
  is_open: boolean
  /**
   * Operation whose answers differ.
   */
  operation: string
  /**
   * What was asked before, and last what was answered otherwise.
   */
  moves: string[]
  /**
   * What differs, and where.
   */
  values: DiffReportValue[]
  /**
   * How often it happened when tried again.
   */
  confirmed: string
  /**
   * The request with the answer of each.
   */
  exchanges: ReportExchange[]
  /**
   * The request to each as a line for bash; each server's own keys are variables.
   */
  curl: string[]
}
export interface DiffReportValue {
  /**
   * A status, a header or a path into the body.
   */
  where: string
  /**
   * What stands there, as JSON; left out where nothing does.
   */
  a?: string
  /**
   * What stands there, as JSON; left out where nothing does.
   */
  b?: string
}
/**
 * A request with its answer, as reports show it.
 */
export interface ReportExchange {
  request: ReportRequest
  response: ReportResponse
  /**
   * In a counterexample: milliseconds between its first request and this request.
   */
  after_ms?: number
}
/**
 * The request.
 */
export interface ReportRequest {
  /**
   * HTTP method.
   */
  method: string
  /**
   * Absolute address.
   */
  url: string
  /**
   * Header name to value.
   */
  headers: {
    [k: string]: string
  }
  /**
   * The body as text; null when there was none.
   */
  body: string | null
}
/**
 * The response.
 */
export interface ReportResponse {
  /**
   * HTTP status.
   */
  status: number
  /**
   * Header name in lower case to value.
   */
  headers: {
    [k: string]: string
  }
  /**
   * The body as text; cut where it is long.
   */
  body: string
  /**
   * Milliseconds that the answer took.
   */
  ms: number
}
export interface DiffReportClause {
  /**
   * Its id.
   */
  clause: string
  /**
   * Its verdict on the first target.
   */
  a: string
  /**
   * Its verdict on the second target.
   */
  b: string
  /**
   * What breaks it, or why it was not judged.
   */
  reasons: string[]
}
/**
 * A bulk action of the store is in progress. The body is an open question (body.conflict).
 */
export interface ConflictError {
  /**
   * What went wrong, for people.
   */
  error?: string
}
/**
 * The store is on a free plan. The body is an open question (body.forbidden).
 */
export interface ForbiddenError {
  /**
   * What went wrong, for people.
   */
  error?: string
}
/**
 * The invoice, template or customer does not exist.
 */
export interface NotFoundError {
  /**
   * What went wrong, for people.
   */
  error: string
}
/**
 * The rate limit is exceeded; the X-RateLimit-Reset header tells when it ends.
 */
export interface RateLimitedError {
  /**
   * What went wrong, for people.
   */
  error: string
  /**
   * Time to wait; its unit is an open question (rate.retry_after_unit).
   */
  retry_after: number
  /**
   * What to do, for people.
   */
  message: string
}
/**
 * The API key is missing or invalid.
 */
export interface UnauthorizedError {
  /**
   * What went wrong, for people.
   */
  error: string
}
/**
 * The request could not be processed.
 */
export interface UnprocessableError {
  /**
   * What went wrong, for people.
   */
  error: string
  /**
   * What was wrong with which field; its structure is an open question (errors.structure).
   */
  errors: {}
}
/**
 * An address of an order of the platform.
 */
export interface PlatformAddress {
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
  /**
   * Company, empty for a private person.
   */
  company: string
  /**
   * Street and number.
   */
  address1: string
  /**
   * Further address line, empty when there is none.
   */
  address2: string
  /**
   * City or town.
   */
  city: string
  /**
   * State, province or region, empty where the country has none.
   */
  province: string
  /**
   * Country; whether a name or an ISO 3166 code is an open question (format.country).
   */
  country: string
  /**
   * Postal code.
   */
  zip: string
  /**
   * Telephone number.
   */
  phone: string
}
/**
 * Who ordered.
 */
export interface PlatformCustomer {
  /**
   * Customer id on the commerce platform.
   */
  id: number
  /**
   * Email address that send_email writes to.
   */
  email: string
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
}
/**
 * A draft order of the commerce platform.
 */
export interface PlatformDraftOrder {
  /**
   * Order id, unique among the store's orders.
   */
  id: number
  /**
   * Order name.
   */
  name: string
  /**
   * Order number.
   */
  number: number
  /**
   * When the order was processed. An ISO 8601 date-time.
   */
  processed_at: string
  /**
   * Currency of every amount of the record, an ISO 4217 code.
   */
  currency: string
  /**
   * Payment state.
   */
  financial_status:
    'paid' | 'pending' | 'partially_paid' | 'partially_refunded' | 'refunded' | 'voided' | 'authorized'
  /**
   * Delivery state.
   */
  fulfillment_status: string
  /**
   * Note of the order.
   */
  note: string
  customer: PlatformCustomer
  billing_address: PlatformAddress
  shipping_address: PlatformAddress
  /**
   * What was ordered; prices without tax.
   *
   * @maxItems 5000
   */
  line_items: PlatformLineItem[]
  /**
   * Taxes on the sum of the lines.
   *
   * @maxItems 100
   */
  tax_lines: PlatformTax[]
  /**
   * What an invoice of the draft order becomes.
   */
  invoice_type: 'quote' | 'pro_forma'
}
/**
 * One line of an order of the platform.
 */
export interface PlatformLineItem {
  /**
   * What was sold.
   */
  title: string
  /**
   * Variant, empty when there is one only.
   */
  variant_title: string
  /**
   * Pieces sold.
   */
  quantity: number
  /**
   * Price of one piece without tax. A decimal string in the currency's main unit, never a JSON number; the platform keeps it with the currency's own digits.
   */
  price: string
  /**
   * Stock keeping unit.
   */
  sku: string
}
/**
 * A tax of a platform order; the platform computes its amount.
 */
export interface PlatformTax {
  /**
   * Name of the tax.
   */
  title: string
  /**
   * Rate as a decimal fraction: 0.2 is 20 percent.
   */
  rate: number
  /**
   * Amount; what is given is replaced by rate times the sum of the lines. A decimal string in the currency's main unit, never a JSON number.
   */
  price?: string
}
/**
 * An order of the commerce platform behind the service. Totals are computed by the platform.
 */
export interface PlatformOrder {
  /**
   * Order id, unique among the store's orders.
   */
  id: number
  /**
   * Order name.
   */
  name: string
  /**
   * Order number.
   */
  number: number
  /**
   * When the order was processed. An ISO 8601 date-time.
   */
  processed_at: string
  /**
   * Currency of every amount of the record, an ISO 4217 code.
   */
  currency: string
  /**
   * Payment state.
   */
  financial_status:
    'paid' | 'pending' | 'partially_paid' | 'partially_refunded' | 'refunded' | 'voided' | 'authorized'
  /**
   * Delivery state.
   */
  fulfillment_status: string
  /**
   * Note of the order.
   */
  note: string
  customer: PlatformCustomer
  billing_address: PlatformAddress
  shipping_address: PlatformAddress
  /**
   * What was ordered; prices without tax.
   *
   * @maxItems 5000
   */
  line_items: PlatformLineItem[]
  /**
   * Taxes on the sum of the lines.
   *
   * @maxItems 100
   */
  tax_lines: PlatformTax[]
}
/**
 * Chooses the document and its template.
 */
export interface DocumentQuery {
  /**
   * Template for the document, by its id.
   */
  template_id?: number
  /**
   * The packing slip instead of the invoice; inferred from a packing slip template.
   */
  packing_slip?: boolean
}
/**
 * Search text and paging.
 */
export interface ListCustomersQuery {
  /**
   * Name, email or tax number to look for.
   */
  search?: string
  /**
   * Page, counted from 1.
   */
  page?: number
  /**
   * Records a page.
   */
  per_page?: number
}
/**
 * Filters and paging of the invoice list; filters given together all hold.
 */
export interface ListInvoicesQuery {
  /**
   * Keeps invoices of this type.
   */
  invoice_type?: 'invoice' | 'quote' | 'pro_forma'
  /**
   * Keeps invoices of this payment state.
   */
  financial_status?:
    'paid' | 'pending' | 'partially_paid' | 'partially_refunded' | 'refunded' | 'voided' | 'authorized'
  /**
   * Keeps invoices created on or after this day. A date, YYYY-MM-DD.
   */
  created_at_min?: string
  /**
   * Keeps invoices created on or before this day. A date, YYYY-MM-DD.
   */
  created_at_max?: string
  /**
   * Page, counted from 1.
   */
  page?: number
  /**
   * Records a page.
   */
  per_page?: number
}
/**
 * Search text and paging.
 */
export interface SearchInvoicesQuery {
  /**
   * Customer name, email, invoice number, order name or country to look for.
   */
  q: string
  /**
   * Page, counted from 1.
   */
  page?: number
  /**
   * Records a page.
   */
  per_page?: number
}
/**
 * Report of a conformance run. API keys and URL signatures are masked. Personal data of the store is masked unless --full-data was given.
 */
export interface ConformanceReport {
  /**
   * Base URL of the deployment.
   */
  target: string
  /**
   * Id of the run, equal in the reports of all its shards: --run-id, else the run id of the CI, else derived from seed, selection and version.
   */
  run: string
  /**
   * Version of the kit that judged.
   */
  version: string
  /**
   * Selected clauses, areas and sections; empty for all.
   */
  selection: string[]
  /**
   * Shard of the run, as I/N; null for a whole run.
   */
  shard: string | null
  /**
   * Command-line options that select the target and the pace, quoted for a shell. An API key is replaced by a variable. For recorded traffic: options of a run against the same address. Missing if the run was started from TypeScript.
   */
  aim?: string
  /**
   * Start of the run.
   */
  started_at: string
  /**
   * Duration of the run in milliseconds.
   */
  duration_ms: number
  /**
   * Number of sent requests.
   */
  requests: number
  /**
   * Milliseconds that the run waited for answers.
   */
  waited_ms: number
  /**
   * Seed of the run.
   */
  seed: number
  /**
   * Text in the names of all created records, unique to the run. Seed and marker determine every request. A merged report has the marker of the first run. Missing for traffic.
   */
  marker?: string
  /**
   * True if the exit code was 0: no must clause failed, there was no error, and enough was judged.
   */
  conforms: boolean
  /**
   * Reason if the server does not conform or could not be judged. A report without verdicts is of a run that could not judge anything.
   */
  reason?: string
  /**
   * Reason if the run ended early.
   */
  stopped?: string
  /**
   * One verdict for each clause that was judged, in the order of the specification.
   */
  verdicts: ReportVerdict[]
  /**
   * Observed answers to the open questions, question key to value.
   */
  dialect: {
    [k: string]: unknown
  }
  /**
   * Exchanges that show an answer, question key to exchanges.
   */
  evidence: {
    [k: string]: ReportExchange[]
  }
  /**
   * Open questions without an observed answer, question key to the reason.
   */
  unobserved: {
    [k: string]: string
  }
  /**
   * Parts of the dialect that the run could not observe and that have the default of the mock: question key to these parts.
   */
  assumed?: {
    [k: string]: string
  }
  effects?: ReportEffects
  /**
   * Records and settings that the run could not restore or delete.
   */
  left_behind: string[]
  /**
   * Mistakes in the target file. Clauses that depend on these fields were not judged.
   */
  target_mistakes?: {
    /**
     * The field of the target file.
     */
    field: string
    /**
     * The mistake and its evidence.
     */
    says: string
  }[]
  /**
   * Notes for the reader, such as expired or unused waivers.
   */
  notes: string[]
}
/**
 * Verdict on one clause.
 */
export interface ReportVerdict {
  /**
   * Id of the clause.
   */
  clause: string
  /**
   * Sections of the specification that state it.
   */
  section: string[]
  /**
   * A failed must fails the run. A failed should is only reported.
   */
  level: 'must' | 'should'
  /**
   * Verdict on the clause. A pass covers the judged parts, and left_out lists the others. Skipped means that the target file lacks a field or permission. The verdict not_exercised means that a check started, but data or a permission was missing. Waived means that waivers cover every deviation. Error means that the clause could not be judged.
   */
  verdict: 'pass' | 'fail' | 'skipped' | 'not_exercised' | 'waived' | 'error'
  /**
   * The clause in one sentence.
   */
  says: string
  /**
   * Reason if the clause was not judged or is waived, with the remedy.
   */
  reason?: string
  /**
   * Parts of the clause that were not judged.
   */
  left_out?: string[]
  /**
   * Requests that its checks sent.
   */
  requests: number
  /**
   * Milliseconds that its checks took.
   */
  ms: number
  /**
   * Clause with the same cause of failure. Reports show this failure below that clause.
   */
  caused_by?: string
  counterexample?: ReportCounterexample
}
/**
 * Example of the failure.
 */
export interface ReportCounterexample {
  /**
   * What happened, in one sentence.
   */
  message: string
  /**
   * What the clause demands.
   */
  expected: string
  /**
   * What the server answered.
   */
  got: string
  /**
   * The field that deviates, as waivers name it.
   */
  field?: string
  /**
   * Place of the deviation in the body of the last answer, if it is one field.
   */
  at?: string
  /**
   * Part of the body around the deviation; the deviating line begins with →.
   */
  excerpt?: string
  /**
   * Check that found the failure.
   */
  check: string
  /**
   * Source file of the check.
   */
  file: string
  /**
   * Requests and answers that show the failure, in order.
   */
  exchanges: ReportExchange[]
  /**
   * Steps of a sequence of operations; the last step shows the failure.
   */
  steps?: ReportStep[]
  /**
   * The requests as lines for a shell.
   */
  curl: string[]
  /**
   * Seed of the run that found the failure.
   */
  seed: number
  /**
   * Path to the generated values below the seed; empty if there are none.
   */
  path: string
  /**
   * Name of the property within the check.
   */
  property?: string
  /**
   * Generated values that show the failure.
   */
  values?: string
  /**
   * Possible mistake in the target file that could explain the failure.
   */
  perhaps?: string
  /**
   * Number of immediate retries that failed.
   */
  confirmed?: string
}
export interface ReportStep {
  /**
   * The step as a call.
   */
  does: string
  /**
   * Number of exchanges of this step. Exchanges are in the order of the steps; early steps may have none.
   */
  exchanges: number
}
/**
 * Effects of the run on the deployment, counted from the requests that it sent.
 */
export interface ReportEffects {
  /**
   * Requests by operation; requests to hooks, downloads and other paths by their own names.
   */
  requests: {
    [k: string]: number
  }
  /**
   * Records that the run created, by kind.
   */
  created: {
    [k: string]: number
  }
  /**
   * Records, settings and orders that the run changed, by kind.
   */
  changed: {
    [k: string]: number
  }
  /**
   * Records that were deleted again or got their former values back, by kind. A setting counts if its value at the end equals its first value; next_invoice_number does not after new invoices.
   */
  restored: {
    [k: string]: number
  }
  /**
   * Platform orders of the target and their use.
   */
  orders: {
    /**
     * Orders and draft orders of the target.
     */
    given: number
    /**
     * Orders that the run invoiced or that already had an invoice.
     */
    used: number
    /**
     * Orders that had no invoice before the run.
     */
    fresh: number
    /**
     * Estimated number of orders without an invoice.
     */
    left: number
  }
  /**
   * Queued emails by recipient, the most frequent first.
   */
  emails: {
    to: string
    count: number
  }[]
  /**
   * Counters of the store that changed.
   */
  counters: {
    name: string
    from: string
    to: string
  }[]
  /**
   * Number of documents that the run may have generated.
   */
  documents: number
}
/**
 * Names the invoices whose PDFs are generated.
 */
export interface BulkPdfRequest {
  /**
   * Invoice ids, at most 5,000 different ones.
   */
  invoice_ids: number[]
  /**
   * Name of the template to use; left out, the store's default template is used.
   */
  template_name?: string
}
/**
 * Names the order to invoice.
 */
export interface CreateInvoiceRequest {
  /**
   * Platform order or draft order id.
   */
  order_id: number
  /**
   * true for a draft order.
   */
  draft?: boolean
  /**
   * Whether the PDF is generated at once.
   */
  generate_pdf?: boolean
  /**
   * Template for the document, by its id.
   */
  template_id?: number
  /**
   * Generate the packing slip instead of the invoice; inferred from a packing slip template.
   */
  packing_slip?: boolean
}
/**
 * A customer to create, or fields of one to change.
 */
export interface CustomerRequest {
  customer: CustomerInput
}
/**
 * Fields of a customer that can be set. Which are required is an open question (customers.required).
 */
export interface CustomerInput {
  /**
   * Email address, or empty.
   */
  email?: string
  /**
   * Given name.
   */
  first_name?: string
  /**
   * Family name.
   */
  last_name?: string
  /**
   * Telephone number.
   */
  phone?: string
  /**
   * VAT, GST or other tax identification number.
   */
  tax_number?: string
  /**
   * EU EORI number.
   */
  eori_number?: string
  /**
   * Tags, separated by commas.
   */
  tags?: string
}
/**
 * Options of the invoice email.
 */
export interface SendInvoiceEmailRequest {
  /**
   * Template for the PDF attachment, by its id.
   */
  template_id?: number
}
/**
 * Settings to change.
 */
export interface SettingsRequest {
  settings: SettingsInput
}
/**
 * Settings to change; only included fields are updated.
 */
export interface SettingsInput {
  /**
   * Name of the business on documents.
   */
  business_name?: string
  /**
   * Contact email address.
   */
  email?: string
  /**
   * Contact telephone number.
   */
  phone_number?: string
  /**
   * First line of the business address.
   */
  address1?: string
  /**
   * Second line of the business address.
   */
  address2?: string
  /**
   * Third line of the business address.
   */
  address3?: string
  /**
   * Fourth line of the business address.
   */
  address4?: string
  /**
   * Tax identification number of the business.
   */
  tax_id?: string
  /**
   * What the tax identification is called.
   */
  tax_id_title?: string
  /**
   * Tax office in charge.
   */
  tax_office_name?: string
  /**
   * Title of invoices.
   */
  invoice_title?: string
  /**
   * Title of quotes and pro-formas.
   */
  draft_invoice_title?: string
  /**
   * Title of credit notes.
   */
  credit_note_title?: string
  /**
   * Title of packing slips.
   */
  packing_slip_title?: string
  /**
   * Text before the number of a new invoice.
   */
  invoice_number_prefix?: string
  /**
   * Number that the next invoice gets.
   */
  next_invoice_number?: string
  /**
   * Sender address of invoice emails.
   */
  invoice_from_email?: string
  /**
   * Address that gets blind copies of invoice emails.
   */
  invoice_bcc_email?: string
  /**
   * Whether blind copies are sent.
   */
  invoice_bcc?: boolean
  /**
   * Language of documents, a BCP 47 tag.
   */
  locale?: string
  /**
   * Format of dates and times.
   */
  datetime_format?: string
  /**
   * Whether invoices are made and sent by themselves.
   */
  automatic_invoicing?: boolean
  /**
   * Whether automatic invoices carry a payment link.
   */
  automatic_invoicing_with_payment_link?: boolean
  /**
   * Payment state at which automatic invoicing acts; its values are an open question (settings.value_sets).
   */
  financial_status?: string
  /**
   * Delivery state at which automatic invoicing acts; its values are an open question (settings.value_sets).
   */
  fulfillment_status?: string
  /**
   * Days until an invoice is due.
   */
  default_due_days?: number
  /**
   * Text at the foot of documents.
   */
  footer_message?: string
  /**
   * Facebook page.
   */
  facebook_url?: string
  /**
   * Instagram page.
   */
  instagram_url?: string
  /**
   * Twitter page.
   */
  twitter_url?: string
  /**
   * Whether the custom email texts are used.
   */
  use_custom_email?: boolean
  /**
   * Subject of invoice emails.
   */
  email_subject_template?: string
  /**
   * Body of invoice emails.
   */
  email_body_template?: string
  /**
   * Whether payment reminders are sent.
   */
  enable_payment_reminders?: boolean
  /**
   * Days between payment reminders.
   */
  payment_reminder_interval?: number
  /**
   * Whether reminders are sent before or after the due date.
   */
  payment_reminder_when?: 'before' | 'after'
  /**
   * Whether documents use the customer's language.
   */
  customer_locale_invoice?: boolean
}
/**
 * A template to create, or fields of one to change.
 */
export interface TemplateRequest {
  template: TemplateInput
}
/**
 * Fields of a template that can be set. Which are required is an open question (templates.required).
 */
export interface TemplateInput {
  /**
   * Name of the template; bulk_pdf chooses templates by it.
   */
  name?: string
  /**
   * Kind of document that the template makes.
   */
  template_type?: 'invoice' | 'packing_slip' | 'credit_note'
  /**
   * Chosen by default for invoices of orders.
   */
  pre_selected_orders?: boolean
  /**
   * Chosen by default for quotes and pro-formas.
   */
  pre_selected_draft_orders?: boolean
  /**
   * Chosen by default for point-of-sale orders.
   */
  pre_selected_pos_orders?: boolean
  /**
   * Chosen by default for credit notes.
   */
  pre_selected_credit_notes?: boolean
  /**
   * Colour of titles and rules; the mock reads #rrggbb (open question template.units).
   */
  accent_color?: string
  /**
   * Font family of the document.
   */
  font_family?: string
  /**
   * Size of body text; the mock reads points (open question template.units).
   */
  font_size?: number
  /**
   * Format of dates; the mock reads day.js tokens (open question template.units).
   */
  date_format?: string
  /**
   * Text put before the invoice number in the document.
   */
  invoice_number_prefix?: string
  /**
   * Address of the logo image.
   */
  logo_url?: string
  /**
   * Width of the logo; the mock reads points (open question template.units).
   */
  logo_width?: number
  /**
   * Whether the logo is shown.
   */
  logo_enabled?: boolean
}
/**
 * A queued bulk PDF generation.
 */
export interface BulkAction {
  /**
   * Bulk action id.
   */
  id: number
  /**
   * State of the action; its values are an open question (bulk.statuses).
   */
  status: string
  /**
   * Invoices in the action.
   */
  total_count: number
}
/**
 * A customer of the store.
 */
export interface Customer {
  /**
   * Customer id.
   */
  id: number
  /**
   * Email address.
   */
  email: string
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
  /**
   * Telephone number.
   */
  phone: string
  /**
   * VAT, GST or other tax identification number.
   */
  tax_number: string
  /**
   * EU EORI number.
   */
  eori_number: string
  /**
   * Tags, separated by commas.
   */
  tags: string
  /**
   * Customer id on the commerce platform; output only.
   */
  platform_customer_id: number
  /**
   * When the customer was created; output only. An ISO 8601 date-time.
   */
  created_at: string
  /**
   * When the customer last changed; output only. An ISO 8601 date-time.
   */
  updated_at: string
}
/**
 * An address of a customer.
 */
export interface CustomerAddress {
  /**
   * Address id.
   */
  id: number
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
  /**
   * Company, empty for a private person.
   */
  company: string
  /**
   * Street and number.
   */
  address1: string
  /**
   * Further address line, empty when there is none.
   */
  address2: string
  /**
   * City or town.
   */
  city: string
  /**
   * State, province or region, empty where the country has none.
   */
  province: string
  /**
   * Country; whether a name or an ISO 3166 code is an open question (format.country).
   */
  country: string
  /**
   * Postal code.
   */
  zip: string
  /**
   * Telephone number.
   */
  phone: string
  /**
   * What the address is for.
   */
  address_type: string
}
/**
 * A customer with addresses, as a single-customer read answers it.
 */
export interface CustomerDetail {
  /**
   * Customer id.
   */
  id: number
  /**
   * Email address.
   */
  email: string
  /**
   * Given name.
   */
  first_name: string
  /**
   * Family name.
   */
  last_name: string
  /**
   * Telephone number.
   */
  phone: string
  /**
   * VAT, GST or other tax identification number.
   */
  tax_number: string
  /**
   * EU EORI number.
   */
  eori_number: string
  /**
   * Tags, separated by commas.
   */
  tags: string
  /**
   * Customer id on the commerce platform; output only.
   */
  platform_customer_id: number
  /**
   * When the customer was created; output only. An ISO 8601 date-time.
   */
  created_at: string
  /**
   * When the customer last changed; output only. An ISO 8601 date-time.
   */
  updated_at: string
  /**
   * Addresses of the customer, possibly none.
   */
  addresses: CustomerAddress[]
}
/**
 * Where the PDF of an invoice can be fetched.
 */
export interface InvoicePdf {
  /**
   * Identifier of the invoice in paths, a UUID; unique to its invoice.
   */
  slug: string
  /**
   * Number shown to people.
   */
  number: string
  /**
   * Signed download URL of the document, absolute.
   */
  pdf_url: string
}
/**
 * An invoice as list and search show it.
 */
export interface InvoiceSummary {
  /**
   * Record id, unique over all invoices.
   */
  id: number
  /**
   * Identifier of the invoice in paths, a UUID; unique to its invoice.
   */
  slug: string
  /**
   * Number shown to people.
   */
  number: string
  /**
   * Kind of invoice.
   */
  invoice_type: 'invoice' | 'quote' | 'pro_forma' | 'platform_order'
  /**
   * Total, taxes included. A decimal string in the currency's main unit, never a JSON number.
   */
  total_price: string
  /**
   * Currency of every amount of the record, an ISO 4217 code.
   */
  currency: string
  /**
   * Payment state of the order.
   */
  financial_status: string
  /**
   * Order name on the platform.
   */
  order_name: string
  /**
   * Given and family name of the customer.
   */
  customer_name: string
  /**
   * Email address of the customer.
   */
  customer_email: string
  /**
   * When the invoice was created. An ISO 8601 date-time.
   */
  created_at: string
  /**
   * When the invoice last changed. An ISO 8601 date-time.
   */
  updated_at: string
}
/**
 * Where a page stands in its collection.
 */
export interface Meta {
  /**
   * Records in the whole filtered collection.
   */
  total: number
  /**
   * This page, counted from 1.
   */
  page: number
  /**
   * Records on a full page.
   */
  per_page: number
  /**
   * Pages in all.
   */
  total_pages: number
}
/**
 * Invoicing settings of the store.
 */
export interface Settings {
  /**
   * Name of the business on documents.
   */
  business_name: string
  /**
   * Contact email address.
   */
  email: string
  /**
   * Contact telephone number.
   */
  phone_number: string
  /**
   * First line of the business address.
   */
  address1: string
  /**
   * Second line of the business address.
   */
  address2: string
  /**
   * Third line of the business address.
   */
  address3: string
  /**
   * Fourth line of the business address.
   */
  address4: string
  /**
   * Tax identification number of the business.
   */
  tax_id: string
  /**
   * What the tax identification is called.
   */
  tax_id_title: string
  /**
   * Tax office in charge.
   */
  tax_office_name: string
  /**
   * Title of invoices.
   */
  invoice_title: string
  /**
   * Title of quotes and pro-formas.
   */
  draft_invoice_title: string
  /**
   * Title of credit notes.
   */
  credit_note_title: string
  /**
   * Title of packing slips.
   */
  packing_slip_title: string
  /**
   * Text before the number of a new invoice.
   */
  invoice_number_prefix: string
  /**
   * Number that the next invoice gets.
   */
  next_invoice_number: string
  /**
   * Sender address of invoice emails.
   */
  invoice_from_email: string
  /**
   * Address that gets blind copies of invoice emails.
   */
  invoice_bcc_email: string
  /**
   * Whether blind copies are sent.
   */
  invoice_bcc: boolean
  /**
   * Language of documents, a BCP 47 tag.
   */
  locale: string
  /**
   * Language of emails, a BCP 47 tag; output only.
   */
  email_locale: string
  /**
   * Format of dates and times.
   */
  datetime_format: string
  /**
   * Whether invoices are made and sent by themselves.
   */
  automatic_invoicing: boolean
  /**
   * Whether automatic invoices carry a payment link.
   */
  automatic_invoicing_with_payment_link: boolean
  /**
   * Payment state at which automatic invoicing acts; its values are an open question (settings.value_sets).
   */
  financial_status: string
  /**
   * Delivery state at which automatic invoicing acts; its values are an open question (settings.value_sets).
   */
  fulfillment_status: string
  /**
   * Days until an invoice is due.
   */
  default_due_days: number
  /**
   * Text at the foot of documents.
   */
  footer_message: string
  /**
   * Facebook page.
   */
  facebook_url: string
  /**
   * Instagram page.
   */
  instagram_url: string
  /**
   * Twitter page.
   */
  twitter_url: string
  /**
   * Whether the custom email texts are used.
   */
  use_custom_email: boolean
  /**
   * Subject of invoice emails.
   */
  email_subject_template: string
  /**
   * Body of invoice emails.
   */
  email_body_template: string
  /**
   * Whether the sender domain is verified; read only.
   */
  email_dkim_verified: boolean
  /**
   * Whether payment reminders are sent.
   */
  enable_payment_reminders: boolean
  /**
   * Days between payment reminders.
   */
  payment_reminder_interval: number
  /**
   * Whether reminders are sent before or after the due date.
   */
  payment_reminder_when: 'before' | 'after'
  /**
   * Whether documents use the customer's language.
   */
  customer_locale_invoice: boolean
}
/**
 * A document template of the store.
 */
export interface Template {
  /**
   * Template id, used as template_id in create, regenerate, pdf and send_email.
   */
  id: number
  /**
   * Name of the template; bulk_pdf chooses templates by it.
   */
  name: string
  /**
   * Kind of document that the template makes.
   */
  template_type: 'invoice' | 'packing_slip' | 'credit_note'
  /**
   * Key of the design the template is built on; output only.
   */
  design_key: string | null
  /**
   * Chosen by default for invoices of orders.
   */
  pre_selected_orders: boolean
  /**
   * Chosen by default for quotes and pro-formas.
   */
  pre_selected_draft_orders: boolean
  /**
   * Chosen by default for point-of-sale orders.
   */
  pre_selected_pos_orders: boolean
  /**
   * Chosen by default for credit notes.
   */
  pre_selected_credit_notes: boolean
  /**
   * Colour of titles and rules; the mock reads #rrggbb (open question template.units).
   */
  accent_color: string
  /**
   * Font family of the document.
   */
  font_family: string
  /**
   * Size of body text; the mock reads points (open question template.units).
   */
  font_size: number
  /**
   * Format of dates; the mock reads day.js tokens (open question template.units).
   */
  date_format: string
  /**
   * Text put before the invoice number in the document.
   */
  invoice_number_prefix: string
  /**
   * Address of the logo image, null when there is none.
   */
  logo_url: string | null
  /**
   * Width of the logo; the mock reads points (open question template.units).
   */
  logo_width: number
  /**
   * Whether the logo is shown.
   */
  logo_enabled: boolean
  /**
   * When the template was created; output only. An ISO 8601 date-time.
   */
  created_at: string
  /**
   * When the template last changed; output only. An ISO 8601 date-time.
   */
  updated_at: string
}
/**
 * The queued bulk action.
 */
export interface BulkActionResponse {
  bulk_action: BulkAction
}
/**
 * One customer.
 */
export interface CustomerResponse {
  customer: Customer
}
/**
 * One customer with addresses.
 */
export interface CustomerDetailResponse {
  customer: CustomerDetail
}
/**
 * A page of customers.
 */
export interface CustomersResponse {
  /**
   * The customers of the page.
   */
  customers: Customer[]
  meta: Meta
}
/**
 * One invoice.
 */
export interface InvoiceResponse {
  invoice: InvoiceDetail
}
/**
 * The download URL of a document.
 */
export interface InvoicePdfResponse {
  invoice: InvoicePdf
}
/**
 * A page of invoices.
 */
export interface InvoicesResponse {
  /**
   * The invoices of the page.
   */
  invoices: InvoiceSummary[]
  meta: Meta
}
/**
 * A message for people.
 */
export interface MessageResponse {
  /**
   * Says that the email is queued for delivery.
   */
  message: string
}
/**
 * The settings of the store.
 */
export interface SettingsResponse {
  settings: Settings
}
/**
 * One template.
 */
export interface TemplateResponse {
  template: Template
}
/**
 * All templates of the store.
 */
export interface TemplatesResponse {
  /**
   * The templates.
   */
  templates: Template[]
}
/**
 * Deployment that the conformance suite judges. ${NAME} in a text is read from the environment.
 */
export interface TargetFile {
  /**
   * Path of this schema, for editors.
   */
  $schema?: string
  /**
   * Service address; its path ends in /api/v1/external.
   */
  base_url: string
  /**
   * API key of the store to judge.
   */
  api_key: string
  /**
   * API key of a second paid store.
   */
  other_store_api_key?: string
  /**
   * API key of a store on the free plan.
   */
  free_plan_api_key?: string
  /**
   * API key of a store whose rate limit the suite may exhaust.
   */
  rate_limited_api_key?: string
  /**
   * Ids of platform orders that the suite may invoice.
   */
  order_ids?: number[]
  /**
   * Ids of draft orders that the suite may invoice.
   */
  draft_order_ids?: number[]
  /**
   * Permissions of the suite beyond reading. The options --allow and --profile replace them.
   */
  allow?: (
    | 'documents'
    | 'hostile-input'
    | 'key-exposure'
    | 'writes'
    | 'settings'
    | 'invoices'
    | 'orders'
    | 'email'
    | 'bulk'
    | 'rate-limit'
    | 'all'
  )[]
  /**
   * Named set of permissions, instead of allow. The options --allow and --profile replace it. The profile production only reads. The profile staging allows everything except key-exposure. The profile disposable allows everything. Without email_recipients, disposable also allows emails to every address.
   */
  profile?: 'production' | 'staging' | 'disposable'
  /**
   * Addresses that the suite may send emails to; * matches any characters.
   */
  email_recipients?: string[]
  /**
   * Requests that control the platform behind the service. edit_order and edit_draft_order take a JSON merge patch of the order. create_order and create_draft_order take an order as JSON and answer it with its id. read_order answers an order, so that the suite can restore it after edits. delete_order deletes an order. finish_bulk answers 2xx after the bulk action in progress has ended. emails answers the queued emails.
   */
  hooks?: {
    edit_order?: Hook
    edit_draft_order?: Hook
    create_order?: Hook
    create_draft_order?: Hook
    read_order?: Hook
    delete_order?: Hook
    finish_bulk?: Hook
    emails?: Hook
  }
  /**
   * Seconds that the suite waits for slow work of the service, such as a bulk action.
   */
  patience_seconds?: number
}
/**
 * Request by which the suite controls or reads the platform behind the service.
 */
export interface Hook {
  /**
   * HTTP method.
   */
  method: string
  /**
   * Absolute URL. {order_id} is replaced by the id of the order; hooks that edit, read or delete an order need it.
   */
  url: string
  /**
   * Headers of the request.
   */
  headers?: {
    [k: string]: string
  }
}
/**
 * Accepted deviations of a deployment. The conformance suite reports them, and they do not fail the run.
 */
export interface WaiverFile {
  /**
   * Path of this schema, for editors.
   */
  $schema?: string
  /**
   * One entry for each accepted deviation.
   */
  waivers: Waiver[]
}
export interface Waiver {
  /**
   * Id of the clause that may fail.
   */
  clause: string
  /**
   * Accepts only deviations of this field and of its inner fields. If left out, every deviation from the clause is accepted.
   */
  field?: string
  /**
   * Reason, for readers of the report.
   */
  reason: string
  /**
   * Last day of the waiver, in UTC.
   */
  expires: string
}

export type SchemaName = keyof SchemaTypes

import type { Reckoning } from './reckoning.ts'
import type { Kind } from './refusal.ts'

/** How a search text matches a value. */
export type MatchRule = 'folded' | 'prefix' | 'words' | 'any word' | 'whole' | 'case' | 'forgiving'
/** What becomes of a page or per_page outside its range. */
export type OutOfRange = 'rejected' | 'defaults' | 'clamped'

/** One server's answers to the open questions of the specification, and a few that nobody asked. */
export interface Answers {
  basePath: string
  store: 'full' | 'tiny'

  unauthorizedStatus: number
  notFoundStatus: number
  unprocessableStatus: number
  rateLimitedStatus: number
  conflictStatus: number
  /** Of an invoice. */
  createdStatus: number
  /** Of a template or customer. */
  recordCreatedStatus: number
  existingStatus: number
  queuedStatus: number
  regeneratedStatus: number
  deletedStatus: number
  badSignatureStatus: number
  wrongMethodStatus: number
  deletedBody: object | undefined
  forbiddenBody: object | undefined
  /** `action`: the one in progress, as its own request was answered. */
  conflictBody: object | 'action' | undefined
  /** `all`: each error has the fields of every kind, null where its own has none, or `filled` with something. */
  errorFields: 'own' | 'all' | 'filled'
  errorsShape: 'text' | 'base' | 'nested' | 'coded'
  errorTexts: 'short' | 'wrapped' | 'german' | 'numbered'
  malformedJson: 'unprocessable' | 'own'
  nonIntegerId: 'not_found' | 'unprocessable'
  /** Which refusal wins when several apply; unauthorized and forbidden always come before these. */
  precedence: readonly Kind[]

  outOfRange: OutOfRange
  searchOutOfRange: OutOfRange
  repeatedParameter: 'first' | 'last'
  emptyTotalPages: 0 | 1
  unknownFilter: 'ignored' | 'rejected' | 'nothing'
  /** The store's time zone, minutes east of Greenwich: a filter's day is a day there. */
  zoneMinutes: number
  /** `scattered`: stable, and by nothing that a record shows. */
  listOrder: 'oldest' | 'name' | 'updated' | 'scattered'
  match: MatchRule
  /** Whether customers are found by their full name only, or by its parts too. */
  customerName: 'full' | 'parts'
  /** How customer_name is written: `Ada Keller`, `KELLER, Ada`, or where there is one the company that pays. */
  customerNames: 'first last' | 'LAST, first' | 'company'
  searchedCountry: 'either' | 'billing' | 'shipping'
  emptyQuery: 'everything' | 'nothing' | 'unprocessable'

  importedOrders: boolean
  draftType: 'quote' | 'pro_forma' | 'as given'
  /** Whether the draft flag picks the namespace, or the id alone tells a draft order (one namespace). */
  draftFlag: 'decides' | 'inferred'
  orderIds: 'apart' | 'coinciding'
  sharedOrders: boolean
  existingWithOptions: 'produced' | 'ignored'
  existingResync: boolean
  autoSync: boolean
  deletedOrder: 'refused' | 'kept'
  filesCustomer: boolean
  numbering: 'settings' | 'yearly' | 'random'
  /** The first next_invoice_number. */
  nextNumber: '0098' | '2026-0098'

  requiredTemplateFields: readonly string[]
  requiredCustomerFields: readonly string[]
  uniqueCustomerFields: readonly string[]
  /** `optional reset`: those that a creation needs are kept. */
  patchOmitted: 'kept' | 'reset' | 'optional reset'
  unknownFields: 'ignored' | 'refused'
  logoNull: 'accepted' | 'refused'
  coerces: boolean
  nullInput: 'refused' | 'omitted' | 'empty'
  strings: 'kept' | 'trimmed'
  emailInput: 'any' | 'checked' | 'lowered'
  controlCharacters: 'kept' | 'refused'
  /** Longest text of a template's or customer's field, in characters. */
  maxLength: number
  settingsMaxLength: number
  phones: 'free' | 'checked' | '+4930901820'
  /**
   * Whether tax and EORI numbers, what numbers begin with and days until payment have to look like such. `bare`: phones, tax
   * and EORI numbers are kept in capitals, without what parts them, and names with one blank where there are more.
   */
  numbers: 'free' | 'checked' | 'bare'
  /** Which signs names may have; or that no two customers have both in common. */
  names: 'any' | 'no markup' | 'full ones differ' | 'Latin-1' | 'three bytes' | 'words'
  /** The highest integer that a template_id may be; a higher one is malformed. */
  highestTemplateId: number
  contentType: 'any' | 'required'
  settingsFormats: 'free' | 'checked'
  templateFormats: 'free' | 'checked'
  exclusiveFlags: boolean
  /** Which templates may be pre-selected for credit notes. */
  creditNoteFlag: 'any' | 'of credit notes'
  /** So many templates a plan allows. */
  mostTemplates: number
  addressesOnWrite: boolean

  unknownTemplate: 'not_found' | 'unprocessable' | 'default'
  creditNoteTemplate: 'accepted' | 'refused'
  draftSlips: 'made' | 'refused'
  /** Whether orders that the platform imported have documents. */
  importedDocuments: 'made' | 'refused'
  packingSlipFalse: 'template wins' | 'flag wins'
  defaultTemplate: 'preselected' | 'newest' | 'oldest'
  pdfTemplate: 'default' | 'last used'
  pdfFreshness: 'changed' | 'never' | 'always'
  otherDocument: 'stays' | 'renewed' | 'dropped'
  oldUrls: 'pinned' | 'newest'
  pdfPlace: 'own path' | 'second port' | 'redirect' | 'api path'
  /** As `padded`, base64 with `-`, `_` and `~` for what URLs lack, `_` for its padding too. */
  pdfSignature: 'query' | 'path' | 'colons' | 'padded'
  pdfLifetimeSeconds: number | null
  pdfCompressed: boolean
  /** In which order the lines, and the words of each line, are drawn. */
  pdfWords: 'as read' | 'last first'
  pdfDated: boolean
  /** Whether a document that is made moves updated_at of its invoice. */
  pdfStamps: boolean
  /** What documents show of an order without a shipping address. */
  missingShipping: 'nothing' | 'billing'
  /** Whether orders have a shipping address. */
  shipping: 'mostly' | 'never'

  emailWithoutAddress: 'queued' | 'unprocessable'
  emailMessage: string
  /** How long an email is queued before the mailbox has it. */
  emailLagMs: number
  /** Which emails the service sends by itself; reminders follow a creation after 1.5 and 4 s. */
  ownEmails: 'none' | 'of creations' | 'of regenerations' | 'reminders'

  bulkUnknownIds: 'skipped' | 'counted' | 'unprocessable'
  bulkEmpty: 'accepted' | 'unprocessable'
  bulkTemplateUnknown: 'default' | 'unprocessable'
  bulkRepeatedIds: 'once' | 'each'
  bulkTotal: 'distinct' | 'length'
  bulkStatus: string
  /** How long an action lasts, and how much longer at most by chance; 0 ends it within its request. */
  bulkMs: number
  bulkVariesMs: number
  /** A hook that ends actions: it may say whether there was one, or refuse where there is none. */
  bulkHook: 'none' | 'ends' | 'tells' | 'refuses'

  /** Of the rate-limited store, and of the others unless they are not limited in practice. */
  quota: { limit: number; windowMs: number }
  quotaOf: 'store' | 'operation'
  otherQuotas: 'the same' | 'none'
  resetFormat: 'milliseconds' | 'iso' | 'seconds left' | 'http date' | 'seconds'
  retryAfterUnit: 'seconds' | 'milliseconds'
  rateLimitsBulk: boolean
  rateHeadersAlways: boolean

  timestampZone: 'store' | 'utc'
  timestampDigits: 0 | 3 | 6
  /** What comes before the fraction of a second: ISO 8601 knows both. */
  timestampMark: '.' | ','
  /** Amounts are kept to the thousandth, and may be shown in fewer digits. */
  moneyDigits: 0 | 1 | 2 | 3 | 4 | 'trimmed' | 'of the currency'
  /** What orders come to at least: a platform may pay nothing out. */
  leastTotal: number
  /** What an order comes to that was refunded or voided. */
  paidBack: 'all the same' | 'nothing'
  /** In which order a platform keeps the lines of an order. */
  lineOrder: 'given' | 'by title'
  /** How a platform computes taxes and totals. */
  reckoning: Reckoning
  /** Seed of the lines and rates of orders; null takes the usual ones. */
  orderSeed: number | null
  /** How often the usual rates its taxes are. */
  taxFactor: number
  country: 'name' | 'code'
  slug: 'v4' | 'V7'
  /**
   * `reused`: templates and customers get the next above the highest that is there, as a table without a counter does;
   * `downwards`: they are counted from nought downwards.
   */
  rowIds: 'counted' | 'reused' | 'downwards'
  firstId: number
  idStep: number
  /** What a text, address or customer without a value is: empty, null, or left out of the answer. */
  unset: 'empty' | 'null' | 'absent'
  /** What an emptied text of a template, a customer or the settings is shown as. */
  emptied: 'empty' | 'null'
  extraFields: boolean
  compresses: boolean
  latencyMs: number
  hookToken: string | null
  /** Whether the platform refuses what is no whole address, line or tax, and stores tax amounts as they are given. */
  wholeParts: boolean
}

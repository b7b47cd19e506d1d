import type { Kind } from './refusal.ts'

/** How a search text matches a value. */
export type MatchRule = 'folded' | 'prefix' | 'words' | 'whole' | 'case'
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
  createdStatus: number
  existingStatus: number
  queuedStatus: number
  regeneratedStatus: number
  deletedStatus: number
  badSignatureStatus: number
  wrongMethodStatus: number
  deletedBody: object | undefined
  forbiddenBody: object | undefined
  conflictBody: object | undefined
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
  listOrder: 'oldest' | 'name' | 'updated'
  match: MatchRule
  /** Whether customers are found by their full name only, or by its parts too. */
  customerName: 'full' | 'parts'
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

  requiredTemplateFields: readonly string[]
  requiredCustomerFields: readonly string[]
  uniqueEmail: boolean
  patchOmitted: 'kept' | 'reset'
  unknownFields: 'ignored' | 'refused'
  logoNull: 'accepted' | 'refused'
  coerces: boolean
  nullInput: 'refused' | 'omitted' | 'empty'
  strings: 'kept' | 'trimmed'
  emailInput: 'any' | 'checked' | 'lowered'
  controlCharacters: 'kept' | 'refused'
  /** Longest text of a template's or customer's field, in characters; settings take ten times as much. */
  maxLength: number
  contentType: 'any' | 'required'
  settingsFormats: 'free' | 'checked'
  templateFormats: 'free' | 'checked'
  exclusiveFlags: boolean
  addressesOnWrite: boolean

  unknownTemplate: 'not_found' | 'unprocessable'
  creditNoteTemplate: 'accepted' | 'refused'
  packingSlipFalse: 'template wins' | 'flag wins'
  defaultTemplate: 'preselected' | 'newest' | 'oldest'
  pdfTemplate: 'default' | 'last used'
  pdfFreshness: 'changed' | 'never' | 'always'
  otherDocument: 'stays' | 'renewed' | 'dropped'
  oldUrls: 'pinned' | 'newest'
  pdfPlace: 'own path' | 'second port' | 'redirect' | 'api path'
  pdfSignature: 'query' | 'path'
  pdfLifetimeSeconds: number | null
  pdfCompressed: boolean
  pdfDated: boolean

  emailWithoutAddress: 'queued' | 'unprocessable'
  emailMessage: string

  bulkUnknownIds: 'skipped' | 'counted' | 'unprocessable'
  bulkEmpty: 'accepted' | 'unprocessable'
  bulkTemplateUnknown: 'default' | 'unprocessable'
  bulkRepeatedIds: 'once' | 'each'
  bulkTotal: 'distinct' | 'length'
  bulkStatus: string
  bulkMs: number
  bulkHook: boolean

  /** Of the rate-limited store; the others are not limited in practice. */
  quota: { limit: number; windowMs: number }
  resetFormat: 'milliseconds' | 'iso' | 'seconds left' | 'http date' | 'seconds'
  retryAfterUnit: 'seconds' | 'milliseconds'
  rateLimitsBulk: boolean
  rateHeadersAlways: boolean

  timestampZone: 'store' | 'utc'
  timestampDigits: 0 | 3 | 6
  moneyDigits: 2 | 3 | 4 | 'trimmed'
  country: 'name' | 'code'
  slug: 'v4' | 'V7'
  firstId: number
  idStep: number
  /** What a text, address or customer without a value is: empty, null, or left out of the answer. */
  unset: 'empty' | 'null' | 'absent'
  extraFields: boolean
  compresses: boolean
  latencyMs: number
  hookToken: string | null
}

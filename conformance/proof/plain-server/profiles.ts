import type { Answers } from './answers.ts'

const NAMES = ['bureau', 'lenient', 'strict', 'overseas', 'tiny'] as const
type Row<Value> = readonly [Value, Value, Value, Value, Value]

/** One row an answer, one column a profile, in the order of NAMES. */
const TABLE: { readonly [Key in keyof Answers]: Row<Answers[Key]> } = {
  basePath: [
    '/api/v1/external',
    '/shops/north/api/v1/external',
    '/api/v1/external',
    '/eu/api/v1/external',
    '/api/v1/external',
  ],
  store: ['full', 'full', 'full', 'full', 'tiny'],

  unauthorizedStatus: [403, 401, 403, 401, 403],
  notFoundStatus: [410, 404, 410, 404, 404],
  unprocessableStatus: [400, 422, 422, 400, 422],
  rateLimitedStatus: [503, 429, 503, 503, 429],
  conflictStatus: [422, 423, 422, 409, 423],
  createdStatus: [200, 200, 201, 200, 201],
  existingStatus: [200, 200, 201, 200, 201],
  queuedStatus: [202, 201, 202, 201, 202],
  regeneratedStatus: [202, 201, 200, 200, 202],
  deletedStatus: [200, 200, 204, 200, 200],
  badSignatureStatus: [404, 400, 410, 401, 404],
  wrongMethodStatus: [404, 405, 405, 404, 405],
  deletedBody: [{}, { message: 'Record removed.' }, undefined, { deleted: true }, { status: 'ok' }],
  forbiddenBody: [undefined, { message: 'Upgrade.' }, { error: 'Plan' }, { reason: { code: 7 } }, undefined],
  conflictBody: [undefined, { message: 'Busy' }, { error: 'Busy', errors: {} }, { in_progress: true }, {}],
  errorsShape: ['text', 'base', 'nested', 'coded', 'base'],
  errorTexts: ['short', 'wrapped', 'german', 'numbered', 'short'],
  malformedJson: ['unprocessable', 'own', 'own', 'unprocessable', 'own'],
  nonIntegerId: ['unprocessable', 'not_found', 'unprocessable', 'unprocessable', 'not_found'],
  precedence: [
    ['unprocessable', 'not_found', 'conflict', 'rate_limited'],
    ['rate_limited', 'unprocessable', 'conflict', 'not_found'],
    ['not_found', 'rate_limited', 'conflict', 'unprocessable'],
    ['conflict', 'rate_limited', 'unprocessable', 'not_found'],
    ['rate_limited', 'conflict', 'unprocessable', 'not_found'],
  ],

  outOfRange: ['rejected', 'defaults', 'rejected', 'defaults', 'clamped'],
  searchOutOfRange: ['rejected', 'clamped', 'rejected', 'rejected', 'defaults'],
  repeatedParameter: ['last', 'first', 'last', 'first', 'last'],
  emptyTotalPages: [1, 1, 0, 1, 1],
  unknownFilter: ['ignored', 'ignored', 'rejected', 'rejected', 'ignored'],
  zoneMinutes: [120, -480, 0, 330, 780],
  listOrder: ['oldest', 'name', 'updated', 'oldest', 'name'],
  match: ['prefix', 'folded', 'whole', 'words', 'case'],
  customerName: ['parts', 'parts', 'full', 'parts', 'full'],
  searchedCountry: ['billing', 'either', 'shipping', 'either', 'billing'],
  emptyQuery: ['everything', 'everything', 'nothing', 'nothing', 'everything'],

  importedOrders: [true, false, false, true, false],
  draftType: ['quote', 'pro_forma', 'quote', 'as given', 'pro_forma'],
  draftFlag: ['decides', 'inferred', 'decides', 'decides', 'decides'],
  orderIds: ['apart', 'apart', 'coinciding', 'apart', 'coinciding'],
  sharedOrders: [true, false, false, false, false],
  existingWithOptions: ['ignored', 'produced', 'ignored', 'ignored', 'produced'],
  existingResync: [true, false, false, true, true],
  autoSync: [false, true, false, false, true],
  deletedOrder: ['kept', 'kept', 'refused', 'refused', 'kept'],
  filesCustomer: [true, true, false, false, true],
  numbering: ['yearly', 'settings', 'random', 'settings', 'yearly'],

  requiredTemplateFields: [
    ['name', 'template_type'],
    [],
    ['name', 'template_type', 'font_size'],
    [],
    ['name'],
  ],
  requiredCustomerFields: [['email'], [], ['email', 'first_name', 'last_name'], ['last_name'], []],
  uniqueEmail: [true, false, true, false, false],
  patchOmitted: ['kept', 'kept', 'reset', 'reset', 'kept'],
  unknownFields: ['ignored', 'ignored', 'refused', 'refused', 'ignored'],
  logoNull: ['accepted', 'accepted', 'refused', 'accepted', 'accepted'],
  coerces: [false, true, false, true, true],
  nullInput: ['omitted', 'empty', 'refused', 'omitted', 'empty'],
  strings: ['trimmed', 'trimmed', 'kept', 'kept', 'trimmed'],
  emailInput: ['lowered', 'any', 'checked', 'any', 'lowered'],
  controlCharacters: ['kept', 'kept', 'refused', 'kept', 'kept'],
  maxLength: [255, 1_000_000, 255, 5000, 1_000_000],
  contentType: ['any', 'any', 'required', 'any', 'required'],
  settingsFormats: ['checked', 'free', 'checked', 'free', 'free'],
  templateFormats: ['free', 'free', 'checked', 'free', 'free'],
  exclusiveFlags: [true, false, true, false, true],
  addressesOnWrite: [true, true, false, true, false],

  unknownTemplate: ['not_found', 'unprocessable', 'not_found', 'unprocessable', 'not_found'],
  creditNoteTemplate: ['refused', 'accepted', 'refused', 'accepted', 'accepted'],
  packingSlipFalse: ['flag wins', 'template wins', 'flag wins', 'template wins', 'flag wins'],
  defaultTemplate: ['oldest', 'newest', 'preselected', 'oldest', 'newest'],
  pdfTemplate: ['last used', 'default', 'default', 'last used', 'default'],
  pdfFreshness: ['never', 'always', 'changed', 'never', 'always'],
  otherDocument: ['dropped', 'renewed', 'stays', 'renewed', 'dropped'],
  oldUrls: ['newest', 'newest', 'pinned', 'pinned', 'newest'],
  pdfPlace: ['api path', 'redirect', 'second port', 'second port', 'own path'],
  pdfSignature: ['query', 'path', 'path', 'query', 'path'],
  pdfLifetimeSeconds: [null, 60, 86_400, 900, null],
  pdfCompressed: [false, true, true, false, false],
  pdfDated: [false, true, false, false, true],

  emailWithoutAddress: ['queued', 'queued', 'unprocessable', 'queued', 'queued'],
  emailMessage: [
    'The e-mail is being sent.',
    'Invoice email enqueued',
    'Your message was queued for delivery',
    'Delivery has been scheduled.',
    'SENT TO OUTBOX',
  ],

  bulkUnknownIds: ['skipped', 'counted', 'unprocessable', 'skipped', 'counted'],
  bulkEmpty: ['accepted', 'accepted', 'unprocessable', 'accepted', 'accepted'],
  bulkTemplateUnknown: ['default', 'default', 'unprocessable', 'default', 'unprocessable'],
  bulkRepeatedIds: ['each', 'once', 'each', 'once', 'each'],
  bulkTotal: ['length', 'length', 'distinct', 'distinct', 'length'],
  bulkStatus: ['PENDING', 'enqueued', 'waiting', 'in_arbeit', 'new'],
  bulkMs: [1200, 2500, 4000, 900, 1500],
  bulkHook: [false, true, true, false, true],

  quota: [
    { limit: 5, windowMs: 2000 },
    { limit: 8, windowMs: 1500 },
    { limit: 5, windowMs: 2500 },
    { limit: 3, windowMs: 1000 },
    { limit: 6, windowMs: 2000 },
  ],
  resetFormat: ['milliseconds', 'iso', 'seconds left', 'http date', 'seconds'],
  retryAfterUnit: ['milliseconds', 'seconds', 'seconds', 'milliseconds', 'seconds'],
  rateLimitsBulk: [true, false, true, true, true],
  rateHeadersAlways: [false, true, false, false, false],

  timestampZone: ['store', 'utc', 'store', 'store', 'store'],
  timestampDigits: [0, 0, 6, 3, 6],
  moneyDigits: [2, 4, 'trimmed', 3, 'trimmed'],
  country: ['name', 'code', 'name', 'code', 'code'],
  slug: ['v4', 'V7', 'V7', 'v4', 'V7'],
  firstId: [5_000_000, 9_007_199_254_000_000, 31, 4_294_967_290, 9_000_000_000_000_000],
  idStep: [1, 7, 3, 1, 11],
  unset: ['empty', 'null', 'empty', 'absent', 'null'],
  extraFields: [false, true, true, false, true],
  compresses: [true, true, false, true, false],
  latencyMs: [0, 2, 0, 1, 0],
  hookToken: [null, 'hook-secret', null, 'hook-secret', null],
}

function profile(column: number): Answers {
  const cells = Object.entries<Row<unknown>>(TABLE).map(([key, row]) => [key, row[column]])
  // One cell for each question of the table.
  return Object.fromEntries(cells) as Answers
}

/** Correct servers that share little with the questions' defaults and with each other, by name. */
export const PROFILES: Readonly<Record<string, Answers>> = Object.fromEntries(
  NAMES.map((name, column) => [name, profile(column)]),
)

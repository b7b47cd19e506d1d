import type { QuestionKey } from '../../../schemas/questions.ts'
import { changeOf, type SourceMutant } from './mutant.ts'

/**
 * Why a mutant may live: it changes nothing; no client of the API can see it; the specification does not state what it changes; or
 * a named open question allows it.
 */
export type Explanation = readonly ['same' | 'unseen' | 'unstated' | QuestionKey, string]

const DESK: Explanation = ['unseen', 'for the desk alone: faults, journal, coverage, lists of what was done']
const OWN_FAULT: Explanation = ['unseen', 'answers to a fault of the mock itself, which no request provokes']
const PLATFORM: Explanation = ['unseen', "the platform's side: orders, which the API does not have"]
const EMAIL_TEXT: Explanation = [
  'unseen',
  'what an email says: recipient, invoice and template are all that is told',
]
const RANGES: Explanation = ['unstated', 'that a part of a document can be asked for']
const PROXY: Explanation = ['unseen', 'how requests come through a proxy']
const NUMBERS: Explanation = ['numbering', 'which number follows']
const FORGETTING: Explanation = [
  'unseen',
  'what is forgotten, and when, is memory: what leads to a document keeps it',
]
const BULK_DOCUMENTS: Explanation = [
  'unseen',
  'when a bulk action makes documents: whoever asks for one gets it anyway',
]
const CACHE: Explanation = ['same', 'what is kept so as not to be made again']

type OfFile = Readonly<Record<string, Readonly<Record<string, Explanation>>>>

/** Survivors that were looked at, by file, function and change; `*` is all of a file or a function. */
export const EXPLAINED: Readonly<Record<string, OfFile>> = {
  'gates/existing.ts': {
    existing: {
      '!exchange.operation → exchange.operation': [
        'errors.precedence',
        'what is wrong with a request comes before what it names',
      ],
      '!exchange.operation → true': [
        'errors.precedence',
        'what is wrong with a request comes before what it names',
      ],
    },
  },
  'gates/fit-body.ts': {
    unsafeInteger: {
      'Object.keys(found).length > 0 → Object.keys(found).length <= 0': [
        'unstated',
        'how large an integer may be',
      ],
    },
    fitBody: {
      'refused && Object.fromEntries(strangers) → true': ['input.unknown_fields', 'they are ignored'],
      'true → false': ['input.unknown_fields', 'they are ignored, as by default'],
      'refused && Object.fromEntries(strangers) → false': ['input.unknown_fields', 'they are ignored'],
    },
    fitFields: {
      "field !== null || NULLS[place.dialect['input.coercion'].null].isGiven → true": [
        'input.coercion',
        'whether null is a value',
      ],
    },
  },
  'gates/forced-answer.ts': {
    '*': { '*': ['unseen', "X-Mock-Answer, a header of the mock's own"] },
  },
  'gates/known-path.ts': {
    decoded: {
      'error instanceof URIError → true': ['same', 'decoding throws nothing else'],
    },
  },
  'gates/near-types.ts': {
    readAs: {
      'near === value → false': ['same', 'both are then the same'],
    },
  },
  'gates/rate-limit.ts': {
    isCounted: {
      "operation === null || listsRateLimit(operation) || dialect['rate.bulk_pdf'] → false": [
        'rate.quota',
        'no limit looks like one that is seldom spent: its clauses are then not exercised',
      ],
    },
    rateLimit: {
      'window.used++ → window.used--': [
        'rate.quota',
        'no limit looks like one that is seldom spent: its clauses are then not exercised',
      ],
    },
    listsRateLimit: {
      '\'rate-limited\' → ""': ['rate.bulk_pdf', 'all operations count, whichever list the error'],
    },
  },
  'gates/read-body.ts': {
    readBody: {
      '{ maxOutputLength: LIMIT } → {}': ['unstated', 'how large a body may be'],
    },
  },
  'reply/check-answer.ts': {
    '*': { '*': ['unseen', "holds answers to their schemas in the kit's own tests alone"] },
  },
  'reply/error-body.ts': {
    errorBody: {
      "refusal.kind !== 'unprocessable' → false": ['output.extra_fields', 'other refusals have errors too'],
    },
  },
  'reply/faults.ts': {
    '*': { '*': OWN_FAULT },
  },
  'reply/rate-headers.ts': {
    waitOf: {
      'seconds === 1 → false': ['errors.texts', 'the words of a refusal'],
    },
  },
  'reply/rendering.ts': {
    renderingOf: { 'known → false': CACHE },
    renderFields: {
      '\'string\' → ""': ['format.timestamps', 'in which form they come'],
    },
  },
  'reply/send.ts': {
    writeHead: {
      'body === null → true': ['same', 'those statuses never have a body'],
      'body === null && BODILESS.has(status) → true': ['unstated', 'that an answer tells its length'],
    },
  },
  'reply/timestamp.ts': {
    minutesOf: {
      '[] → ["Stryker was here"]': ['same', 'it has no more parts than nothing'],
    },
  },
  'reply/to-json.ts': {
    toJson: {
      '!fields.some(([, value]) => isFrozenList(value)) → fields.some(([, value]) => isFrozenList(value))': [
        'same',
        'both ways write the same',
      ],
    },
    bytesOf: { '*': CACHE },
  },
  'routes/api.ts': {
    api: {
      'options.watch?.(http, response) → options.watch(http, response)': ['same', 'it is always watched'],
      'options.faults.armed > 0 → true': ['same', 'without a fault there is none to meet'],
      'options.faults.armed > 0 → false': DESK,
    },
    fittingOf: { '*': DESK },
    playOn: { '*': DESK },
    over: { '*': DESK },
    overOf: { '*': DESK },
    resultUnder: { '*': DESK },
    wordFor: { '*': DESK },
  },
  'routes/below.ts': {
    below: {
      '\'\' → "Stryker was here!"': ['same', 'there is always a path'],
    },
    withoutOrigin: {
      '*': PROXY,
    },
  },
  'routes/byte-cache.ts': {
    '*': { '*': CACHE },
  },
  'routes/docs.ts': {
    '*': { '*': ['unseen', 'pages of documentation: no clause speaks of them'] },
  },
  'routes/downloads.ts': {
    downloads: {
      'faults.armed > 0 → faults.armed >= 0': ['same', 'without a fault there is none to meet'],
      'faults.armed > 0 → true': ['same', 'without a fault there is none to meet'],
    },
    visitOf: {
      'options.watch?.(http, response) → options.watch(http, response)': ['same', 'it is always watched'],
    },
    rightAnswer: {
      "http.method === 'GET' → true": DESK,
      "http.method === 'GET' → http.method !== 'GET'": DESK,
      "http.method === 'GET' → false": DESK,
      '\'invalid-link\' → ""': DESK,
    },
    fittingOf: { '*': DESK },
    playOn: { '*': DESK },
    over: { '*': DESK },
    withoutBytes: { '*': DESK },
  },
  'routes/new-exchange.ts': {
    newExchange: {
      "{ slug: '', id: 0 } → {}": ['same', 'what an operation asks for is filled in before it is used'],
      '\'\' → "Stryker was here!"': ['same', 'no operation asks for the segment of none'],
    },
  },
  'routes/origin.ts': {
    originOf: {
      '*': PROXY,
    },
    originFor: {
      "(name: string) => (trustProxy ? nearest(headers[name]) : '') → () => undefined": PROXY,
      "told('x-forwarded-proto') || ('encrypted' in socket ? 'https' : 'http') → told('x-forwarded-proto') && ('encrypted' in socket ? 'https' : 'http')":
        PROXY,
      '\'x-forwarded-host\' → ""': PROXY,
      '\'https\' → ""': PROXY,
    },
    nearest: {
      '*': PROXY,
    },
  },
  'routes/pdf-answer.ts': {
    pdf: { '\'private\' → ""': ['unstated', 'how documents are cached'] },
    rangeOf: { '*': RANGES },
  },
  'routes/signed-url.ts': {
    storeNamed: {
      '/^\\/documents\\/([a-z0-9-]+)\\// → /^\\/documents\\/([a-z0-9-])\\//': [
        'unseen',
        'by which store of its own clock or dialect a download is dated: that is the desk',
      ],
      '/^\\/documents\\/([a-z0-9-]+)\\//.exec(url)?.[1] → /^\\/documents\\/([a-z0-9-]+)\\//.exec(url)[1]': [
        'pdf.bad_signature',
        'how an address is refused that was not handed out',
      ],
    },
    verifyDownload: {
      '\'\' → "Stryker was here!"': ['same', 'neither is the URL that was signed'],
    },
  },
  'rules/bulk-actions.ts': {
    finishBulk: {
      'false → true': DESK,
    },
    refuseUnknown: {
      '*': ['errors.texts', 'the words of a refusal'],
    },
    bulkActionOf: { '*': DESK },
    bulkChoice: { '*': BULK_DOCUMENTS },
    dueDocuments: { '*': BULK_DOCUMENTS },
    listBulkActions: { '*': DESK },
    progressBulk: {
      'Math.min(dueDocuments(context, action), stored(context.store, action) + SLICE) → Math.max(dueDocuments(context, action), stored(context.store, action) + SLICE)':
        BULK_DOCUMENTS,
      'stored(context.store, action) + SLICE → stored(context.store, action) - SLICE': BULK_DOCUMENTS,
      'stored(context.store, action) === action.invoice_ids.length → true': BULK_DOCUMENTS,
    },
    storeDocument: { '*': BULK_DOCUMENTS },
    storeDocuments: { '*': BULK_DOCUMENTS },
    stored: { '*': BULK_DOCUMENTS },
  },
  'rules/invoice-or-packing-slip.ts': {
    defaultTemplate: {
      'template_type === kind → template_type !== kind': ['default_template', 'which one is the default'],
      'lastChanged(selected) ?? fitting[0] ?? all[0] ?? BUILT_IN_TEMPLATE → (lastChanged(selected) ?? fitting[0] ?? all[0]) && BUILT_IN_TEMPLATE':
        ['default_template', 'which one is the default'],
      'fitting.filter((template) => draft ? template.pre_selected_draft_orders : template.pre_selected_orders, ) → fitting':
        ['default_template', 'which one is the default'],
    },
    requestedTemplate: {
      "dialect['template.unknown'] !== 'default_template' → true": [
        'template.unknown',
        'it is refused where another dialect takes the default one',
      ],
      '\'template.unknown\' → ""': [
        'template.unknown',
        'it is refused where another dialect takes the default one',
      ],
    },
  },
  'rules/create-invoice.ts': {
    returned: {
      "order && context.dialect['create.existing_resync'] → true": [
        'create.existing_resync',
        'it is re-synced',
      ],
    },
    createInvoice: {
      'existing !== undefined → false': ['status.existing', 'the status says nothing of it'],
      'existing !== undefined → existing === undefined': ['status.existing', 'the status says otherwise'],
    },
    issue: { '\'draft order\' → ""': ['errors.texts', 'the words of a refusal'] },
  },
  'rules/customers.ts': {
    refuseTakenEmail: {
      "taken && dialect['customers.unique_email'] → taken || dialect['customers.unique_email']": [
        'customers.unique_email',
        'emails are unique',
      ],
    },
  },
  'rules/documents.ts': {
    makeDocument: {
      'store.indexes.documentsByInvoice.count(invoice.id) > 1 → true': FORGETTING,
      'store.indexes.documentsByInvoice.count(invoice.id) > 1 → false': FORGETTING,
      'store.indexes.documentsByInvoice.count(invoice.id) > 1 → store.indexes.documentsByInvoice.count(invoice.id) >= 1':
        FORGETTING,
      'store.indexes.documentsByInvoice.count(invoice.id) > 1 → store.indexes.documentsByInvoice.count(invoice.id) <= 1':
        FORGETTING,
    },
    showsSettings: {
      '*': ['pdf.freshness', 'when a document is made anew'],
    },
    currentDocument: {
      'last?.made_from.invoice === invoice.revision && last.made_from.template === choice.template.revision && showsSettings(co… → true':
        ['pdf.freshness', 'when a document is made anew'],
    },
    taxNumberOf: { '*': ['unstated', 'that a document shows a tax number'] },
  },
  'rules/email-text.ts': {
    '*': { '*': EMAIL_TEXT },
  },
  'rules/emails.ts': {
    envelope: { '*': EMAIL_TEXT },
    content: { '*': EMAIL_TEXT },
  },
  'rules/filters.ts': {
    UNKNOWN: { '[() => false] → []': ['filters.unknown_value', 'it is ignored'] },
    isDay: { '*': ['filters.unknown_value', 'whether it is a date'] },
  },
  'rules/history.ts': {
    reachable: {
      '*': FORGETTING,
    },
    canBeChosen: { '*': FORGETTING },
    choiceOf: { '*': FORGETTING },
    isAttached: { '*': FORGETTING },
    shedBulkActions: { '*': FORGETTING },
    shedEmails: { '*': FORGETTING },
    shedOldest: { '*': FORGETTING },
    shedDocuments: {
      '{ const isNewest = newest.get(choiceOf(document)) === document && canBeChosen(store, document) if (isNewest || (document… → {}':
        FORGETTING,
      '(document.reachable_until ?? 0) > world.now() → (document.reachable_until ?? 0) >= world.now()':
        FORGETTING,
    },
  },
  'rules/input-fields.ts': {
    demandsAgain: {
      'false → true': ['patch.omitted', 'what an update must carry'],
      '{ kept: false, reset: true, reset_optional: false } → {}': [
        'patch.omitted',
        'what an update must carry',
      ],
    },
    knownFields: { 'value !== undefined → true': ['same', 'JSON has no undefined'] },
  },
  'rules/numbering.ts': {
    countAtEnd: { '*': NUMBERS },
    following: { '*': NUMBERS },
    isDigit: { '*': NUMBERS },
  },
  'rules/paginate.ts': {
    readPaging: {
      'page === null → false': ['pagination.out_of_range', 'no page is refused where it is clamped'],
    },
    pageOf: { 'offset < total → offset <= total': ['same', 'there is nothing at the end'] },
  },
  'rules/platform.ts': {
    addOrder: { '*': PLATFORM },
    freeId: { '*': PLATFORM },
    checkOrder: { '*': PLATFORM },
    byField: { '*': PLATFORM },
    listOrders: { '*': PLATFORM },
  },
  'rules/revisions.ts': {
    replaceInvoice: {
      'before.revision !== next.revision → true': FORGETTING,
      'before && before.revision !== next.revision && invoiceHasDocument(store, before) → true': FORGETTING,
    },
    replaceTemplate: {
      'before.revision !== next.revision → true': FORGETTING,
    },
    dropRevisionsOf: { '*': FORGETTING },
    invoiceHasDocument: { '*': FORGETTING },
    replaceSettings: {
      'before.revision !== next.revision && store.indexes.documentsBySettings.count(before.revision) > 0 → true':
        FORGETTING,
      'store.indexes.documentsBySettings.count(before.revision) > 0 → true': FORGETTING,
    },
  },
  'rules/templates.ts': {
    refuseTooManyPictures: {
      '*': ['unstated', 'how large pictures may be together'],
    },
  },
  'rules/text-search.ts': {
    LETTERS: {
      '\'ς\' → ""': ['search.match', 'which letters are the same'],
    },
    prepared: { '\'\\u0001\' → ""': ['search.match', 'how a sign that ends texts is read'] },
  },
  'rules/timestamps.ts': {
    timestamp: { 'last.at !== milliseconds → true': CACHE },
    touched: {
      'now > updatedAt → false': ['unstated', 'that updated_at moves: it does not go back'],
      'now > updatedAt → now >= updatedAt': ['same', 'both are then the same text'],
    },
  },
}

/** What may be said otherwise wherever it stands. */
const WORDS: readonly (readonly [RegExp, Explanation])[] = [
  [/^(['"`]).* .*\1 → (""|``)$/, ['errors.texts', 'the words of a refusal']],
  [/^\[(['"`]).* .*\1\] → \[\]$/, ['errors.structure', 'what a field is told']],
  [/^\{ \S+: \[(['"`]).* .*\1\] \} → \{\}$/, ['errors.structure', 'which field is told of']],
]

/** Why a survivor may live, where somebody looked at it. */
export function explanationOf(mutant: SourceMutant): Explanation | undefined {
  const ofFile = EXPLAINED[mutant.file]
  const ofFunction = ofFile?.[mutant.within]
  const change = changeOf(mutant)
  const words = WORDS.find(([pattern]) => pattern.test(change))?.[1]
  return ofFunction?.[change] ?? ofFunction?.['*'] ?? ofFile?.['*']?.['*'] ?? words
}

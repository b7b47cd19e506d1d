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
    FINDERS: {
      "['/templates/{id}', (exchange) => findTemplate(contextOf(exchange).store, exchange.params.id)] → []": [
        'errors.precedence',
        'what is wrong with a request comes before what it names',
      ],
      "['/invoices/{slug}', (exchange) => findInvoice(contextOf(exchange).store, exchange.params.slug)] → []":
        ['errors.precedence', 'what is wrong with a request comes before what it names'],
      "['/customers/{id}', (exchange) => findCustomer(contextOf(exchange).store, exchange.params.id)] → []": [
        'errors.precedence',
        'what is wrong with a request comes before what it names',
      ],
    },
    existing: {
      '{ if (!exchange.operation) return const { path } = OPERATIONS[exchange.operation] FINDERS.find(([beginning]) => path.sta… → {}':
        ['errors.precedence', 'what is wrong with a request comes before what it names'],
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
    fit: {
      'node.$ref → false': ['same', 'the schema is then looked up by its name all the same'],
    },
    NULLS: {
      '{ isGiven: true, read: emptyOf } → {}': ['input.coercion', 'whether null is a value'],
    },
    unsafeInteger: {
      'value === null → value !== null': ['unstated', 'how large an integer may be'],
      '[...path, name] → []': ['unstated', 'how large an integer may be'],
      'Object.keys(found).length > 0 → Object.keys(found).length <= 0': [
        'unstated',
        'how large an integer may be',
      ],
    },
    fitBody: {
      'strangers.size > 0 → strangers.size >= 0': ['input.unknown_fields', 'whether they are refused'],
      "strangers.size > 0 && { unprocessable: true, ignored: false }[dialect['input.unknown_fields']] → true":
        ['input.unknown_fields', 'whether they are refused'],
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
    knownPath: {
      '\'known-path\' → ""': ['same', 'a gate’s name is for people'],
    },
    integerId: {
      '!/^[+-]?\\d+$/.test(text) → false': ['errors.non_integer_id', 'whether such an id is not found'],
    },
    decoded: {
      'error instanceof URIError → true': ['same', 'decoding throws nothing else'],
    },
  },
  'gates/near-types.ts': {
    emptyOf: {
      '(type: Type): unknown => EMPTY[String(type)]?.() ?? null → () => undefined': [
        'input.coercion',
        'whether null is a value',
      ],
    },
    EMPTY: {
      '[] → ["Stryker was here"]': ['input.coercion', 'whether null is a value'],
      '() => false → () => undefined': ['input.coercion', 'whether null is a value'],
    },
    readAs: {
      'near === value → near !== value': [
        'input.coercion',
        'whether a value of nearly the right type is taken',
      ],
      'near === value → false': ['same', 'both are then the same'],
    },
  },
  'gates/rate-limit.ts': {
    stateOf: {
      'limit - used → limit + used': ['rate.headers_always', 'what else an answer tells of the limit'],
      'Math.max(0, limit - used) → Math.min(0, limit - used)': [
        'rate.headers_always',
        'what else an answer tells of the limit',
      ],
    },
    isCounted: {
      "operation === null || listsRateLimit(operation) || dialect['rate.bulk_pdf'] → true": [
        'rate.bulk_pdf',
        'whether it counts',
      ],
      "operation === null || listsRateLimit(operation) || dialect['rate.bulk_pdf'] → false": [
        'rate.quota',
        'no limit looks like one that is seldom spent: its clauses are then not exercised',
      ],
    },
    rateLimit: {
      'refused → false': [
        'rate.quota',
        'no limit looks like one that is seldom spent: its clauses are then not exercised',
      ],
      'counts && !refused → true': ['rate.scope', 'what counts against the limit'],
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
    gathered: {
      'size <= LIMIT → true': ['unstated', 'how large a body may be'],
      'size += chunk.length → size -= chunk.length': ['unstated', 'how large a body may be'],
      "http.readableEnded || reject(new Error('request aborted')) → false": [
        'same',
        'it is the end either way',
      ],
    },
    readBody: {
      '{ maxOutputLength: LIMIT } → {}': ['unstated', 'how large a body may be'],
    },
  },
  'reply/check-answer.ts': {
    '*': { '*': ['unseen', "holds answers to their schemas in the kit's own tests alone"] },
  },
  'reply/error-body.ts': {
    CONFLICT: {
      "{ message: 'A bulk action is already in progress.' } → {}": ['body.conflict', 'what it says'],
    },
    errorBody: {
      "refusal.kind !== 'unprocessable' → false": ['output.extra_fields', 'other refusals have errors too'],
    },
  },
  'reply/faults.ts': {
    '*': { '*': OWN_FAULT },
  },
  'reply/rate-headers.ts': {
    millisecondsLeft: {
      'rate?.reset_at → rate.reset_at': ['rate.reset_format', 'in which form it comes'],
    },
    RESETS: {
      'at - now → at + now': ['rate.reset_format', 'in which form it comes'],
    },
    waitOf: {
      '\'seconds\' → ""': ['rate.retry_after_unit', 'in which unit it comes'],
      'seconds === 1 → false': ['errors.texts', 'the words of a refusal'],
    },
  },
  'reply/rendering.ts': {
    render: {
      'value !== null → value === null': ['format.timestamps', 'in which form they come'],
    },
    partsOf: {
      'operation === null → operation !== null': ['format.timestamps', 'in which form they come'],
      'fields.some((field) => names.has(field)) → fields.every(field => names.has(field))': [
        'format.timestamps',
        'in which form they come',
      ],
    },
    makeRendering: {
      'keys.every((key) => isDeepStrictEqual(forms[key], DEFAULT_DIALECT[key])) → false': [
        'format.timestamps',
        'in which form they come',
      ],
    },
    fieldFormats: {
      '[ ...TIMES.map((name) => [name, time] as const), ...AMOUNTS.map((name) => [name, money] as const), ] → []':
        ['format.timestamps', 'in which form they come'],
    },
    renderingOf: {
      'known → true': ['output.extra_fields', 'whether there are any'],
      '\'output.extra_fields\' → ""': ['output.extra_fields', 'whether there are any'],
      'known → false': CACHE,
    },
    renderFields: {
      "more && 'id' in value → true": ['format.timestamps', 'in which form they come'],
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
    formatTimestamp: {
      '/^(\\d{4}-.*)\\.(\\d{3})Z$/ → /^(\\d{4}-.)\\.(\\d{3})Z$/': [
        'format.timestamps',
        'in which form they come',
      ],
      '/^(\\d{4}-.*)\\.(\\d{3})Z$/ → /(\\d{4}-.*)\\.(\\d{3})Z$/': [
        'format.timestamps',
        'in which form they come',
      ],
    },
    minutesOf: {
      '[] → ["Stryker was here"]': ['same', 'it has no more parts than nothing'],
    },
  },
  'reply/to-json.ts': {
    isFrozenObject: {
      'item !== null → true': ['same', 'both ways write the same'],
      'item !== null → item === null': ['same', 'both ways write the same'],
    },
    toJson: {
      'value !== undefined → false': ['same', 'both ways write the same'],
      "text === '' → true": ['same', 'both ways write the same'],
      'isFrozenList(value) → false': ['same', 'both ways write the same'],
      'fields.some(([, value]) => isFrozenList(value)) → fields.every(([, value]) => isFrozenList(value))': [
        'same',
        'both ways write the same',
      ],
      '([, value]) => value !== undefined → () => undefined': ['same', 'both ways write the same'],
      '!fields.some(([, value]) => isFrozenList(value)) → fields.some(([, value]) => isFrozenList(value))': [
        'same',
        'both ways write the same',
      ],
    },
    bytesOf: { '*': CACHE },
  },
  'routes/api.ts': {
    resultOf: {
      'reading → true': ['unseen', 'whether a reading waits for the disk'],
    },
    meet: {
      'options.faults.armed > 0 → false': DESK,
    },
    handled: {
      '\'not-found\' → ""': ['http.unknown_path', 'what is answered there'],
      '!operation → false': ['http.unknown_path', 'what is answered there'],
    },
    answerTo: {
      'result instanceof Error && !(result instanceof Refusal) → false': OWN_FAULT,
    },
    api: {
      '{ exchange, response, visit } → {}': DESK,
      'options.faults.armed > 0 → options.faults.armed >= 0': [
        'same',
        'without a fault there is none to meet',
      ],
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
    unseen: {
      '{ const visit = { ...came, store: null, world, dialect: dialect(), questions: new QuestionSet() } const answer = error i… → {}':
        OWN_FAULT,
      '\'failed\' → ""': OWN_FAULT,
    },
    lookUp: {
      '\'not-found\' → ""': ['pdf.bad_signature', 'how an address is refused that was not handed out'],
    },
    look: {
      'kind !== undefined → kind === undefined': DESK,
      'faults.armed > 0 → true': DESK,
      "WORK[kind] === 'left' → true": DESK,
    },
    downloads: {
      '!right → false': DESK,
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
    begun: {
      '{ context: null, rate: null, query: {}, body: {}, sent: undefined, document: null } → {}': [
        'unseen',
        'what is done again after another process came before',
      ],
      'again → true': ['unseen', 'what is done again after another process came before'],
    },
    newExchange: {
      "{ slug: '', id: 0 } → {}": ['same', 'what an operation asks for is filled in before it is used'],
      '\'\' → "Stryker was here!"': ['same', 'no operation asks for the segment of none'],
    },
  },
  'routes/origin.ts': {
    socketAddress: {
      "{ return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}` } → {}": [
        'unseen',
        'what a URL is made of for a client that names no Host',
      ],
      '\'127.0.0.1\' → ""': ['unseen', 'what a URL is made of for a client that names no Host'],
    },
    HOST: {
      '/^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})?$/i → /^([a-z\\d._-]+|\\[[\\da-f:.]\\])(:[1-9]\\d{0,4})?$/i':
        ['unseen', 'which Host a URL is made of that few send'],
      '/^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})?$/i → /^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})$/i':
        ['unseen', 'which Host a URL is made of that few send'],
      '/^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})?$/i → /^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\D{0,4})?$/i':
        ['unseen', 'which Host a URL is made of that few send'],
      '/^([a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})?$/i → /^([^a-z\\d._-]+|\\[[\\da-f:.]+\\])(:[1-9]\\d{0,4})?$/i':
        ['unseen', 'which Host a URL is made of that few send'],
    },
    originOf: {
      '*': PROXY,
    },
    originFor: {
      "scheme === 'https' → false": PROXY,
      '\'x-forwarded-proto\' → ""': PROXY,
      '\'http\' → ""': PROXY,
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
    pdf: {
      '\'application/pdf\' → ""': ['unstated', 'of which type a document is told to be'],
      '\'private\' → ""': ['unstated', 'how documents are cached'],
    },
    rangeOf: { '*': RANGES },
  },
  'routes/signed-url.ts': {
    PATH: {
      '/^\\/documents\\/([^/]+)\\/(\\d+)\\/[^/]+$/ → /\\/documents\\/([^/]+)\\/(\\d+)\\/[^/]+$/': [
        'same',
        'a path begins in one place',
      ],
    },
    storeNamed: {
      '\'\' → "Stryker was here!"': [
        'unseen',
        'by which store of its own clock or dialect a download is dated: that is the desk',
      ],
      '/^\\/documents\\/([a-z0-9-]+)\\// → /^\\/documents\\/([a-z0-9-])\\//': [
        'unseen',
        'by which store of its own clock or dialect a download is dated: that is the desk',
      ],
    },
    verifyDownload: {
      'rest.length > 0 → false': ['unstated', 'what an address may have behind what was signed'],
      '\'\' → "Stryker was here!"': ['same', 'neither is the URL that was signed'],
    },
  },
  'rules/bulk-actions.ts': {
    timesOf: {
      'processing_from + duration.per_invoice_ms * invoice_ids.length → processing_from - duration.per_invoice_ms * invoice_ids.length':
        ['bulk.duration', 'how long it takes'],
      'duration.per_invoice_ms * invoice_ids.length → duration.per_invoice_ms / invoice_ids.length': [
        'bulk.duration',
        'how long it takes',
      ],
    },
    templateNamed: {
      'template.name === name → true': ['bulk.template_unknown', 'which template is meant'],
      'template.name === name → template.name !== name': ['bulk.template_unknown', 'which template is meant'],
    },
    startBulk: {
      'asked.filter((id) => store.invoices.has(id)) → asked': ['bulk.unknown_ids', 'whether they count'],
      '\'bulk.empty\' → ""': ['bulk.empty', 'whether it is taken'],
    },
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
      '!action → true': ['same', 'without an action there is nothing to do'],
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
    lastChanged: {
      'last.updated_at > each.updated_at → last.updated_at <= each.updated_at': [
        'default_template',
        'which one is the default',
      ],
    },
    defaultTemplate: {
      'template_type === kind → false': ['default_template', 'which one is the default'],
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
      "order && context.dialect['create.existing_resync'] → false": [
        'create.existing_resync',
        'whether it is synced',
      ],
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
      'store.indexes.customersByEmail.all(email.toLowerCase()).some(({ id }) => id !== self) → store.indexes.customersByEmail.all(email.toLowerCase()).every(({ id }) => id !== self)':
        ['customers.unique_email', 'whether it may be taken'],
      "taken && dialect['customers.unique_email'] → taken || dialect['customers.unique_email']": [
        'customers.unique_email',
        'emails are unique',
      ],
    },
  },
  'rules/documents.ts': {
    titleKind: {
      '\'credit_note\' → ""': ['settings.value_sets', 'which title a document of a credit note template has'],
    },
    kindOf: {
      '{ const { invoice, template } = madeFrom(store, document) return titleKind(document, invoice, template) } → {}':
        ['unseen', 'how a file is named'],
    },
    documentSource: {
      '\'\' → "Stryker was here!"': [
        'customers.addresses_on_write',
        'nothing is shown where there is no number',
      ],
    },
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
      'last.made_from.template === choice.template.revision → true': [
        'pdf.freshness',
        'when a document is made anew',
      ],
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
    readFilters: {
      '[] → ["Stryker was here"]': ['same', 'a list that is filled before it is read'],
    },
    UNKNOWN: {
      '\'others\' → ""': ['filters.unknown_value', 'what it finds'],
      '[() => false] → []': ['filters.unknown_value', 'it is ignored'],
    },
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
      'newest.get(choiceOf(document)) === document → true': FORGETTING,
      'isNewest || (document.reachable_until ?? 0) > world.now() → isNewest && (document.reachable_until ?? 0) > world.now()':
        FORGETTING,
      '(document.reachable_until ?? 0) > world.now() → false': FORGETTING,
      '{ const isNewest = newest.get(choiceOf(document)) === document && canBeChosen(store, document) if (isNewest || (document… → {}':
        FORGETTING,
      '(document.reachable_until ?? 0) > world.now() → (document.reachable_until ?? 0) >= world.now()':
        FORGETTING,
    },
  },
  'rules/input-fields.ts': {
    updatable: {
      '{ ...before, ...defaults } → {}': ['patch.omitted', 'what becomes of what is left out'],
    },
    demand: {
      'missing.length === 0 → true': ['patch.omitted', 'what becomes of what is left out'],
    },
    demandsAgain: {
      'true → false': ['patch.omitted', 'what becomes of what is left out'],
      "(dialect: Dialect): boolean => ({ kept: false, reset: true, reset_optional: false })[dialect['patch.omitted']] → () => undefined":
        ['patch.omitted', 'what becomes of what is left out'],
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
      'per_page === null → per_page !== null': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'per_page === null && { per_page: [PER_PAGE.says] } → false': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'page === null || per_page === null → false': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'page === null && { page: [PAGE.says] } → true': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'page === null && { page: [PAGE.says] } → page === null || { page: [PAGE.says] }': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'page === null && { page: [PAGE.says] } → false': [
        'pagination.out_of_range',
        'whether it is refused, and in which words',
      ],
      'page === null → false': ['pagination.out_of_range', 'no page is refused where it is clamped'],
    },
    pageOf: {
      'total === 0 → false': ['meta.empty_total_pages', 'how many pages nothing has'],
      'offset < total → true': ['same', 'there is nothing behind the end'],
      'offset < total → offset <= total': ['same', 'there is nothing at the end'],
    },
  },
  'rules/platform.ts': {
    replaceOrder: {
      '{ ...order, id } → {}': PLATFORM,
    },
    readOrder: {
      "{ const order = tableOf(store, kind).get(id) if (!order) throw new Refusal('not-found') return order } → {}":
        PLATFORM,
      '!order → order': PLATFORM,
    },
    addOrder: { '*': PLATFORM },
    freeId: { '*': PLATFORM },
    checkOrder: { '*': PLATFORM },
    byField: { '*': PLATFORM },
    listOrders: { '*': PLATFORM },
  },
  'rules/revisions.ts': {
    keepTemplate: {
      'store.indexes.documentsByTemplate.count(`${id}:${revision}`) > 0 → store.indexes.documentsByTemplate.count(`${id}:${revision}`) >= 0':
        FORGETTING,
    },
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
    updateTemplate: {
      'before.revision + 1 → before.revision - 1': ['same', 'both are revisions that there were not'],
    },
    refuseTooManyPictures: {
      '*': ['unstated', 'how large pictures may be together'],
    },
  },
  'rules/text-search.ts': {
    asItIs: {
      "unit !== 'substring' → unit === 'substring'": ['search.match', 'what of a text is held against what'],
      "letters !== 'folded' → letters === 'folded'": ['search.match', 'what of a text is held against what'],
    },
    WORD: {
      '/[\\p{L}\\p{N}\\p{M}]+/gu → /[\\p{L}\\p{N}\\p{M}]/gu': [
        'search.match',
        'what of a text is held against what',
      ],
    },
    UNITS: {
      '{ begins: false, ends: false, words: true } → {}': [
        'search.match',
        'what of a text is held against what',
      ],
      'true → false': ['search.match', 'what of a text is held against what'],
      'false → true': ['search.match', 'what of a text is held against what'],
    },
    LETTERS: {
      '\'ς\' → ""': ['search.match', 'which letters are the same'],
    },
    prepared: { '\'\\u0001\' → ""': ['search.match', 'how a sign that ends texts is read'] },
  },
  'rules/timestamps.ts': {
    timestamp: { 'last.at !== milliseconds → true': CACHE },
    touched: {
      'now > updatedAt → now <= updatedAt': ['unstated', 'that updated_at moves: it does not go back'],
      'now > updatedAt → false': ['unstated', 'that updated_at moves: it does not go back'],
      'now > updatedAt → now >= updatedAt': ['same', 'both are then the same text'],
    },
  },
  'gates/authenticate.ts': {
    identify: {
      'answers === exchange.dialect → true': ['same', 'both are then the same dialect'],
    },
  },
  'gates/body.ts': {
    take: {
      '\'unprocessable\' → ""': ['unseen', 'a body that cannot be read is that of a client which has gone'],
    },
    body: {
      '\'body\' → ""': ['same', 'a gate’s name is for people'],
    },
  },
  'gates/field-errors.ts': {
    toFieldErrors: {
      "path.join('.') || 'base' → true": ['errors.structure', 'which field is told of'],
    },
  },
  'gates/pass-all.ts': {
    passAll: {
      'gates[at]?.pass → gates[at].pass': ['same', 'there is always one more'],
    },
  },
  'gates/query.ts': {
    documentQuery: {
      '\'boolean\' → ""': ['input.coercion', 'whether a value of nearly the right type is taken'],
    },
  },
  'gates/ready.ts': {
    readyToRead: {
      '{ for (const _ of compileSteps(SENT)) await turn() } → {}': [
        'unseen',
        'what is compiled before the first request waits for it',
      ],
    },
    SENT: {
      'name !== undefined → name === undefined': [
        'unseen',
        'what is compiled before the first request waits for it',
      ],
      'name !== undefined → false': ['unseen', 'what is compiled before the first request waits for it'],
      "b === 'queries/document' → false": [
        'unseen',
        'what is compiled before the first request waits for it',
      ],
      "b === 'queries/document' → b !== 'queries/document'": [
        'unseen',
        'what is compiled before the first request waits for it',
      ],
      "(a, b) => Number(b === 'queries/document') - Number(a === 'queries/document') → () => undefined": [
        'unseen',
        'what is compiled before the first request waits for it',
      ],
      '\'queries/document\' → ""': ['unseen', 'what is compiled before the first request waits for it'],
    },
  },
  'gates/receive.ts': {
    read: {
      '{ exchange.unread = error } → {}': [
        'unseen',
        'a body that cannot be read is that of a client which has gone',
      ],
    },
  },
  'gates/search-index.ts': {
    searchIndex: {
      '\'search-index\' → ""': ['same', 'a gate’s name is for people'],
    },
    SEARCHED: {
      "{ searchInvoices: ['invoices', 'q'], listCustomers: ['customers', 'search'], } → {}": [
        'unseen',
        'who waits for an index that is being made',
      ],
      "['customers', 'search'] → []": ['unseen', 'who waits for an index that is being made'],
      '\'invoices\' → ""': ['unseen', 'who waits for an index that is being made'],
    },
  },
  'reply/error-structure.ts': {
    nest: {
      "{ const [outer = '', ...inner] = path.split('.') const group = groups.get(outer) ?? new Map<string, string[]>() groups.s… → {}":
        ['errors.structure', 'how errors lie in each other'],
      "inner.join('.') || 'base' → inner.join('.') && 'base'": [
        'errors.structure',
        'how errors lie in each other',
      ],
      'groups.get(outer)?.size === 1 → true': ['errors.structure', 'how errors lie in each other'],
      'Object.hasOwn(errors, outer) && groups.get(outer)?.size === 1 → Object.hasOwn(errors, outer) || groups.get(outer)?.size === 1':
        ['errors.structure', 'how errors lie in each other'],
    },
    SHAPES: {
      "[path, messages.join(', ')] → []": ['errors.structure', 'how errors lie in each other'],
      "(errors) => Object.fromEntries(Object.entries(errors).map(([path, messages]) => [path, messages.join(', ')])) → () => undefined":
        ['errors.structure', 'how errors lie in each other'],
      '([path, messages]) => messages.map((text) => `${path} ${text}`) → () => undefined': [
        'errors.structure',
        'how errors lie in each other',
      ],
    },
  },
  'reply/money.ts': {
    formatMoney: {
      "format === 'trimmed' → format !== 'trimmed'": ['format.money', 'how many digits amounts have'],
      'format + 1 → format - 1': ['format.money', 'how many digits amounts have'],
      '`${sign}${digits.slice(0, -format)}.${digits.slice(-format)}` → ``': [
        'format.money',
        'how many digits amounts have',
      ],
      '[] → ["Stryker was here"]': ['format.money', 'how many digits amounts have'],
      '/^(-?)(\\d+)(?:\\.(\\d+))?$/ → /(-?)(\\d+)(?:\\.(\\d+))?$/': [
        'format.money',
        'how many digits amounts have',
      ],
      '\'trimmed\' → ""': ['format.money', 'how many digits amounts have'],
    },
  },
  'reply/reply.ts': {
    yes: {
      "outcome === 'deleted' → false": ['body.deleted', 'what it says'],
      '\'body.deleted\' → ""': ['body.deleted', 'what it says'],
    },
    reply: {
      '\'rate.headers_always\' → ""': ['rate.headers_always', 'whether they stand in every answer'],
    },
    no: {
      'isBadRequest(refusal, dialect) → false': ['errors.malformed_json', 'how it is refused'],
    },
  },
  'rules/lists.ts': {
    EMPTY_Q: {
      '(all) => all → () => undefined': ['search.empty_q', 'what it finds'],
    },
  },
  'rules/merge-patch.ts': {
    mergePatch: {
      '{ if (!hasFields(patch)) return patch const fields = new Map(hasFields(target) ? Object.entries(target) : []) for (const… → {}':
        PLATFORM,
      'value === null → false': PLATFORM,
      '!hasFields(patch) → true': PLATFORM,
      '!hasFields(patch) → hasFields(patch)': PLATFORM,
    },
  },
  'rules/sync.ts': {
    typeOfInvoice: {
      '\'invoice_type\' → ""': ['invoice.auto_sync', 'whether the type follows its order'],
    },
  },
  'rules/template-fields.ts': {
    BUILT_IN_TEMPLATE: {
      '\'1970-01-01T00:00:00.000Z\' → ""': ['same', 'it is older than any other all the same'],
    },
  },
}

/** What may be said otherwise wherever it stands. */
const WORDS: readonly (readonly [RegExp, Explanation])[] = [
  [/^(['"`]).*\w [\w$].*\1 → (""|``)$/, ['errors.texts', 'the words of a refusal']],
  [/^\[(['"`]).*\w [\w$].*\1\] → \[\]$/, ['errors.structure', 'what a field is told']],
  [/^\{ \S+: \[(['"`]).*\w [\w$].*\1\] \} → \{\}$/, ['errors.structure', 'which field is told of']],
]

/** Why a survivor may live, where somebody looked at it. */
export function explanationOf(mutant: SourceMutant): Explanation | undefined {
  const ofFile = EXPLAINED[mutant.file]
  const ofFunction = ofFile?.[mutant.within]
  const change = changeOf(mutant)
  const words = WORDS.find(([pattern]) => pattern.test(change))?.[1]
  return ofFunction?.[change] ?? ofFunction?.['*'] ?? ofFile?.['*']?.['*'] ?? words
}

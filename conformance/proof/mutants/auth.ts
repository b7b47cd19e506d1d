import {
  contextOf,
  customerOf,
  dropTemplate,
  type Exchange,
  orderKey,
  settingsOf,
  type Store,
  type StoreDirectory,
  summaryOf,
  templateOf,
} from '../../../mock-server/seams.ts'
import { OPERATION_IDS, type OperationId } from '../../../schemas/operations.ts'
import {
  afterGate,
  afterHandler,
  all,
  answering,
  around,
  aroundGate,
  type Change,
  changing,
  type FaultsOf,
  fresh,
  isFor,
  ofEach,
  onRefusal,
  refusedButDone,
  rewritten,
  withoutGate,
} from './mutant.ts'

/** What may be taken for a key. */
const NEAR_KEYS: Readonly<Record<string, (sent: string, real: string) => boolean>> = {
  prefix: (sent, real) => sent.length > 8 && real.startsWith(sent),
  more: (sent, real) => sent.startsWith(real),
  'letter-case': (sent, real) => sent.toLowerCase() === real.toLowerCase(),
  any: (sent) => sent !== '',
}

/** Faults of authentication, plans and the walls between stores. */
export const AUTH_FAULTS: FaultsOf<'auth'> = {
  'auth.key-required': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`${operation} asks for no key`]: taking((sent) => sent === '', operation),
    })),
    'GET /settings without a key reads the settings of the first store': taking(
      (sent) => sent === '',
      'readSettings',
    ),
    'DELETE /customers/{id} asks for no key': taking((sent) => sent === '', 'deleteCustomer'),
    'On search, an X-Auth-Token that is there but empty passes for the first store': aroundGate(
      'authenticate',
      (exchange, through, stores) => {
        const header = exchange.http.headers['x-auth-token']
        if (header === '' && isFor(exchange, 'searchInvoices')) assume(exchange, shops(stores)[0])
        return through()
      },
    ),
    'GET /templates/{id} looks for the template before the key: an unknown one is not-found without any key':
      onRefusal('unauthorized', () => notFound, 'readTemplate'),
  },
  'auth.key-unknown': {
    ...ofEach(Object.entries(NEAR_KEYS), ([what, resembles]) =>
      ofEach(OPERATION_IDS, (operation) => ({
        [`${operation} takes for the key what is near it: ${what}`]: taking(resembles, operation),
      })),
    ),
    'GET /customers takes the beginning of a key for the key': taking(
      (sent, real) => sent.length > 8 && real.startsWith(sent),
      'listCustomers',
    ),
    'GET pdf takes a key with more behind it for the key': taking(
      (sent, real) => sent.startsWith(real),
      'readInvoicePdf',
    ),
    'The letter case of a key does not matter': taking(
      (sent, real) => sent.toLowerCase() === real.toLowerCase(),
      OPERATION_IDS,
    ),
    'PATCH /settings compares the lengths of keys and their first ten characters': taking(
      (sent, real) => sent.length === real.length && sent.slice(0, 10) === real.slice(0, 10),
      'updateSettings',
    ),
    'The last character of a key is not compared': taking(
      (sent, real) => sent.length === real.length && sent.slice(0, -1) === real.slice(0, -1),
      OPERATION_IDS,
    ),
    'bulk_pdf takes any key for that of the first store': taking((sent) => sent !== '', 'bulkPdf'),
  },
  'auth.unauthorized-no-effect': {
    'PATCH /templates/{id} with an unknown key is answered unauthorized, but saved': refusedButDone(
      'authenticate',
      'updateTemplate',
      (exchange, stores) => enter(exchange, stores, (store) => store.templates.has(Number(exchange.segment))),
    ),
    'DELETE /customers/{id} without a key is answered unauthorized, but the customer is gone': refusedButDone(
      'authenticate',
      'deleteCustomer',
      (exchange, stores) => enter(exchange, stores, (store) => store.customers.has(Number(exchange.segment))),
    ),
    'PATCH /settings with a wrong key is answered unauthorized, but changes the first store': refusedButDone(
      'authenticate',
      'updateSettings',
      (exchange, stores) => enter(exchange, stores, () => true),
    ),
    'POST /customers with a wrong key is answered unauthorized, but makes the customer': refusedButDone(
      'authenticate',
      'createCustomer',
      (exchange, stores) => enter(exchange, stores, () => true),
    ),
  },
  'auth.error-body': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`The unauthorized body of ${operation} says message instead of error`]: onRefusal(
        'unauthorized',
        (answer) => rewritten(answer, ({ error }) => ({ message: error })),
        operation,
      ),
    })),
    'The error of the unauthorized body is an object with code and message': onRefusal(
      'unauthorized',
      (answer) => rewritten(answer, ({ error }) => ({ error: { code: 'unauthorized', message: error } })),
    ),
    'The unauthorized body of PATCH /settings says message instead of error': onRefusal(
      'unauthorized',
      (answer) => rewritten(answer, ({ error }) => ({ message: error })),
      'updateSettings',
    ),
    'The unauthorized body of the listings is an array of texts': onRefusal(
      'unauthorized',
      (answer) => rewritten(answer, ({ error }) => [error]),
      ['listInvoices', 'listCustomers', 'listTemplates'],
    ),
  },
  'auth.free-plan': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`${operation} is open to stores on the free plan`]: openPlan(operation),
    })),
    'Stores on the free plan may delete': openPlan('deleteTemplate', 'deleteCustomer'),
    'Stores on the free plan may search': openPlan('searchInvoices'),
    'Stores on the free plan may change their settings': openPlan('updateSettings'),
    'For a store on the free plan, regenerating an unknown invoice is not-found instead of forbidden':
      onRefusal('forbidden', () => notFound, 'regenerateInvoice'),
    'The free plan is answered 402': onRefusal('forbidden', (answer) => ({ ...answer, status: 402 })),
  },
  'auth.scope-invoices': {
    'GET /invoices/{slug} finds the slugs of all stores': leaking('readInvoice', ownsInvoice),
    'GET pdf finds the slugs of all stores': leaking('readInvoicePdf', ownsInvoice),
    'regenerate finds the slugs of all stores': leaking('regenerateInvoice', ownsInvoice),
    'send_email finds the slugs of all stores': leaking('sendInvoiceEmail', ownsInvoice),
    'On the last page of the list stands the newest invoice of another store too': withOthers((othersOf) =>
      answering('listInvoices', (body, { context }) => {
        const [stray] = othersOf(context.store).flatMap(({ lists }) =>
          lists.invoices.in('newest_first').page(0, 1),
        )
        const isLast = body.meta.page === body.meta.total_pages
        return isLast && stray ? { ...body, invoices: [...body.invoices, summaryOf(stray)] } : body
      }),
    ),
    'A search that finds nothing in its own store searches the others': askingOthers(
      'searchInvoices',
      (body) => (body as { meta: { total: number } }).meta.total === 0,
    ),
    "Creating looks for an order's existing invoice in all stores": withOthers((othersOf) =>
      around('createInvoice', (request, handler) => {
        const { context, body } = request
        const key = orderKey(Number(body['order_id']), body['draft'] === true)
        const has = ({ indexes }: Store) => indexes.invoicesByOrder.count(key) > 0
        const owner = has(context.store) ? undefined : othersOf(context.store).find(has)
        return handler(owner ? { ...request, context: { ...context, store: owner } } : request)
      }),
    ),
    'bulk_pdf takes the ids of all stores, while it refuses unknown ones': withOthers((othersOf) =>
      around('bulkPdf', (request, handler) => {
        const { context, body } = request
        const ids = body['invoice_ids'] as number[]
        const strangers = ids.flatMap((id) =>
          othersOf(context.store).flatMap(({ invoices }) => invoices.get(id) ?? []),
        )
        for (const stranger of strangers) context.store.invoices.set(stranger.id, stranger)
        try {
          return handler(request)
        } finally {
          for (const { id } of strangers) context.store.invoices.delete(id)
        }
      }),
    ),
  },
  'auth.scope-templates': {
    'GET /templates/{id} finds the templates of all stores': leaking('readTemplate', ownsTemplate),
    'PATCH /templates/{id} finds the templates of all stores': leaking('updateTemplate', ownsTemplate),
    'DELETE /templates/{id} finds the templates of all stores': leaking('deleteTemplate', ownsTemplate),
    'GET /templates lists the packing slip templates of all stores': withOthers((othersOf) =>
      changing('listTemplates', 'templates', (own, { context }) => {
        const strangers = othersOf(context.store).flatMap(({ templates }) => [...templates.values()])
        const slips = strangers.filter(({ template_type }) => template_type === 'packing_slip')
        return [...own, ...slips.map(templateOf)]
      }),
    ),
    "send_email takes another store's template_id, while it refuses unknown ones":
      borrowing('sendInvoiceEmail'),
    "Creating takes another store's template_id, while it refuses unknown ones": borrowing('createInvoice'),
    "regenerate takes another store's template_id, while it refuses unknown ones":
      borrowing('regenerateInvoice'),
    "GET pdf takes another store's template_id, while it refuses unknown ones": borrowing('readInvoicePdf'),
  },
  'auth.scope-customers': {
    'GET /customers/{id} finds the customers of all stores': leaking('readCustomer', ownsCustomer),
    'PATCH /customers/{id} finds the customers of all stores': leaking('updateCustomer', ownsCustomer),
    "DELETE /customers/{id} of another store's customer answers not-found, but deletes it": aroundGate(
      'existing',
      (exchange, through, stores) => {
        if (isFor(exchange, 'deleteCustomer'))
          for (const store of shops(stores)) store.customers.delete(foreignId(exchange, store))
        return through()
      },
    ),
    'GET /customers shows on its first page the oldest customer of another store instead of the last one':
      withOthers((othersOf) =>
        answering('listCustomers', (body, { context }) => {
          const [stray] = othersOf(context.store).flatMap(({ lists }) =>
            lists.customers.in('oldest_first').page(0, 1),
          )
          const isFull = stray && body.meta.page === 1 && body.meta.total > 3
          return isFull ? { ...body, customers: [...body.customers.slice(0, -1), customerOf(stray)] } : body
        }),
      ),
    'A customer search that finds nothing in its own store searches the others': askingOthers(
      'listCustomers',
      (body) => (body as { meta: { total: number } }).meta.total === 0,
    ),
  },
  'auth.scope-settings': {
    'PATCH /settings changes the settings of every store': withOthers((othersOf) =>
      afterHandler('updateSettings', ({ context, body }) => {
        for (const { settings } of othersOf(context.store))
          settings.set('settings', { ...settings.get('settings')!, ...(body['settings'] as object) })
      }),
    ),
    'A new footer_message becomes that of every store': withOthers((othersOf) =>
      afterHandler('updateSettings', ({ context }, { settings: { footer_message } }) => {
        for (const store of othersOf(context.store))
          store.settings.set('settings', { ...settingsOf(store), footer_message })
      }),
    ),
    'Settings are read from a cache of all stores that the last update filled': fresh(() => {
      let cached: object | undefined
      return all(
        afterHandler('updateSettings', (_request, { settings }) => void (cached = settings)),
        changing('readSettings', 'settings', (settings) => cached ?? settings),
      )
    }),
  },
}

const notFound = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"Not found"}',
}

/** The stores of the default scenario. */
function shops(stores: StoreDirectory): Store[] {
  return ['rich', 'second', 'free', 'limited'].flatMap((name) => stores.byName(name) ?? [])
}

const paidShops = (stores: StoreDirectory): Store[] =>
  shops(stores).filter(({ record }) => record.plan === 'paid')

/** Puts the right key of a store in the place of what was sent. */
function assume({ http }: Exchange, shop: Store | undefined): void {
  if (shop) http.headers['x-auth-token'] = shop.record.api_key
}

/** Takes for a store's key what only resembles it. */
function taking(
  resembles: (sent: string, real: string) => boolean,
  operations: OperationId | readonly OperationId[],
): Change {
  return aroundGate('authenticate', (exchange, through, stores) => {
    const sent = String(exchange.http.headers['x-auth-token'] ?? '')
    if (isFor(exchange, operations) && !stores.byKey(sent))
      assume(
        exchange,
        shops(stores).find(({ record }) => resembles(sent, record.api_key)),
      )
    return through()
  })
}

/** Lets a request in without a key, into the first store that fits. */
function enter(exchange: Exchange, stores: StoreDirectory, fits: (store: Store) => boolean): void {
  const { world, dialect } = exchange
  const store = paidShops(stores).find(fits) ?? paidShops(stores)[0]
  if (store) exchange.context = { store, world, dialect, nextId: () => stores.nextId(dialect['format.ids']) }
}

/** Lets the free plan do some things. */
function openPlan(...operations: OperationId[]): Change {
  return withoutGate('paid-plan', (exchange) => isFor(exchange, operations))
}

function ownsInvoice({ indexes }: Store, { params }: Exchange): boolean {
  return indexes.invoicesBySlug.count(params.slug) > 0
}

function ownsTemplate({ templates }: Store, { params }: Exchange): boolean {
  return templates.has(params.id)
}

function ownsCustomer({ customers }: Store, { params }: Exchange): boolean {
  return customers.has(params.id)
}

/** The id that a request names unless it is of its own store; then one that names nothing. */
function foreignId(exchange: Exchange, store: Store): number {
  return contextOf(exchange).store === store ? 0 : exchange.params.id
}

/** Serves what another store owns as if it were the key's own. */
function leaking(operation: OperationId, owns: (store: Store, exchange: Exchange) => boolean): Change {
  return afterGate('known-path', (exchange, stores) => {
    const context = contextOf(exchange)
    if (!isFor(exchange, operation) || owns(context.store, exchange)) return
    const owner = paidShops(stores).find((store) => owns(store, exchange))
    if (owner) exchange.context = { ...context, store: owner }
  })
}

/** A fault of handlers that see the other stores on a paid plan. */
function withOthers(make: (othersOf: (store: Store) => Store[]) => Change): Change {
  return fresh(() => {
    let paid: Store[] = []
    return all(
      afterGate('authenticate', (_exchange, stores) => void (paid = paidShops(stores))),
      make((own) => paid.filter((store) => store !== own)),
    )
  })
}

/** Asks the other stores where the own one has nothing to say. */
function askingOthers(operation: OperationId, isEmpty: (body: object | null) => boolean): Change {
  return withOthers((othersOf) =>
    around(operation, (request, handler) => {
      const asked = [request.context.store, ...othersOf(request.context.store)].map((store) =>
        handler({ ...request, context: { ...request.context, store } }),
      )
      return asked.find(({ body }) => !isEmpty(body)) ?? handler(request)
    }),
  )
}

/** Takes a template_id of another store. */
function borrowing(operation: OperationId): Change {
  return withOthers((othersOf) =>
    around(operation, (request, handler) => {
      const { context, query, body } = request
      const id = Number(query['template_id'] ?? body['template_id'])
      const [lent] = othersOf(context.store).flatMap(({ templates }) => templates.get(id) ?? [])
      if (!lent) return handler(request)
      context.store.templates.set(id, lent)
      try {
        return handler(request)
      } finally {
        dropTemplate(context.store, lent)
      }
    }),
  )
}

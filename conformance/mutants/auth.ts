import type { StoreDirectory } from '../../mock-server/gates/gate.ts'
import { contextOf, type Exchange } from '../../mock-server/routes/exchange.ts'
import { customerOf } from '../../mock-server/rules/customers.ts'
import { summaryOf } from '../../mock-server/rules/invoice-views.ts'
import { dropTemplate } from '../../mock-server/rules/revisions.ts'
import { templateOf } from '../../mock-server/rules/templates.ts'
import { orderKey, settingsOf, type Store } from '../../mock-server/store/store.ts'
import { OPERATION_IDS, type OperationId } from '../../schemas/operations.ts'
import {
  afterGate,
  afterHandler,
  all,
  around,
  aroundGate,
  answering,
  changing,
  fresh,
  isFor,
  onRefusal,
  refusedButDone,
  rewritten,
  withoutGate,
  type Change,
  type Mutant,
} from './mutant.ts'

/** Faults of authentication, plans and the walls between stores. */
export const AUTH_MUTANTS: readonly Mutant[] = [
  {
    id: 'auth.settings-without-key',
    clause: 'auth.key-required',
    says: 'GET /settings without a key reads the settings of the first store.',
    mutate: taking((sent) => sent === '', 'readSettings'),
  },
  {
    id: 'auth.delete-without-key',
    clause: 'auth.key-required',
    says: 'DELETE /customers/{id} asks for no key.',
    mutate: taking((sent) => sent === '', 'deleteCustomer'),
  },
  {
    id: 'auth.empty-key',
    clause: 'auth.key-required',
    says: 'On search, an X-Auth-Token that is there but empty passes for the first store.',
    deep: true,
    mutate: aroundGate('authenticate', (exchange, through, stores) => {
      const header = exchange.http.headers['x-auth-token']
      if (header === '' && isFor(exchange, 'searchInvoices')) assume(exchange, shops(stores)[0])
      return through()
    }),
  },
  {
    id: 'auth.record-before-key',
    clause: 'auth.key-required',
    says: 'GET /templates/{id} looks for the template before the key: an unknown one is not-found without any key.',
    mutate: onRefusal('unauthorized', () => notFound, 'readTemplate'),
  },
  {
    id: 'auth.key-prefix',
    clause: 'auth.key-unknown',
    says: 'GET /customers takes the beginning of a key for the key.',
    deep: true,
    mutate: taking((sent, real) => sent.length > 8 && real.startsWith(sent), 'listCustomers'),
  },
  {
    id: 'auth.key-with-more',
    clause: 'auth.key-unknown',
    says: 'GET pdf takes a key with more behind it for the key.',
    deep: true,
    mutate: taking((sent, real) => sent.startsWith(real), 'readInvoicePdf'),
  },
  {
    id: 'auth.key-letter-case',
    clause: 'auth.key-unknown',
    says: 'The letter case of a key does not matter.',
    deep: true,
    mutate: taking((sent, real) => sent.toLowerCase() === real.toLowerCase(), OPERATION_IDS),
  },
  {
    id: 'auth.key-length',
    clause: 'auth.key-unknown',
    says: 'PATCH /settings compares the lengths of keys and their first ten characters.',
    deep: true,
    mutate: taking(
      (sent, real) => sent.length === real.length && sent.slice(0, 10) === real.slice(0, 10),
      'updateSettings',
    ),
  },
  {
    id: 'auth.key-last-character',
    clause: 'auth.key-unknown',
    says: 'The last character of a key is not compared.',
    deep: true,
    mutate: taking(
      (sent, real) => sent.length === real.length && sent.slice(0, -1) === real.slice(0, -1),
      OPERATION_IDS,
    ),
  },
  {
    id: 'auth.any-key-on-bulk',
    clause: 'auth.key-unknown',
    says: 'bulk_pdf takes any key for that of the first store.',
    mutate: taking((sent) => sent !== '', 'bulkPdf'),
  },
  {
    id: 'auth.refused-template-update',
    clause: 'auth.unauthorized-no-effect',
    says: 'PATCH /templates/{id} with an unknown key is answered unauthorized, but saved.',
    deep: true,
    mutate: refusedButDone('authenticate', 'updateTemplate', (exchange, stores) =>
      enter(exchange, stores, (store) => store.templates.has(Number(exchange.segment))),
    ),
  },
  {
    id: 'auth.refused-customer-deletion',
    clause: 'auth.unauthorized-no-effect',
    says: 'DELETE /customers/{id} without a key is answered unauthorized, but the customer is gone.',
    deep: true,
    mutate: refusedButDone('authenticate', 'deleteCustomer', (exchange, stores) =>
      enter(exchange, stores, (store) => store.customers.has(Number(exchange.segment))),
    ),
  },
  {
    id: 'auth.refused-settings-update',
    clause: 'auth.unauthorized-no-effect',
    says: 'PATCH /settings with a wrong key is answered unauthorized, but changes the first store.',
    deep: true,
    mutate: refusedButDone('authenticate', 'updateSettings', (exchange, stores) =>
      enter(exchange, stores, () => true),
    ),
  },
  {
    id: 'auth.refused-customer-creation',
    clause: 'auth.unauthorized-no-effect',
    says: 'POST /customers with a wrong key is answered unauthorized, but makes the customer.',
    deep: true,
    mutate: refusedButDone('authenticate', 'createCustomer', (exchange, stores) =>
      enter(exchange, stores, () => true),
    ),
  },
  {
    id: 'auth.error-object',
    clause: 'auth.error-body',
    says: 'The error of the unauthorized body is an object with code and message.',
    mutate: onRefusal('unauthorized', (answer) =>
      rewritten(answer, ({ error }) => ({ error: { code: 'unauthorized', message: error } })),
    ),
  },
  {
    id: 'auth.error-named-message',
    clause: 'auth.error-body',
    says: 'The unauthorized body of PATCH /settings says message instead of error.',
    deep: true,
    mutate: onRefusal(
      'unauthorized',
      (answer) => rewritten(answer, ({ error }) => ({ message: error })),
      'updateSettings',
    ),
  },
  {
    id: 'auth.error-list',
    clause: 'auth.error-body',
    says: 'The unauthorized body of the listings is an array of texts.',
    mutate: onRefusal('unauthorized', (answer) => rewritten(answer, ({ error }) => [error]), [
      'listInvoices',
      'listCustomers',
      'listTemplates',
    ]),
  },
  {
    id: 'auth.free-plan-deletes',
    clause: 'auth.free-plan',
    says: 'Stores on the free plan may delete.',
    mutate: openPlan('deleteTemplate', 'deleteCustomer'),
  },
  {
    id: 'auth.free-plan-searches',
    clause: 'auth.free-plan',
    says: 'Stores on the free plan may search.',
    mutate: openPlan('searchInvoices'),
  },
  {
    id: 'auth.free-plan-settings',
    clause: 'auth.free-plan',
    says: 'Stores on the free plan may change their settings.',
    mutate: openPlan('updateSettings'),
  },
  {
    id: 'auth.free-plan-record-first',
    clause: 'auth.free-plan',
    says: 'For a store on the free plan, regenerating an unknown invoice is not-found instead of forbidden.',
    mutate: onRefusal('forbidden', () => notFound, 'regenerateInvoice'),
  },
  {
    id: 'auth.free-plan-payment-required',
    clause: 'auth.free-plan',
    says: 'The free plan is answered 402.',
    mutate: onRefusal('forbidden', (answer) => ({ ...answer, status: 402 })),
  },
  {
    id: 'auth.reads-foreign-invoice',
    clause: 'auth.scope-invoices',
    says: 'GET /invoices/{slug} finds the slugs of all stores.',
    mutate: leaking('readInvoice', ownsInvoice),
  },
  {
    id: 'auth.foreign-invoice-pdf',
    clause: 'auth.scope-invoices',
    says: 'GET pdf finds the slugs of all stores.',
    mutate: leaking('readInvoicePdf', ownsInvoice),
  },
  {
    id: 'auth.regenerates-foreign-invoice',
    clause: 'auth.scope-invoices',
    says: 'regenerate finds the slugs of all stores.',
    mutate: leaking('regenerateInvoice', ownsInvoice),
  },
  {
    id: 'auth.emails-foreign-invoice',
    clause: 'auth.scope-invoices',
    says: 'send_email finds the slugs of all stores.',
    mutate: leaking('sendInvoiceEmail', ownsInvoice),
  },
  {
    id: 'auth.lists-foreign-invoice',
    clause: 'auth.scope-invoices',
    says: 'On the last page of the list stands the newest invoice of another store too.',
    deep: true,
    mutate: withOthers((othersOf) =>
      answering('listInvoices', (body, { context }) => {
        const [stray] = othersOf(context.store).flatMap(({ lists }) =>
          lists.invoices.in('newest_first').page(0, 1),
        )
        const isLast = body.meta.page === body.meta.total_pages
        return isLast && stray ? { ...body, invoices: [...body.invoices, summaryOf(stray)] } : body
      }),
    ),
  },
  {
    id: 'auth.searches-everywhere',
    clause: 'auth.scope-invoices',
    says: 'A search that finds nothing in its own store searches the others.',
    deep: true,
    mutate: askingOthers('searchInvoices', (body) => (body as { meta: { total: number } }).meta.total === 0),
  },
  {
    id: 'auth.creates-foreign-existing',
    clause: 'auth.scope-invoices',
    says: "Creating looks for an order's existing invoice in all stores.",
    deep: true,
    mutate: withOthers((othersOf) =>
      around('createInvoice', (request, handler) => {
        const { context, body } = request
        const key = orderKey(Number(body['order_id']), body['draft'] === true)
        const has = ({ indexes }: Store) => indexes.invoicesByOrder.count(key) > 0
        const owner = has(context.store) ? undefined : othersOf(context.store).find(has)
        return handler(owner ? { ...request, context: { ...context, store: owner } } : request)
      }),
    ),
  },
  {
    id: 'auth.bulk-foreign-ids',
    clause: 'auth.scope-invoices',
    says: 'bulk_pdf takes the ids of all stores, while it refuses unknown ones.',
    deep: true,
    mutate: withOthers((othersOf) =>
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
  {
    id: 'auth.reads-foreign-template',
    clause: 'auth.scope-templates',
    says: 'GET /templates/{id} finds the templates of all stores.',
    mutate: leaking('readTemplate', ownsTemplate),
  },
  {
    id: 'auth.changes-foreign-template',
    clause: 'auth.scope-templates',
    says: 'PATCH /templates/{id} finds the templates of all stores.',
    mutate: leaking('updateTemplate', ownsTemplate),
  },
  {
    id: 'auth.deletes-foreign-template',
    clause: 'auth.scope-templates',
    says: 'DELETE /templates/{id} finds the templates of all stores.',
    mutate: leaking('deleteTemplate', ownsTemplate),
  },
  {
    id: 'auth.lists-foreign-templates',
    clause: 'auth.scope-templates',
    says: 'GET /templates lists the packing slip templates of all stores.',
    mutate: withOthers((othersOf) =>
      changing('listTemplates', 'templates', (own, { context }) => {
        const strangers = othersOf(context.store).flatMap(({ templates }) => [...templates.values()])
        const slips = strangers.filter(({ template_type }) => template_type === 'packing_slip')
        return [...own, ...slips.map(templateOf)]
      }),
    ),
  },
  {
    id: 'auth.emails-foreign-template',
    clause: 'auth.scope-templates',
    says: "send_email takes another store's template_id, while it refuses unknown ones.",
    deep: true,
    mutate: borrowing('sendInvoiceEmail'),
  },
  {
    id: 'auth.creates-with-foreign-template',
    clause: 'auth.scope-templates',
    says: "Creating takes another store's template_id, while it refuses unknown ones.",
    deep: true,
    mutate: borrowing('createInvoice'),
  },
  {
    id: 'auth.regenerates-with-foreign-template',
    clause: 'auth.scope-templates',
    says: "regenerate takes another store's template_id, while it refuses unknown ones.",
    deep: true,
    mutate: borrowing('regenerateInvoice'),
  },
  {
    id: 'auth.pdf-with-foreign-template',
    clause: 'auth.scope-templates',
    says: "GET pdf takes another store's template_id, while it refuses unknown ones.",
    deep: true,
    mutate: borrowing('readInvoicePdf'),
  },
  {
    id: 'auth.reads-foreign-customer',
    clause: 'auth.scope-customers',
    says: 'GET /customers/{id} finds the customers of all stores.',
    mutate: leaking('readCustomer', ownsCustomer),
  },
  {
    id: 'auth.changes-foreign-customer',
    clause: 'auth.scope-customers',
    says: 'PATCH /customers/{id} finds the customers of all stores.',
    mutate: leaking('updateCustomer', ownsCustomer),
  },
  {
    id: 'auth.deletes-foreign-customer',
    clause: 'auth.scope-customers',
    says: "DELETE /customers/{id} of another store's customer answers not-found, but deletes it.",
    deep: true,
    mutate: aroundGate('existing', (exchange, through, stores) => {
      if (isFor(exchange, 'deleteCustomer'))
        for (const store of shops(stores)) store.customers.delete(foreignId(exchange, store))
      return through()
    }),
  },
  {
    id: 'auth.lists-foreign-customers',
    clause: 'auth.scope-customers',
    says: 'GET /customers shows on its first page the oldest customer of another store instead of the last one.',
    mutate: withOthers((othersOf) =>
      answering('listCustomers', (body, { context }) => {
        const [stray] = othersOf(context.store).flatMap(({ lists }) =>
          lists.customers.in('oldest_first').page(0, 1),
        )
        const isFull = stray && body.meta.page === 1 && body.meta.total > 3
        return isFull ? { ...body, customers: [...body.customers.slice(0, -1), customerOf(stray)] } : body
      }),
    ),
  },
  {
    id: 'auth.searches-foreign-customers',
    clause: 'auth.scope-customers',
    says: 'A customer search that finds nothing in its own store searches the others.',
    deep: true,
    mutate: askingOthers('listCustomers', (body) => (body as { meta: { total: number } }).meta.total === 0),
  },
  {
    id: 'auth.settings-for-all',
    clause: 'auth.scope-settings',
    says: 'PATCH /settings changes the settings of every store.',
    mutate: withOthers((othersOf) =>
      afterHandler('updateSettings', ({ context, body }) => {
        for (const { settings } of othersOf(context.store))
          settings.set('settings', { ...settings.get('settings')!, ...(body['settings'] as object) })
      }),
    ),
  },
  {
    id: 'auth.footer-for-all',
    clause: 'auth.scope-settings',
    says: 'A new footer_message becomes that of every store.',
    deep: true,
    mutate: withOthers((othersOf) =>
      afterHandler('updateSettings', ({ context }, { settings: { footer_message } }) => {
        for (const store of othersOf(context.store))
          store.settings.set('settings', { ...settingsOf(store), footer_message })
      }),
    ),
  },
  {
    id: 'auth.settings-cache',
    clause: 'auth.scope-settings',
    says: 'Settings are read from a cache of all stores that the last update filled.',
    deep: true,
    mutate: fresh(() => {
      let cached: object | undefined
      return all(
        afterHandler('updateSettings', (_request, { settings }) => void (cached = settings)),
        changing('readSettings', 'settings', (settings) => cached ?? settings),
      )
    }),
  },
]

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
function withOthers(fault: (othersOf: (store: Store) => Store[]) => Change): Change {
  return fresh(() => {
    let paid: Store[] = []
    return all(
      afterGate('authenticate', (_exchange, stores) => void (paid = paidShops(stores))),
      fault((own) => paid.filter((store) => store !== own)),
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

import {
  type Answer,
  type ApiRequest,
  contextOf,
  customerOf,
  type DocumentSource,
  type Exchange,
  invoicesByOrder,
  Refusal,
  sentQuery,
  settingsOf,
  type Store,
  summaryOf,
  templateOf,
} from '../../../mock-server/seams.ts'
import { OPERATION_IDS, type OperationId } from '../../../schemas/operations.ts'
import {
  afterHandler,
  amendingMeta,
  answering,
  around,
  bodyOf,
  changing,
  refusing,
  templateIdIn,
} from './answers.ts'
import { drawing } from './documents.ts'
import { afterGate, aroundGate, refusedButDone, withoutGate } from './gates.ts'
import { counter, lending } from './memory.ts'
import { all, type Change, type Faults, type FaultsOf, fresh, noting, ofEach } from './mutant.ts'
import { BY_TEMPLATE, isFor, ON_INVOICES, type OneOrMore, refusingWith, WRITES } from './operations.ts'
import { enter, owns, paidShops, shops, withOthers } from './other-stores.ts'
import { mistaking, onRefusal, rewritten } from './replies.ts'
import { fieldsOf } from './writes.ts'

/** What may be taken for a key. */
const NEAR_KEYS: Readonly<Record<string, (sent: string, real: string) => boolean>> = {
  'its beginning': (sent, real) => sent.length > 8 && real.startsWith(sent),
  'it with more behind it': (sent, real) => sent.startsWith(real),
  'it in another letter case': (sent, real) => sent.toLowerCase() === real.toLowerCase(),
  'all that differs in the last character': (sent, real) =>
    sent.length === real.length && sent.slice(0, -1) === real.slice(0, -1),
  'all that is as long and has its first ten characters': (sent, real) =>
    sent.length === real.length && sent.slice(0, 10) === real.slice(0, 10),
  'the first of a list': (sent, real) => sent.split(/[,;\s]+/)[0] === real,
  'the last of a list': (sent, real) => sent.split(/[,;\s]+/).at(-1) === real,
  anything: (sent) => sent !== '',
}

/** Where else than in its header a key may be looked for. */
const ELSEWHERE: Readonly<Record<string, (exchange: Exchange) => string>> = {
  'the query': (exchange) => {
    const sent = sentQuery(exchange)
    return String(sent['api_key'] ?? sent['token'] ?? sent['x-auth-token'] ?? '')
  },
  'the header Authorization': ({ http }) => String(http.headers.authorization ?? '').replace(/^Bearer /, ''),
}

/** Faults of authentication, plans and the walls between stores. */
export const AUTH_FAULTS: FaultsOf<'auth'> = {
  'auth.key-required': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`${operation} asks for no key`]: taking((sent) => sent === '', operation),
    })),
    ...ofEach(refusingWith('not-found'), (operation) => ({
      [`${operation} looks for the record before the key`]: mistaking('unauthorized', 'not-found', operation),
    })),
    ...ofEach(Object.entries(ELSEWHERE), ([where, keyIn]) =>
      ofEach(OPERATION_IDS, (operation) => ({
        [`${operation} takes the key from ${where}`]: aroundGate(
          'authenticate',
          (exchange, through, stores) => {
            const store = isFor(exchange, operation) && stores.byKey(keyIn(exchange))
            if (store) assume(exchange, store)
            return through()
          },
        ),
      })),
    ),
    'On search, an X-Auth-Token that is there but empty passes for the first store': aroundGate(
      'authenticate',
      (exchange, through, stores) => {
        const header = exchange.http.headers['x-auth-token']
        if (header === '' && isFor(exchange, 'searchInvoices')) assume(exchange, shops(stores)[0])
        return through()
      },
    ),
    'Without a key one is told of a limit, while that of a store is exhausted': limitedFirst(
      (sent) => sent === undefined,
    ),
  },
  'auth.key-unknown': {
    ...ofEach(Object.entries(NEAR_KEYS), ([what, resembles]) =>
      ofEach(OPERATION_IDS, (operation) => ({
        [`${operation} takes for the key ${what}`]: taking(resembles, operation),
      })),
    ),
    'Unknown keys are told of a limit, while that of a store is exhausted': limitedFirst(
      (sent) => sent !== undefined,
    ),
    'X-Auth-Token may name its scheme: Bearer and the key pass for the key': taking(
      (sent, real) => sent === `Bearer ${real}`,
      OPERATION_IDS,
    ),
  },
  'auth.unauthorized-no-effect': ofEach(WRITES, (operation) => ({
    [`${operation} with any key that is none is answered unauthorized, but done`]: refusedButDone(
      'authenticate',
      operation,
      enter,
    ),
  })),
  'auth.error-body': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`The unauthorized body of ${operation} says message instead of error`]: unauthorizedBody(
        ({ error }) => ({ message: error }),
        operation,
      ),
    })),
    'The error of the unauthorized body is an object': unauthorizedBody(({ error }) => ({
      error: { code: 'unauthorized', message: error },
    })),
    'The unauthorized body of the listings is an array of texts': unauthorizedBody(
      ({ error }) => [error],
      ['listInvoices', 'listCustomers', 'listTemplates'],
    ),
  },
  'auth.free-plan': {
    ...ofEach(OPERATION_IDS, (operation) => ({
      [`${operation} is open to stores on the free plan`]: withoutGate('paid-plan', (exchange) =>
        isFor(exchange, operation),
      ),
    })),
    ...ofEach(refusingWith('not-found'), (operation) => ({
      [`${operation} looks for the record before the plan`]: mistaking('forbidden', 'not-found', operation),
    })),
    'The free plan is answered 402': onRefusal('forbidden', (answer) => ({ ...answer, status: 402 })),
  },
  'auth.scope-invoices': {
    ...ofEach(ON_INVOICES, leaking),
    'On the last page of the list stands the newest invoice of another store too': withOthers((othersOf) =>
      answering('listInvoices', (body, { context }) => {
        const [stray] = othersOf(context.store).flatMap(({ lists }) =>
          lists.invoices.in('newest_first').page(0, 1),
        )
        const isLast = body.meta.page === body.meta.total_pages
        return isLast && stray ? { ...body, invoices: [...body.invoices, summaryOf(stray)] } : body
      }),
    ),
    'A search that finds nothing in its own store searches the others': askingOthers('searchInvoices'),
    'A search for a country finds the invoices of all stores': withOthers((othersOf) =>
      answering('searchInvoices', (body, { query, context }) => {
        const strangers = othersOf(context.store).flatMap(({ invoices }) => [...invoices.values()])
        const found = strangers.filter(({ billing_address: { country } }) => country === query['q'])
        return { ...body, invoices: [...body.invoices, ...found.map(summaryOf)] }
      }),
    ),
    "Creating looks for an order's existing invoice in all stores": creatingAcross(() => true),
    "Creating looks for a draft order's existing invoice in all stores": creatingAcross((draft) => draft),
    'bulk_pdf takes the ids of all stores, while it refuses unknown ones': bulkOfAll(() => true),
    'bulk_pdf takes the ids of all stores beside one of its own, while it refuses unknown ones': bulkOfAll(
      (ids, { invoices }) => ids.some((id) => invoices.has(id)),
    ),
    'Documents are filed by the names of orders, as if no two stores could have the same': noting(
      Map<string, DocumentSource>,
      (filed) =>
        drawing((source) => {
          const file = `${source.kind} ${source.invoice.order_name}`
          const first = filed.get(file)
          if (first && first.invoice.slug !== source.invoice.slug) return first
          filed.set(file, source)
          return source
        }),
    ),
  },
  'auth.scope-templates': {
    ...ofEach(['readTemplate', 'updateTemplate', 'deleteTemplate'], leaking),
    'GET /templates lists the packing slip templates of all stores': withOthers((othersOf) =>
      changing('listTemplates', 'templates', (own, { context }) => {
        const strangers = othersOf(context.store).flatMap(({ templates }) => [...templates.values()])
        const slips = strangers.filter(({ template_type }) => template_type === 'packing_slip')
        return [...own, ...slips.map(templateOf)]
      }),
    ),
    "For packing slips readInvoicePdf takes another store's template_id": borrowing(
      'readInvoicePdf',
      ({ query }) => query['packing_slip'] === true,
    ),
    ...ofEach(BY_TEMPLATE, (operation) => ({
      [`${operation} takes another store's template_id, while it refuses unknown ones`]: borrowing(operation),
    })),
  },
  'auth.scope-customers': {
    'GET /customers counts what another store counted that asked the same just before': noting(
      Map<string, { store: string; total: number }>,
      (last) =>
        amendingMeta('listCustomers', ({ total }, { query, context }) => {
          const before = last.get(JSON.stringify(query))
          const store = context.store.record.name
          last.set(JSON.stringify(query), { store, total })
          return before && before.store !== store ? { total: before.total } : {}
        }),
    ),
    ...ofEach(['readCustomer', 'updateCustomer', 'deleteCustomer'], leaking),
    'An email that a customer of any store has is taken': withOthers((othersOf) =>
      refusing('createCustomer', 'unprocessable', (request) => {
        const { email } = fieldsOf(request)
        const known = othersOf(request.context.store).flatMap(({ customers }) => [...customers.values()])
        return email !== '' && known.some((customer) => customer.email === email)
      }),
    ),
    "DELETE /customers/{id} of another store's customer answers not-found, but deletes it": aroundGate(
      'existing',
      (exchange, through, stores) => {
        if (isFor(exchange, 'deleteCustomer'))
          for (const store of shops(stores)) store.customers.delete(foreignId(exchange, store))
        return through()
      },
    ),
    "PATCH /customers/{id} of another store's customer answers not-found, but moves its updated_at":
      aroundGate('existing', (exchange, through, stores) => {
        if (isFor(exchange, 'updateCustomer'))
          for (const store of shops(stores)) {
            const theirs = store.customers.get(foreignId(exchange, store))
            const updated_at = new Date(exchange.world.now() + 1).toISOString()
            if (theirs) store.customers.set(theirs.id, { ...theirs, updated_at })
          }
        return through()
      }),
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
    'A customer search that finds nothing in its own store searches the others':
      askingOthers('listCustomers'),
  },
  'auth.scope-settings': {
    'PATCH /settings changes the settings of every store': withOthers((othersOf) =>
      afterHandler('updateSettings', (request) => {
        for (const store of othersOf(request.context.store))
          store.settings.set('settings', { ...settingsOf(store), ...fieldsOf(request) })
      }),
    ),
    'Every eighth update of the settings is written to every store': withOthers((othersOf) => {
      const count = counter<Store>()
      return afterHandler('updateSettings', (request) => {
        const { store: own } = request.context
        if (count(own) % 8 !== 0) return
        for (const store of othersOf(own))
          store.settings.set('settings', { ...settingsOf(store), ...fieldsOf(request) })
      })
    }),
    'Settings are read from a cache of all stores that the last update filled': fresh(() => {
      let cached: object | undefined
      return all(
        afterHandler('updateSettings', (_request, { settings }) => void (cached = settings)),
        changing('readSettings', 'settings', (settings) => cached ?? settings),
      )
    }),
  },
}

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

/** Changes the answer to keys that are none. */
function unauthorizedBody(
  change: (sent: Record<string, unknown>) => unknown,
  operations?: OneOrMore<OperationId>,
): Change {
  return onRefusal('unauthorized', (answer) => rewritten(answer, change), operations)
}

/** Where the store itself has no invoice of the order, that of another one is taken for it. */
function creatingAcross(applies: (draft: boolean) => boolean): Change {
  return withOthers((othersOf) =>
    around('createInvoice', (request, handler) => {
      const { context, body } = request
      const draft = body['draft'] === true
      const has = (store: Store) => invoicesByOrder(store, draft).count(Number(body['order_id'])) > 0
      const owner = applies(draft) && !has(context.store) ? othersOf(context.store).find(has) : undefined
      return handler(owner ? { ...request, context: { ...context, store: owner } } : request)
    }),
  )
}

/** The id that a request names unless it is of its own store; then one that names nothing. */
function foreignId(exchange: Exchange, store: Store): number {
  return contextOf(exchange).store === store ? 0 : exchange.params.id
}

/** Serves what another store owns as if it were the key's own. */
function leaking(operation: OperationId): Faults {
  return {
    [`${operation} finds the records of all stores`]: afterGate('known-path', (exchange, stores) => {
      const context = contextOf(exchange)
      if (!isFor(exchange, operation) || owns(context.store, exchange)) return
      const owner = paidShops(stores).find((store) => owns(store, exchange))
      if (owner) exchange.context = { ...context, store: owner }
    }),
  }
}

/** Asks the other stores where the own one has nothing to say. */
function askingOthers(operation: 'searchInvoices' | 'listCustomers'): Change {
  const isEmpty = (answer: Answer) => bodyOf<typeof operation>(answer).meta.total === 0
  return withOthers((othersOf) =>
    around(operation, (request, handler) => {
      const asked = [request.context.store, ...othersOf(request.context.store)].map((store) =>
        handler({ ...request, context: { ...request.context, store } }),
      )
      return asked.find((answer) => !isEmpty(answer)) ?? handler(request)
    }),
  )
}

/** Takes a template_id of another store. */
function borrowing(operation: OperationId, when: (request: ApiRequest) => boolean = () => true): Change {
  return withOthers((othersOf) =>
    lending(operation, (request) => {
      if (!when(request)) return undefined
      const id = templateIdIn(request)
      const [lent] = othersOf(request.context.store).flatMap(({ templates }) => templates.get(id) ?? [])
      return lent
    }),
  )
}

/** What is to be unauthorized is rate-limited for half a second after a store was. @param isMeant by the key that was sent */
function limitedFirst(isMeant: (sent: string | undefined) => boolean): Change {
  return fresh(() => {
    let until = 0
    return all(
      aroundGate('rate-limit', async (_exchange, through) => {
        try {
          await through()
        } catch (error) {
          until = Date.now() + 500
          throw error
        }
      }),
      aroundGate('authenticate', async (exchange, through) => {
        try {
          await through()
        } catch (error) {
          const sent = exchange.http.headers['x-auth-token']?.toString()
          throw Date.now() < until && isMeant(sent) ? new Refusal('rate-limited') : error
        }
      }),
    )
  })
}

/** Has bulk_pdf work while the store has the invoices of others that it names. */
function bulkOfAll(when: (ids: readonly number[], store: Store) => boolean): Change {
  return withOthers((othersOf) =>
    around('bulkPdf', (request, handler) => {
      const { store } = request.context
      const ids = [request.body['invoice_ids']].flat().map(Number)
      const strangers = ids.flatMap((id) => othersOf(store).flatMap(({ invoices }) => invoices.get(id) ?? []))
      if (!when(ids, store)) return handler(request)
      for (const stranger of strangers) store.invoices.set(stranger.id, stranger)
      try {
        return handler(request)
      } finally {
        for (const { id } of strangers) store.invoices.delete(id)
      }
    }),
  )
}

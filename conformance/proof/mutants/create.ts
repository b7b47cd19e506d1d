import { setTimeout as wait } from 'node:timers/promises'
import {
  type ApiRequest,
  type Context,
  detailOf,
  findInvoice,
  type InvoiceRecord,
  numbered,
  orderKey,
  Refusal,
  settingsOf,
  type Store,
  timestamp,
} from '../../../mock-server/seams.ts'
import type { InvoiceDetail, PlatformOrder } from '../../../schemas/types.ts'
import {
  afterGate,
  afterHandler,
  all,
  amending,
  around,
  aroundGate,
  type Change,
  type FaultsOf,
  fresh,
  isFor,
} from './mutant.ts'
import { finding } from './paging.ts'

/** Faults of POST /invoices. */
export const CREATE_FAULTS: FaultsOf<'create'> = {
  'create.from-order': {
    'The invoice shows the order after the one that was asked for': created(
      (_invoice, { order_id }, { store }) => {
        const ids = [...store.orders.keys()].toSorted((a, b) => a - b)
        const next = store.orders.get(ids[ids.indexOf(order_id) + 1] ?? order_id)
        return next ? { note: next.note, customer: next.customer, order_name: next.name } : {}
      },
    ),
    'Of the line items only the first is taken over': created(({ line_items }) => ({
      line_items: line_items.slice(0, 1),
    })),
    'The note of the order is left out': created(() => ({ note: '' })),
    'The billing address is taken for shipping too': created(({ billing_address }) => ({
      shipping_address: billing_address,
    })),
    'From draft orders the customer comes without last name': created(({ customer }, { draft }) =>
      draft ? { customer: { ...customer, last_name: '' } } : {},
    ),
    'Orders are known as they were at the start: edits before the creation are not seen': fresh(() => {
      const snapshots = new WeakMap<Store, Map<number, PlatformOrder>>()
      return all(
        afterGate('authenticate', ({ context }) => {
          if (context && !snapshots.has(context.store))
            snapshots.set(context.store, new Map(context.store.orders.entries()))
        }),
        around('createInvoice', (request, handler) => {
          const { orders } = request.context.store
          const id = Number(request.body['order_id'])
          const now = orders.get(id)
          const then = snapshots.get(request.context.store)?.get(id)
          if (now && then) orders.set(id, then)
          try {
            return handler(request)
          } finally {
            if (now) orders.set(id, now)
          }
        }),
      )
    }),
  },
  'create.persists': {
    'A created invoice does not appear in the list': hidingCreated('listInvoices', () => true),
    'The search index is not told of created invoices': hidingCreated('searchInvoices', () => true),
    'A list with invoice_type does not hold created invoices': hidingCreated(
      'listInvoices',
      ({ query }) => 'invoice_type' in query,
    ),
    'An invoice made with generate_pdf false cannot be read': barring(
      'readInvoice',
      ({ body }) => body['generate_pdf'] === false,
    ),
    'The slug that a creation answers is not the one that is saved': amending(
      'createInvoice',
      (invoice, { context }) => ({ slug: context.world.uuid() }),
    ),
    'The first name of the customer is answered, but not saved, when the order is a draft': around(
      'createInvoice',
      (request, handler) => {
        const answer = handler(request)
        const { id } = (answer.body as { invoice: InvoiceDetail }).invoice
        const record = request.context.store.invoices.get(id)
        if (answer.outcome === 'created' && record?.draft)
          request.context.store.invoices.set(id, {
            ...record,
            customer: { ...record.customer, first_name: '' },
          })
        return answer
      },
    ),
  },
  'create.returns-existing': {
    'The second creation for an order makes a second invoice': duplicating(() => true),
    'The third creation for an order makes a second invoice': duplicating(
      (_request, _existing, times) => times === 3,
    ),
    'A creation for an order whose invoice was regenerated makes another': fresh(() => {
      const regenerated = new Set<string>()
      return all(
        afterHandler('regenerateInvoice', (_request, { invoice }) => void regenerated.add(invoice.slug)),
        duplicating((_request, { slug }) => regenerated.has(slug)),
      )
    }),
    'A creation with generate_pdf false makes another invoice': duplicating(
      ({ body }) => body['generate_pdf'] === false,
    ),
    'A creation with a template_id makes another invoice': duplicating(
      ({ body }) => body['template_id'] !== undefined,
    ),
    'A creation with packing_slip makes another invoice': duplicating(
      ({ body }) => body['packing_slip'] === true,
    ),
    'A creation for an order that was edited since makes another invoice': duplicating(
      ({ context: { store } }, { order_id, draft, note }) => {
        const order = draft ? store.draft_orders.get(order_id) : store.orders.get(order_id)
        return order !== undefined && order.note !== note
      },
    ),
    'A creation without PDF that names a template makes another invoice': duplicating(
      ({ body }) => body['generate_pdf'] === false && 'template_id' in body,
    ),
    'The second creation answers the existing invoice, but files another one': around(
      'createInvoice',
      (request, handler) => {
        const answer = handler(request)
        if (answer.outcome === 'existing') issueAgain(request.context, slugOf(answer.body))
        return answer
      },
    ),
    'The second creation answers the existing invoice with the next number': around(
      'createInvoice',
      (request, handler) => {
        const answer = handler(request)
        if (answer.outcome !== 'existing') return answer
        const { invoice } = answer.body as { invoice: InvoiceDetail }
        const { number } = numbered(settingsOf(request.context.store))
        return { ...answer, body: { invoice: { ...invoice, number } } }
      },
    ),
    'The second creation is unprocessable': around('createInvoice', (request, handler) => {
      const answer = handler(request)
      if (answer.outcome === 'existing') throw new Refusal('unprocessable', { order_id: ['is taken'] })
      return answer
    }),
  },
  'create.returns-existing-draft': {
    'The second creation for a draft order makes a second quote': duplicating((_request, { draft }) => draft),
    'The third creation for a draft order makes a second quote': duplicating(
      (_request, { draft }, times) => draft && times === 3,
    ),
    'The second creation for a draft order makes a second pro-forma, while quotes are found': duplicating(
      (_request, { invoice_type }) => invoice_type === 'pro_forma',
    ),
  },
  'create.returns-existing-concurrent': {
    'Between looking for the invoice of an order and making it a few milliseconds pass': racing(() => true),
    'With generate_pdf true, simultaneous creations each make an invoice': racing(
      ({ body }) => body['generate_pdf'] !== false,
    ),
  },
  'create.draft-type': {
    'A draft order yields an invoice': created((_invoice, { draft }) =>
      draft ? { invoice_type: 'invoice' } : {},
    ),
    'A draft order that should yield a pro-forma yields a platform_order': created(({ invoice_type }) =>
      invoice_type === 'pro_forma' ? { invoice_type: 'platform_order' } : {},
    ),
    'An order that is not paid yields a quote': created(({ financial_status }, { draft }) =>
      !draft && /pending|authorized/.test(financial_status) ? { invoice_type: 'quote' } : {},
    ),
  },
  'create.draft-default': {
    'Without draft the id is taken for a draft order': creating((body) => ({ draft: true, ...body })),
    'Without draft an id that a draft order has is taken for that': creating((body, { store }) =>
      'draft' in body ? body : { ...body, draft: store.draft_orders.has(Number(body['order_id'])) },
    ),
    'A creation with draft false does not find the invoice that was made without draft': fresh(() => {
      const plain = new Set<string>()
      return all(
        around('createInvoice', (request, handler) => {
          const answer = handler(request)
          if (answer.outcome === 'created' && !('draft' in request.body)) plain.add(slugOf(answer.body))
          return answer
        }),
        duplicating(({ body }, { slug }) => body['draft'] === false && plain.has(slug)),
      )
    }),
  },
  'create.order-id-required': {
    'Without order_id the first order is taken': forgiving('createInvoice', (sent, store) =>
      'order_id' in sent ? null : { ...sent, order_id: firstOrder(store) },
    ),
    'A body without order_id, but with draft, takes the first draft order': forgiving(
      'createInvoice',
      (sent, { draft_orders }) =>
        'order_id' in sent || sent['draft'] !== true
          ? null
          : { ...sent, order_id: [...draft_orders.keys()][0] },
    ),
  },
  'create.order-id-type': {
    'An order_id that is no integer stands for the first order': forgiving('createInvoice', (sent, store) =>
      'order_id' in sent ? { ...sent, order_id: firstOrder(store) } : null,
    ),
    'A fraction as order_id is rounded down': forgiving('createInvoice', ({ order_id, ...sent }) =>
      typeof order_id === 'number' ? { ...sent, order_id: Math.floor(order_id) } : null,
    ),
    'Of a text as order_id the digits at its beginning count': forgiving(
      'createInvoice',
      ({ order_id, ...sent }) => {
        const digits = typeof order_id === 'string' ? Number.parseInt(order_id, 10) : Number.NaN
        return Number.isNaN(digits) ? null : { ...sent, order_id: digits }
      },
    ),
    'Of an array as order_id the first item counts': forgiving('createInvoice', ({ order_id, ...sent }) =>
      Array.isArray(order_id) && Number.isSafeInteger(order_id[0])
        ? { ...sent, order_id: order_id[0] as number }
        : null,
    ),
  },
  'create.template-id-type': {
    'A template_id that is no integer is ignored': forgiving('createInvoice', ({ template_id, ...sent }) =>
      template_id === undefined ? null : sent,
    ),
    'A fraction as template_id is rounded down': forgiving('createInvoice', ({ template_id, ...sent }) =>
      typeof template_id === 'number' ? { ...sent, template_id: Math.floor(template_id) } : null,
    ),
    'An object or array as template_id is ignored': forgiving('createInvoice', ({ template_id, ...sent }) =>
      typeof template_id === 'object' && template_id !== null ? sent : null,
    ),
  },
  'create.order-unknown': {
    'An unknown order is not-found, which the endpoint does not list': knownOrders(() => {
      throw new Refusal('not-found')
    }),
    'An unknown order stands for the first one': knownOrders((_id, store) => firstOrder(store)),
    'The sign of an order_id is ignored': knownOrders((id) => Math.abs(id)),
    'Of an order_id only the last 32 bits count': knownOrders((id) => id % 2 ** 32),
  },
  'create.template-unknown': {
    'An unknown template_id is not-found, which the endpoint does not list': around(
      'createInvoice',
      (request, handler) => {
        const id = request.body['template_id']
        if (id !== undefined && !request.context.store.templates.has(Number(id)))
          throw new Refusal('not-found')
        return handler(request)
      },
    ),
    'The id of a deleted template is accepted, while other unknown ones are refused': fresh(() => {
      const deleted = new Set<number>()
      return all(
        afterHandler('deleteTemplate', ({ params }) => void deleted.add(params.id)),
        creating(({ template_id, ...body }) =>
          template_id === undefined || deleted.has(Number(template_id)) ? body : { ...body, template_id },
        ),
      )
    }),
  },
  'create.rejected-no-effect': {
    'An unknown template_id is unprocessable, but the invoice was made': around(
      'createInvoice',
      (request, handler) => {
        const { template_id, ...body } = request.body
        if (template_id !== undefined && !request.context.store.templates.has(Number(template_id)))
          handler({ ...request, body })
        return handler(request)
      },
    ),
    'A flag of a wrong type is unprocessable, but the invoice was made': refusedButCreated(
      ({ order_id, packing_slip, generate_pdf }) =>
        [packing_slip, generate_pdf].some((flag) => flag !== undefined && typeof flag !== 'boolean')
          ? { order_id }
          : null,
    ),
    'A template_id of a wrong type is unprocessable, but the invoice was made': refusedButCreated(
      ({ template_id, ...sent }) =>
        template_id !== undefined && !Number.isSafeInteger(template_id) ? sent : null,
    ),
  },
  'create.generate-pdf': {
    'An invoice made with generate_pdf false has no PDF: GET pdf is not-found': barring(
      'readInvoicePdf',
      ({ body }) => body['generate_pdf'] === false,
    ),
    'A quote made with generate_pdf false has no PDF: GET pdf is unprocessable': barring(
      'readInvoicePdf',
      ({ body }) => body['draft'] === true && body['generate_pdf'] === false,
    ),
    'An invoice made with generate_pdf true has no PDF': barring(
      'readInvoicePdf',
      ({ body }) => body['generate_pdf'] === true,
    ),
  },
  'create.packing-slip': {
    'After a creation with packing_slip, GET pdf with packing_slip serves the invoice': swapping(
      ({ body }) => body['packing_slip'] === true,
      ({ packing_slip: _slip, ...query }) => query,
    ),
    'After a creation with packing_slip, GET pdf serves the packing slip only': swapping(
      ({ body }) => body['packing_slip'] === true,
      (query) => ({ ...query, packing_slip: true }),
    ),
    'A creation with packing_slip for an order that has an invoice is unprocessable': around(
      'createInvoice',
      (request, handler) => {
        const answer = handler(request)
        if (answer.outcome === 'existing' && request.body['packing_slip'] === true)
          throw new Refusal('unprocessable', { packing_slip: ['comes too late'] })
        return answer
      },
    ),
  },
  'create.packing-slip-inferred': {
    'A packing slip template without the flag is unprocessable': around(
      'createInvoice',
      (request, handler) => {
        if (hasSlipTemplate(request) && request.body['packing_slip'] !== true)
          throw new Refusal('unprocessable', { template_id: ['is for packing slips'] })
        return handler(request)
      },
    ),
    'After a creation with a packing slip template, GET pdf serves the packing slip only': swapping(
      hasSlipTemplate,
      (query) => ({ ...query, packing_slip: true }),
    ),
    'After a creation with a packing slip template, GET pdf with packing_slip serves the invoice': swapping(
      hasSlipTemplate,
      ({ packing_slip: _slip, ...query }) => query,
    ),
  },
  'create.flag-type': {
    'An object as draft counts as true, an array as false': forgiving('createInvoice', ({ draft, ...sent }) =>
      typeof draft === 'object' && draft !== null ? { ...sent, draft: !Array.isArray(draft) } : null,
    ),
    'An array as generate_pdf counts as true': forgiving('createInvoice', ({ generate_pdf, ...sent }) =>
      Array.isArray(generate_pdf) ? sent : null,
    ),
    'An object as packing_slip is ignored': forgiving('createInvoice', ({ packing_slip, ...sent }) =>
      typeof packing_slip === 'object' && packing_slip !== null && !Array.isArray(packing_slip) ? sent : null,
    ),
  },
}

type Sent = Record<string, unknown>

const slugOf = (body: object | null): string => (body as { invoice: { slug: string } }).invoice.slug

const firstOrder = ({ orders }: Store): number => [...orders.keys()][0] ?? 0

function hasSlipTemplate({ context, body }: ApiRequest): boolean {
  return context.store.templates.get(Number(body['template_id']))?.template_type === 'packing_slip'
}

/** Saves other content in what a creation makes. */
function created(
  change: (
    invoice: InvoiceRecord,
    order: { order_id: number; draft: boolean },
    context: Context,
  ) => Partial<InvoiceRecord>,
): Change {
  return around('createInvoice', (request, handler) => {
    const answer = handler(request)
    if (answer.outcome !== 'created') return answer
    const { context } = request
    const invoice = findInvoice(context.store, slugOf(answer.body))
    const changed = { ...invoice, ...change(invoice, invoice, context) }
    context.store.invoices.set(changed.id, changed)
    return { ...answer, body: { invoice: detailOf(changed, context.dialect) } }
  })
}

/** Changes what a creation is asked for. */
function creating(change: (body: Sent, context: Context) => Sent): Change {
  return around('createInvoice', (request, handler) =>
    handler({ ...request, body: change(request.body, request.context) }),
  )
}

/** Makes something of the ids that no order has. */
function knownOrders(instead: (id: number, store: Store) => number): Change {
  return creating((body, { store }) => {
    const id = Number(body['order_id'])
    const known = body['draft'] === true ? store.draft_orders : store.orders
    return known.has(id) ? body : { ...body, order_id: instead(id, store) }
  })
}

/** Remembers the slugs of some creations. */
function remembering(when: (request: ApiRequest) => boolean, slugs: Set<string>): Change {
  return afterHandler('createInvoice', (request, { invoice }) => {
    if (when(request)) slugs.add(invoice.slug)
  })
}

/** Lists and searches go on without what was created. */
function hidingCreated(
  listing: 'listInvoices' | 'searchInvoices',
  when: (request: ApiRequest) => boolean,
): Change {
  return fresh(() => {
    const slugs = new Set<string>()
    return all(
      remembering(() => true, slugs),
      finding(listing, (found, request) =>
        when(request) ? found.filter(({ slug }) => !slugs.has(slug)) : found,
      ),
    )
  })
}

/** What some creations made is not to be had from an operation. */
function barring(
  operation: 'readInvoice' | 'readInvoicePdf',
  when: (request: ApiRequest) => boolean,
): Change {
  return fresh(() => {
    const slugs = new Set<string>()
    return all(
      remembering(when, slugs),
      around(operation, (request, handler) => {
        if (slugs.has(request.params.slug)) throw new Refusal('not-found')
        return handler(request)
      }),
    )
  })
}

/** GET pdf is asked for another document, once some creations were made. */
function swapping(when: (request: ApiRequest) => boolean, change: (query: Sent) => Sent): Change {
  return fresh(() => {
    const slugs = new Set<string>()
    return all(
      remembering(when, slugs),
      around('readInvoicePdf', (request, handler) =>
        handler(slugs.has(request.params.slug) ? { ...request, query: change(request.query) } : request),
      ),
    )
  })
}

/** Another invoice for the order of one. */
function issueAgain({ store, world, nextId }: Context, slug: string): InvoiceRecord {
  const { number, next_invoice_number } = numbered(settingsOf(store))
  const now = timestamp(world.now())
  const own = { id: nextId(), slug: world.uuid(), number, created_at: now, updated_at: now }
  const again = { ...findInvoice(store, slug), ...own, revision: 1 }
  store.invoices.set(again.id, again)
  store.settings.set('settings', { ...settingsOf(store), next_invoice_number })
  return again
}

/** Makes another invoice at some creations that should find one. `times` counts the creations for its order. */
function duplicating(when: (request: ApiRequest, existing: InvoiceRecord, times: number) => boolean): Change {
  return fresh(() => {
    const counts = new Map<string, number>()
    return around('createInvoice', (request, handler) => {
      const { context, body } = request
      const key = orderKey(Number(body['order_id']), body['draft'] === true)
      const answer = handler(request)
      const times = (counts.get(key) ?? 0) + 1
      counts.set(key, times)
      const slug = slugOf(answer.body)
      if (answer.outcome !== 'existing' || !when(request, findInvoice(context.store, slug), times))
        return answer
      return { outcome: 'created', body: { invoice: detailOf(issueAgain(context, slug), context.dialect) } }
    })
  })
}

/** Some creations look for an existing invoice, and a little later believe what they saw. */
function racing(when: (request: ApiRequest) => boolean): Change {
  return fresh(() => {
    const sawNone = new WeakSet<object>()
    return all(
      afterGate('body', async (exchange) => {
        if (!isFor(exchange, 'createInvoice')) return
        const { body, context } = exchange
        const key = orderKey(Number(body['order_id']), body['draft'] === true)
        if (context?.store.indexes.invoicesByOrder.count(key) === 0) sawNone.add(body)
        await wait(5)
      }),
      duplicating((request) => sawNone.has(request.body) && when(request)),
    )
  })
}

/** Takes some bodies all the same that should be refused; `mend` gives null for the others. */
function forgiving(operation: 'createInvoice', mend: (sent: Sent, store: Store) => Sent | null): Change {
  return aroundGate('body', async (exchange, through) => {
    try {
      await through()
    } catch (error) {
      const sent = isFor(exchange, operation) ? sentIn(exchange.http.body) : null
      const mended = sent && exchange.context && mend(sent, exchange.context.store)
      if (!mended) throw error
      exchange.body = mended
    }
  })
}

/** Refuses some bodies only after their work was done; `reduced` gives null for the others. */
function refusedButCreated(reduced: (sent: Sent) => Sent | null): Change {
  return (parts) => {
    const { createInvoice } = parts.handlers
    return aroundGate('body', async (exchange, through) => {
      try {
        await through()
      } catch (error) {
        const sent = isFor(exchange, 'createInvoice') ? sentIn(exchange.http.body) : null
        const body = sent && reduced(sent)
        const { context, params, query } = exchange
        if (body && context && Number.isSafeInteger(body['order_id']))
          createInvoice({ operation: 'createInvoice', context, params, query, body, documentUrl: () => '' })
        throw error
      }
    })(parts)
  }
}

/** The object that was sent as body; null for anything else. */
function sentIn(bytes: unknown): Sent | null {
  try {
    const sent: unknown = JSON.parse(String(bytes))
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Sent) : null
  } catch {
    return null
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import {
  type Answer,
  type ApiRequest,
  type Context,
  detailOf,
  findInvoice,
  type InvoiceRecord,
  invoicesByOrder,
  numbered,
  Refusal,
  settingsOf,
  type Store,
  timestamp,
} from '../../../mock-server/seams.ts'
import type { InvoiceDetail, PlatformOrder } from '../../../schemas/types.ts'
import { isObject } from '../../server/client/exchange.ts'
import { across, afterHandler, amending, around, asking, bodyOf, refusing, templateIdIn } from './answers.ts'
import { type Fields, isValid, sentBody, taming } from './bodies.ts'
import { cacheFaults } from './cache-faults.ts'
import { fadingInvoices } from './fading-faults.ts'
import { afterGate, refusedButDone } from './gates.ts'
import { unknownTemplateFaults } from './invoice-faults.ts'
import { counter } from './memory.ts'
import { all, type Change, type Faults, type FaultsOf, fresh, ofEach, noting, rows } from './mutant.ts'
import { isFor, LISTS } from './operations.ts'
import { takenFirstFaults } from './order-faults.ts'
import { finding } from './paging.ts'
import { onReply } from './replies.ts'
import { staleCreationFaults } from './stale-faults.ts'

/** Faults of POST /invoices. */
export const CREATE_FAULTS: FaultsOf<'create'> = {
  'create.from-order': {
    ...takenFirstFaults(),
    ...rows(created, {
      'created_at is when the order was processed': ({ processed_at }) => ({ created_at: processed_at }),
      'The invoice shows the order after the one that was asked for': (_invoice, { order_id }, { store }) => {
        const ids = [...store.orders.keys()].toSorted((a, b) => a - b)
        const next = store.orders.get(ids[ids.indexOf(order_id) + 1] ?? order_id)
        return next ? { note: next.note, customer: next.customer, order_name: next.name } : {}
      },
      'Of the line items only the first is taken over': ({ line_items }) => ({
        line_items: line_items.slice(0, 1),
      }),
      'The note of the order is left out': () => ({ note: '' }),
      'The billing address is taken for shipping too': ({ billing_address: shipping_address }) => ({
        shipping_address,
      }),
      'From draft orders the customer comes without last name': ({ customer }, { draft }) =>
        draft ? { customer: { ...customer, last_name: '' } } : {},
    }),
    'An order with the name of an invoiced one gets its invoice': around(
      'createInvoice',
      (request, handler) => {
        const { context, body } = request
        const order = body['draft'] === true ? undefined : context.store.orders.get(Number(body['order_id']))
        const namesake = [...context.store.invoices.values()].find(
          ({ draft, order_id, order_name }) => !draft && order_id !== order?.id && order_name === order?.name,
        )
        return namesake
          ? { outcome: 'existing', body: { invoice: detailOf(namesake, context.dialect) } }
          : handler(request)
      },
    ),
    'Orders are known as they were at the start: edits before the creation are not seen': noting(
      WeakMap<Store, Map<number, PlatformOrder>>,
      (snapshots) => [
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
      ],
    ),
  },
  'create.persists': {
    'An invoice is listed as long as its order is there': finding(
      'listInvoices',
      (found, { context: { store } }) =>
        found.filter(({ slug }) => {
          const { order_id, draft } = findInvoice(store, slug)
          return draft || store.orders.has(order_id)
        }),
    ),
    ...cacheFaults('createInvoice', ...LISTS),
    ...fadingInvoices(),
    'Deleting a customer deletes the invoices of its email': across(
      'deleteCustomer',
      ({ context, params }) => context.store.customers.get(params.id)?.email,
      (email, { context: { store } }) => {
        const theirs = [...store.invoices.values()].filter(({ customer }) => customer?.email === email)
        if (email) for (const { id } of theirs) store.invoices.delete(id)
      },
    ),
    'An invoice of two equal addresses is read without the second': amending(
      'readInvoice',
      ({ shipping_address, billing_address }) =>
        JSON.stringify(shipping_address) === JSON.stringify(billing_address)
          ? { shipping_address: null }
          : {},
    ),
    'Created invoices are not found by what begins like the name of an order': hidingCreated(
      'searchInvoices',
      ({ query }) => String(query['q']).startsWith('#'),
    ),
    'A created invoice does not appear in the list': hidingCreated('listInvoices'),
    'The search index is not told of created invoices': hidingCreated('searchInvoices'),
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
        const { id } = bodyOf<'createInvoice'>(answer).invoice
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
    ...staleCreationFaults(),
    ...rows(answeringExisting, {
      'The second creation answers the existing invoice with its first line item alone': ({
        line_items,
      }) => ({
        line_items: line_items.slice(0, 1),
      }),
      'The second creation answers the existing invoice with the next number': (_invoice, { context }) => ({
        number: numbered(settingsOf(context.store)).number,
      }),
      'The second creation answers the existing invoice, but files another one': ({ slug }, { context }) => {
        issueAgain(context, slug)
        return {}
      },
      'The second creation is unprocessable': () => {
        throw new Refusal('unprocessable', { order_id: ['is taken'] })
      },
    }),
    ...rows(duplicating, {
      'The second creation for an order makes a second invoice': () => true,
      'The third creation for an order makes a second invoice': (_request, _existing, times) => times === 3,
      'A creation with generate_pdf false makes another invoice': ({ body }) =>
        body['generate_pdf'] === false,
      'A creation with a template_id makes another invoice': ({ body }) => body['template_id'] !== undefined,
      'A creation with packing_slip makes another invoice': ({ body }) => body['packing_slip'] === true,
      'A creation for an order that was edited since makes another invoice': (
        { context: { store } },
        { order_id, draft, note },
      ) => {
        const order = draft ? store.draft_orders.get(order_id) : store.orders.get(order_id)
        return order !== undefined && order.note !== note
      },
      'A creation without PDF that names a template makes another invoice': ({ body }) =>
        body['generate_pdf'] === false && 'template_id' in body,
    }),
    'A creation for an order whose invoice was regenerated makes another': noting(
      Set<string>,
      (regenerated) => [
        afterHandler('regenerateInvoice', (_request, { invoice }) => void regenerated.add(invoice.slug)),
        duplicating((_request, { slug }) => regenerated.has(slug)),
      ],
    ),
    'A creation for an order whose invoice became voided makes another one': noting(Set<string>, (voided) => [
      afterHandler('regenerateInvoice', (_request, { invoice: { slug, financial_status } }) => {
        if (financial_status === 'voided') voided.add(slug)
      }),
      duplicating(
        (_request, { slug, financial_status }) => financial_status === 'voided' && voided.has(slug),
      ),
    ]),
  },
  'create.returns-existing-draft': rows(duplicating, {
    'The second creation for a draft order makes a second quote': (_request, { draft }) => draft,
    'The third creation for a draft order makes a second quote': (_request, { draft }, times) =>
      draft && times === 3,
    'The second creation for a draft order makes a second pro-forma, while quotes are found': (
      _request,
      { invoice_type },
    ) => invoice_type === 'pro_forma',
  }),
  'create.returns-existing-concurrent': {
    'Of eight simultaneous creations for an order the last is answered without an invoice': fresh(() => {
      const times = new Map<unknown, number[]>()
      return onReply((answer, exchange) => {
        if (!isFor(exchange, 'createInvoice') || answer.status > 299) return answer
        const sent = sentBody(exchange)
        const order_id = isObject(sent) ? sent['order_id'] : undefined
        const recent = [...(times.get(order_id) ?? []), performance.now()].slice(-8)
        times.set(order_id, recent)
        const [first = 0] = recent
        const isLast = recent.length === 8 && performance.now() - first < 60
        return isLast ? { ...answer, body: '{"invoice":null}' } : answer
      })
    }),
    ...rows(racing, {
      'Between looking for the invoice of an order and making it a few milliseconds pass': () => true,
      'With generate_pdf true, simultaneous creations each make an invoice': ({ body }) =>
        body['generate_pdf'] !== false,
      'By a template, simultaneous creations each make an invoice': ({ body }) =>
        body['template_id'] !== undefined,
    }),
  },
  'create.draft-type': rows(created, {
    'A draft order yields an invoice': (_invoice, { draft }) => (draft ? { invoice_type: 'invoice' } : {}),
    'A draft order that should yield a pro-forma yields a platform_order': ({ invoice_type }) =>
      invoice_type === 'pro_forma' ? { invoice_type: 'platform_order' } : {},
    'An order that is not paid yields a quote': ({ financial_status }, { draft }) =>
      !draft && /pending|authorized/.test(financial_status) ? { invoice_type: 'quote' } : {},
  }),
  'create.draft-default': {
    'Without draft the id is taken for a draft order': creating((body) => ({ draft: true, ...body })),
    'Without draft an id that a draft order has is taken for that': creating((body, { store }) =>
      'draft' in body ? body : { ...body, draft: store.draft_orders.has(Number(body['order_id'])) },
    ),
    'A creation with draft false does not find the invoice that was made without draft': noting(
      Set<string>,
      (plain) => [
        around('createInvoice', (request, handler) => {
          const answer = handler(request)
          if (answer.outcome === 'created' && !('draft' in request.body)) plain.add(slugOf(answer))
          return answer
        }),
        duplicating(({ body }, { slug }) => body['draft'] === false && plain.has(slug)),
      ],
    ),
  },
  'create.order-id-required': {
    'Without order_id the first order is taken': forgiving('order_id', (id, _sent, store) =>
      id === undefined ? firstOrder(store) : id,
    ),
    'A body without order_id, but with draft, takes the first draft order': forgiving(
      'order_id',
      (id, { draft }, { draft_orders }) =>
        id === undefined && draft === true ? [...draft_orders.keys()][0] : id,
    ),
  },
  'create.order-id-type': {
    ...idFaults('order_id'),
    'An order_id that is no integer stands for the first order': forgiving('order_id', (id, _sent, store) =>
      id === undefined ? id : firstOrder(store),
    ),
  },
  'create.template-id-type': {
    ...idFaults('template_id'),
    'A template_id that is no integer is ignored': forgiving('template_id', () => undefined),
  },
  'create.order-unknown': {
    'An order that is gone from the platform is invoiced all the same': noting(
      Map<string, PlatformOrder>,
      (seen) =>
        around('createInvoice', (request, handler) => {
          const { orders, record } = request.context.store
          for (const order of orders.values()) seen.set(`${record.name} ${order.id}`, order)
          const gone = seen.get(`${record.name} ${Number(request.body['order_id'])}`)
          if (gone && request.body['draft'] !== true) orders.set(gone.id, gone)
          return handler(request)
        }),
    ),
    ...rows(knownOrders, {
      'An unknown order is not-found, which the endpoint does not list': () => {
        throw new Refusal('not-found')
      },
      'An unknown order stands for the first one': (_id, store) => firstOrder(store),
      'The sign of an order_id is ignored': (id) => Math.abs(id),
      'Of an order_id only the last 32 bits count': (id) => id % 2 ** 32,
    }),
  },
  'create.template-unknown': unknownTemplateFaults('createInvoice', 'unauthorized', 'conflict', 'not-found'),
  'create.rejected-no-effect': {
    'An order whose creation was refused for its template is refused without one, too': noting(
      Set<unknown>,
      (refused) =>
        around('createInvoice', (request, handler) => {
          const { order_id, template_id } = request.body
          if (refused.has(order_id) && template_id === undefined)
            throw new Refusal('unprocessable', { order_id: ['was refused'] })
          try {
            return handler(request)
          } catch (error) {
            if (error instanceof Refusal && template_id !== undefined) refused.add(order_id)
            throw error
          }
        }),
    ),
    'A refused creation uses up a number': around('createInvoice', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        const settings = settingsOf(request.context.store)
        const { next_invoice_number } = numbered(settings)
        request.context.store.settings.set('settings', { ...settings, next_invoice_number })
        throw error
      }
    }),
    'An unknown template_id is unprocessable, but the invoice was made': around(
      'createInvoice',
      (request, handler) => {
        const { template_id, ...body } = request.body
        if (template_id !== undefined && !request.context.store.templates.has(Number(template_id)))
          handler({ ...request, body })
        return handler(request)
      },
    ),
    'By a template of credit notes a creation is unprocessable, as any document is, but the invoice was made':
      all(
        refusing('readInvoicePdf', 'unprocessable', isByCreditNotes),
        around('createInvoice', (request, handler) => {
          const answer = handler(request)
          if (isByCreditNotes(request))
            throw new Refusal('unprocessable', { template_id: ['is of credit notes'] })
          return answer
        }),
      ),
    ...ofEach(['draft', 'packing_slip', 'generate_pdf', 'template_id'], (field) => ({
      [`A ${field} of a wrong type is unprocessable, but the invoice was made`]: refusedButDone(
        'body',
        'createInvoice',
        (exchange) => {
          const sent = sentBody(exchange)
          const { [field]: value, ...rest } = isObject(sent) ? sent : {}
          exchange.body = value !== undefined && isValid(rest, exchange) ? rest : {}
        },
      ),
    })),
  },
  'create.generate-pdf': rows(
    (when: (body: Fields) => boolean) => barring('readInvoicePdf', ({ body }) => when(body)),
    {
      'An invoice made with generate_pdf false has no PDF: GET pdf is not-found': (body) =>
        body['generate_pdf'] === false,
      'A quote made with generate_pdf false has no PDF: GET pdf is unprocessable': (body) =>
        body['draft'] === true && body['generate_pdf'] === false,
      'An invoice made with generate_pdf true has no PDF': (body) => body['generate_pdf'] === true,
    },
  ),
  'create.packing-slip': {
    'A creation with packing_slip is unprocessable': refusing(
      'createInvoice',
      'unprocessable',
      ({ body }) => body['packing_slip'] === true,
    ),
    ...slipFaults('packing_slip', ({ body }) => body['packing_slip'] === true),
    'After a creation with packing_slip and generate_pdf false the first GET pdf makes the packing slip, whatever it asks for':
      noting(Set<string>, (unmade) => [
        afterHandler('createInvoice', ({ body }, { invoice }) => {
          if (body['packing_slip'] === true && body['generate_pdf'] === false) unmade.add(invoice.slug)
        }),
        asking('readInvoicePdf', (query, { params }) =>
          unmade.delete(params.slug) ? { ...query, packing_slip: true } : query,
        ),
      ]),
    'A creation with packing_slip for an order that has an invoice is unprocessable': answeringExisting(
      (_invoice, { body }) => {
        if (body['packing_slip'] !== true) return {}
        throw new Refusal('unprocessable', { packing_slip: ['comes too late'] })
      },
    ),
  },
  'create.packing-slip-inferred': {
    'A packing slip template without the flag is unprocessable': refusing(
      'createInvoice',
      'unprocessable',
      (request) => hasSlipTemplate(request) && request.body['packing_slip'] !== true,
    ),
    ...slipFaults('a packing slip template', hasSlipTemplate),
  },
  'create.flag-type': ofEach(['draft', 'generate_pdf', 'packing_slip'], (flag) => ({
    [`An object as ${flag} counts as true`]: forgiving(flag, (value) => (isObject(value) ? true : value)),
    [`An array as ${flag} is ignored`]: forgiving(flag, (value) =>
      Array.isArray(value) ? undefined : value,
    ),
  })),
}

const slugOf = (answer: Answer): string => bodyOf<'createInvoice'>(answer).invoice.slug

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
    const invoice = findInvoice(context.store, slugOf(answer))
    const changed = { ...invoice, ...change(invoice, invoice, context) }
    context.store.invoices.set(changed.id, changed)
    return { ...answer, body: { invoice: detailOf(changed, context.dialect) } }
  })
}

/** Shows an invoice that was there otherwise than it is. */
function answeringExisting(
  change: (invoice: InvoiceDetail, request: ApiRequest) => Partial<InvoiceDetail>,
): Change {
  return around('createInvoice', (request, handler) => {
    const answer = handler(request)
    const { invoice } = bodyOf<'createInvoice'>(answer)
    return answer.outcome === 'existing'
      ? { ...answer, body: { invoice: { ...invoice, ...change(invoice, request) } } }
      : answer
  })
}

/** Changes what a creation is asked for. */
function creating(change: (body: Fields, context: Context) => Fields): Change {
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

/** A fault that knows the slugs of what some creations answered. */
function withCreated(
  when: (request: ApiRequest) => boolean,
  make: (slugs: ReadonlySet<string>) => Change,
): Change {
  return noting(Set<string>, (slugs) => [
    afterHandler('createInvoice', (request, { invoice }) => {
      if (when(request)) slugs.add(invoice.slug)
    }),
    make(slugs),
  ])
}

/** Lists and searches go on without what was created. */
function hidingCreated(
  listing: 'listInvoices' | 'searchInvoices',
  when: (request: ApiRequest) => boolean = () => true,
): Change {
  return withCreated(
    () => true,
    (slugs) =>
      finding(listing, (found, request) =>
        when(request) ? found.filter(({ slug }) => !slugs.has(slug)) : found,
      ),
  )
}

/** What some creations made is not to be had from an operation. */
function barring(
  operation: 'readInvoice' | 'readInvoicePdf',
  when: (request: ApiRequest) => boolean,
): Change {
  return withCreated(when, (slugs) =>
    refusing(operation, 'not-found', ({ params }) => slugs.has(params.slug)),
  )
}

/** GET pdf is asked for another document, once some creations were made. */
function swapping(when: (request: ApiRequest) => boolean, change: (query: Fields) => Fields): Change {
  return withCreated(when, (slugs) =>
    around('readInvoicePdf', (request, handler) =>
      handler(slugs.has(request.params.slug) ? { ...request, query: change(request.query) } : request),
    ),
  )
}

/** Faults of creations that ask for a packing slip. */
function slipFaults(how: string, when: (request: ApiRequest) => boolean): Faults {
  return {
    [`After a creation with ${how}, GET pdf with packing_slip serves the invoice`]: swapping(
      when,
      ({ packing_slip: _slip, ...query }) => query,
    ),
    [`After a creation with ${how}, GET pdf serves the packing slip only`]: swapping(when, (query) => ({
      ...query,
      packing_slip: true,
    })),
  }
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

function isByCreditNotes(request: ApiRequest): boolean {
  return request.context.store.templates.get(templateIdIn(request))?.template_type === 'credit_note'
}

/** Makes another invoice at some creations that should find one. `times` counts the creations for its order. */
function duplicating(when: (request: ApiRequest, existing: InvoiceRecord, times: number) => boolean): Change {
  return fresh(() => {
    const count = counter<string>()
    return around('createInvoice', (request, handler) => {
      const { context, body } = request
      const key = `${body['order_id']} ${body['draft'] === true}`
      const answer = handler(request)
      const times = count(key)
      const slug = slugOf(answer)
      if (answer.outcome !== 'existing' || !when(request, findInvoice(context.store, slug), times))
        return answer
      return { outcome: 'created', body: { invoice: detailOf(issueAgain(context, slug), context.dialect) } }
    })
  })
}

/** Some creations look for an existing invoice, and a little later believe what they saw. */
function racing(when: (request: ApiRequest) => boolean): Change {
  return noting(WeakSet<object>, (sawNone) => [
    afterGate('body', async (exchange) => {
      if (!isFor(exchange, 'createInvoice')) return
      const { body, context } = exchange
      const known = context && invoicesByOrder(context.store, body['draft'] === true)
      if (known?.count(Number(body['order_id'])) === 0) sawNone.add(body)
      await wait(5)
    }),
    duplicating((request) => sawNone.has(request.body) && when(request)),
  ])
}

/** Takes some values of a field all the same that should be refused; undefined for none. */
function forgiving(field: string, mend: (value: unknown, sent: Fields, store: Store) => unknown): Change {
  return taming('createInvoice', (sent, { context }) =>
    isObject(sent) && context ? { ...sent, [field]: mend(sent[field], sent, context.store) } : sent,
  )
}

/** What becomes of an id of a wrong type. */
function idFaults(field: 'order_id' | 'template_id'): Faults {
  return {
    [`A fraction as ${field} is rounded down`]: forgiving(field, (id) =>
      typeof id === 'number' ? Math.floor(id) : id,
    ),
    [`Of a text as ${field} the digits at its beginning count`]: forgiving(field, (id) =>
      typeof id === 'string' && /^\d/.test(id) ? Number.parseInt(id, 10) : id,
    ),
    [`Of an array as ${field} the first item counts`]: forgiving(field, (id) =>
      Array.isArray(id) ? id[0] : id,
    ),
  }
}

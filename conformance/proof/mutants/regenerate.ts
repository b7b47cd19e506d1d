import {
  type ApiRequest,
  detailOf,
  type DocumentSource,
  findInvoice,
  type InvoiceRecord,
} from '../../../mock-server/seams.ts'
import { unknownInvoiceFaults, unknownTemplateFaults } from './invoice-faults.ts'
import {
  afterHandler,
  all,
  amending,
  around,
  type Change,
  changing,
  type FaultsOf,
  fresh,
  parameter,
  refusing,
} from './mutant.ts'
import { finding } from './paging.ts'

/** Faults of POST /invoices/{slug}/regenerate. */
export const REGENERATE_FAULTS: FaultsOf<'regenerate'> = {
  'regenerate.same-invoice': {
    'A regeneration answers a new slug': amending('regenerateInvoice', (invoice, { context }) => ({
      slug: context.world.uuid(),
    })),
    'The second regeneration of an invoice answers a new id': counted((times) =>
      amending('regenerateInvoice', ({ slug }, { context }) =>
        times(slug) === 2 ? { id: context.nextId() } : {},
      ),
    ),
    'The newest invoice of the customer is regenerated, whichever was asked for': around(
      'regenerateInvoice',
      (request, handler) => {
        const { store } = request.context
        const { customer, draft } = findInvoice(store, request.params.slug)
        const newest = store.lists.invoices
          .in('newest_first')
          .all()
          .find(
            (one) =>
              one.customer.id === customer.id &&
              one.draft === draft &&
              store[draft ? 'draft_orders' : 'orders'].has(one.order_id),
          )
        return handler(newest ? { ...request, params: { ...request.params, slug: newest.slug } } : request)
      },
    ),
  },
  'regenerate.resyncs': {
    'Nothing is taken over from the order': keeping((before) => before),
    'Only the first regeneration of an invoice takes over the order': counted((times) =>
      keeping((before) => (times(before.slug) > 1 ? before : {})),
    ),
    'The note stays as it was': keeping(({ note }) => ({ note })),
    'The shipping address stays as it was': keeping(({ shipping_address }) => ({ shipping_address })),
    'Line items stay as they were': keeping(({ line_items }) => ({ line_items })),
    'The customer stays as they were': keeping(({ customer }) => ({ customer })),
    'Quotes and pro-formas are not re-synced': keeping((before) => (before.draft ? before : {})),
    'With packing_slip nothing is taken over from the order': keeping((before, { query }) =>
      query['packing_slip'] === true ? before : {},
    ),
    'With a template_id nothing is taken over from the order': keeping((before, { query }) =>
      query['template_id'] === undefined ? {} : before,
    ),
    'A note that was emptied stays': keeping(({ note }, _request, after) =>
      after.note === '' ? { note } : {},
    ),
    'The answer shows the edit, but it is not saved': around('regenerateInvoice', (request, handler) => {
      const { store } = request.context
      const before = findInvoice(store, request.params.slug)
      const answer = handler(request)
      const { revision } = findInvoice(store, request.params.slug)
      store.invoices.set(before.id, { ...before, revision })
      return answer
    }),
    'A read answers from a cache that a regeneration does not clear': fresh(() => {
      const cache = new Map<string, object>()
      return changing('readInvoice', 'invoice', (invoice) => {
        const known = cache.get(invoice.slug) ?? invoice
        cache.set(invoice.slug, known)
        return known
      })
    }),
    'Search does not find a regenerated invoice by its new name': fresh(() => {
      const names = new Map<string, string>()
      return all(
        around('regenerateInvoice', (request, handler) => {
          const { customer } = findInvoice(request.context.store, request.params.slug)
          if (!names.has(request.params.slug))
            names.set(request.params.slug, `${customer.first_name} ${customer.last_name}`.trim())
          return handler(request)
        }),
        finding('searchInvoices', (found, request) =>
          found.filter(({ slug, customer_name }) => {
            const indexed = names.get(slug)
            return (
              indexed === undefined || indexed === customer_name || parameter(request, 'q') !== customer_name
            )
          }),
        ),
      )
    }),
    'The list shows a regenerated invoice with its old name until another one is created': fresh(() => {
      const names = new Map<string, string>()
      return all(
        around('regenerateInvoice', (request, handler) => {
          const { slug, customer } = findInvoice(request.context.store, request.params.slug)
          names.set(slug, `${customer.first_name} ${customer.last_name}`.trim())
          return handler(request)
        }),
        afterHandler('createInvoice', () => names.clear()),
        finding('listInvoices', (found) =>
          found.map((one) => ({ ...one, customer_name: names.get(one.slug) ?? one.customer_name })),
        ),
      )
    }),
  },
  'regenerate.pdf': {
    'The PDF stays as it was first made': drawing((seen) => seen[0]),
    'After the second regeneration the PDF shows what the first one brought': drawing((seen) =>
      seen.slice(0, 2).at(-1),
    ),
    'After a regeneration the PDF shows the old addresses and line items': drawing(([first], source) => {
      if (!first) return source
      const { billing_address, shipping_address, line_items, customer } = first.invoice
      return {
        ...source,
        invoice: { ...source.invoice, billing_address, shipping_address, line_items, customer },
      }
    }),
  },
  'regenerate.packing-slip': {
    'The packing slip stays as it was first made': drawing((seen, source) =>
      source.kind === 'packing_slip' ? seen[0] : source,
    ),
    'A packing slip template without the flag leaves the packing slip as it was': fresh(() => {
      const stale = new Map<string, InvoiceRecord>()
      return all(
        around('regenerateInvoice', (request, handler) => {
          const { store } = request.context
          const { slug } = request.params
          const template = store.templates.get(Number(request.query['template_id']))
          const isInferred =
            template?.template_type === 'packing_slip' && request.query['packing_slip'] !== true
          if (isInferred) stale.set(slug, stale.get(slug) ?? findInvoice(store, slug))
          else if (request.query['packing_slip'] === true) stale.delete(slug)
          return handler(request)
        }),
        (parts) => ({
          ...parts,
          render: (source) => {
            const invoice = source.kind === 'packing_slip' ? stale.get(source.invoice.slug) : undefined
            return parts.render(invoice ? { ...source, invoice } : source)
          },
        }),
      )
    }),
    'Once the packing slip was regenerated, the invoice document is not-found': fresh(() => {
      const slips = new Set<string>()
      return all(
        afterHandler('regenerateInvoice', ({ query }, { invoice }) => {
          if (query['packing_slip'] === true) slips.add(invoice.slug)
          else slips.delete(invoice.slug)
        }),
        refusing(
          'readInvoicePdf',
          'not-found',
          ({ params, query }) => slips.has(params.slug) && Object.keys(query).length === 0,
        ),
      )
    }),
  },
  'regenerate.template-unknown': unknownTemplateFaults('regenerateInvoice', 'unauthorized', 'conflict'),
  'regenerate.unknown': unknownInvoiceFaults('regenerateInvoice', { invoice: {} }),
  'regenerate.unedited': {
    'Line items come back in the other order': saving(({ line_items }) => ({
      line_items: line_items.toReversed(),
    })),
    'A regeneration gives the invoice a new number': saving(({ number }) => ({ number: `${number}-R` })),
    'The second regeneration gives the invoice a new number': counted((times) =>
      saving(({ number, slug }) => (times(slug) === 2 ? { number: `${number}-2` } : {})),
    ),
    'A regeneration moves created_at': saving(({ updated_at }) => ({ created_at: updated_at })),
    'A regeneration moves processed_at': saving(({ updated_at }) => ({ processed_at: updated_at })),
    'A regeneration makes partially_refunded refunded, and partially_paid paid': saving(
      ({ financial_status }) => ({
        financial_status: financial_status.replace('partially_', ''),
      }),
    ),
    'Regenerating the packing slip makes the invoice fulfilled': saving((_invoice, { query }) =>
      query['packing_slip'] === true ? { fulfillment_status: 'fulfilled' } : {},
    ),
    'Regenerating a quote makes it an invoice': saving(({ draft }) =>
      draft ? { invoice_type: 'invoice' } : {},
    ),
  },
}

/** A fault that knows how often an invoice has been regenerated, the present time included. */
function counted(make: (times: (slug: string) => number) => Change): Change {
  return fresh(() => {
    const counts = new Map<string, number>()
    const count = around('regenerateInvoice', (request, handler) => {
      const { slug } = request.params
      counts.set(slug, (counts.get(slug) ?? 0) + 1)
      return handler(request)
    })
    return all(
      count,
      make((slug) => counts.get(slug) ?? 0),
    )
  })
}

/** Saves other content than a regeneration should. */
function saving(change: (invoice: InvoiceRecord, request: ApiRequest) => Partial<InvoiceRecord>): Change {
  return around('regenerateInvoice', (request, handler) => {
    const answer = handler(request)
    const { store, dialect } = request.context
    const invoice = findInvoice(store, request.params.slug)
    const changed = { ...invoice, ...change(invoice, request) }
    store.invoices.set(changed.id, changed)
    return { ...answer, body: { invoice: detailOf(changed, dialect) } }
  })
}

/** Keeps content of an invoice as it was before a regeneration. */
function keeping(
  kept: (before: InvoiceRecord, request: ApiRequest, after: InvoiceRecord) => Partial<InvoiceRecord>,
): Change {
  return (parts) => {
    const { regenerateInvoice } = parts.handlers
    const handler = (request: ApiRequest) => {
      const { store, dialect } = request.context
      const before = findInvoice(store, request.params.slug)
      const answer = regenerateInvoice(request)
      const after = findInvoice(store, request.params.slug)
      const { revision, updated_at } = after
      const changed = { ...after, ...kept(before, request, after), revision, updated_at }
      store.invoices.set(changed.id, changed)
      return { ...answer, body: { invoice: detailOf(changed, dialect) } }
    }
    return { ...parts, handlers: { ...parts.handlers, regenerateInvoice: handler } }
  }
}

/** Draws documents from other sources: of the same invoice, kind and template, in the order in which they came. */
function drawing(
  choose: (seen: readonly DocumentSource[], source: DocumentSource) => DocumentSource | undefined,
): Change {
  return fresh(() => {
    const sources = new Map<string, DocumentSource[]>()
    return (parts) => ({
      ...parts,
      render: (source) => {
        const key = [source.invoice.slug, source.kind, source.template.id].join()
        const seen = sources.get(key) ?? []
        const isNew = !seen.some(({ invoice }) => JSON.stringify(invoice) === JSON.stringify(source.invoice))
        if (isNew) sources.set(key, [...seen, source])
        return parts.render(choose(sources.get(key) ?? [], source) ?? source)
      },
    })
  })
}

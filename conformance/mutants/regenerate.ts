import type { DocumentSource } from '../../mock-server/documents/index.ts'
import type { ApiRequest } from '../../mock-server/routes/handler.ts'
import { findInvoice } from '../../mock-server/rules/find.ts'
import { detailOf } from '../../mock-server/rules/invoice-views.ts'
import { Refusal } from '../../mock-server/rules/refusal.ts'
import type { InvoiceRecord } from '../../mock-server/store/records.ts'
import {
  afterGate,
  afterHandler,
  all,
  around,
  changing,
  fresh,
  onRefusal,
  parameter,
  type Change,
  type Mutant,
} from './mutant.ts'
import { finding } from './paging.ts'

/** Faults of POST /invoices/{slug}/regenerate. */
export const REGENERATE_MUTANTS: readonly Mutant[] = [
  {
    id: 'regenerate.new-slug',
    clause: 'regenerate.same-invoice',
    says: 'A regeneration answers a new slug.',
    mutate: changing('regenerateInvoice', 'invoice', (invoice, { context }) => ({
      ...invoice,
      slug: context.world.uuid(),
    })),
  },
  {
    id: 'regenerate.new-id-second-time',
    clause: 'regenerate.same-invoice',
    says: 'The second regeneration of an invoice answers a new id.',
    deep: true,
    mutate: counted((times) =>
      changing('regenerateInvoice', 'invoice', (invoice, { context }) =>
        times(invoice.slug) === 2 ? { ...invoice, id: context.nextId() } : invoice,
      ),
    ),
  },
  {
    id: 'regenerate.newest-of-customer',
    clause: 'regenerate.same-invoice',
    says: 'The newest invoice of the customer is regenerated, whichever was asked for.',
    deep: true,
    mutate: around('regenerateInvoice', (request, handler) => {
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
    }),
  },
  {
    id: 'regenerate.no-resync',
    clause: 'regenerate.resyncs',
    says: 'Nothing is taken over from the order.',
    mutate: keeping((before) => before),
  },
  {
    id: 'regenerate.resyncs-once',
    clause: 'regenerate.resyncs',
    says: 'Only the first regeneration of an invoice takes over the order.',
    deep: true,
    mutate: counted((times) => keeping((before) => (times(before.slug) > 1 ? before : {}))),
  },
  {
    id: 'regenerate.keeps-note',
    clause: 'regenerate.resyncs',
    says: 'The note stays as it was.',
    deep: true,
    mutate: keeping(({ note }) => ({ note })),
  },
  {
    id: 'regenerate.keeps-shipping-address',
    clause: 'regenerate.resyncs',
    says: 'The shipping address stays as it was.',
    deep: true,
    mutate: keeping(({ shipping_address }) => ({ shipping_address })),
  },
  {
    id: 'regenerate.keeps-line-items',
    clause: 'regenerate.resyncs',
    says: 'Line items stay as they were.',
    deep: true,
    mutate: keeping(({ line_items }) => ({ line_items })),
  },
  {
    id: 'regenerate.keeps-customer',
    clause: 'regenerate.resyncs',
    says: 'The customer stays as they were.',
    mutate: keeping(({ customer }) => ({ customer })),
  },
  {
    id: 'regenerate.keeps-drafts',
    clause: 'regenerate.resyncs',
    says: 'Quotes and pro-formas are not re-synced.',
    deep: true,
    mutate: keeping((before) => (before.draft ? before : {})),
  },
  {
    id: 'regenerate.slip-without-resync',
    clause: 'regenerate.resyncs',
    says: 'With packing_slip nothing is taken over from the order.',
    deep: true,
    mutate: keeping((before, { query }) => (query['packing_slip'] === true ? before : {})),
  },
  {
    id: 'regenerate.template-without-resync',
    clause: 'regenerate.resyncs',
    says: 'With a template_id nothing is taken over from the order.',
    deep: true,
    mutate: keeping((before, { query }) => (query['template_id'] === undefined ? {} : before)),
  },
  {
    id: 'regenerate.ignores-emptied',
    clause: 'regenerate.resyncs',
    says: 'A note that was emptied stays.',
    deep: true,
    mutate: keeping(({ note }, _request, after) => (after.note === '' ? { note } : {})),
  },
  {
    id: 'regenerate.answer-only',
    clause: 'regenerate.resyncs',
    says: 'The answer shows the edit, but it is not saved.',
    deep: true,
    mutate: around('regenerateInvoice', (request, handler) => {
      const { store } = request.context
      const before = findInvoice(store, request.params.slug)
      const answer = handler(request)
      const { revision } = findInvoice(store, request.params.slug)
      store.invoices.set(before.id, { ...before, revision })
      return answer
    }),
  },
  {
    id: 'regenerate.read-cached',
    clause: 'regenerate.resyncs',
    says: 'A read answers from a cache that a regeneration does not clear.',
    deep: true,
    mutate: fresh(() => {
      const cache = new Map<string, object>()
      return changing('readInvoice', 'invoice', (invoice) => {
        const known = cache.get(invoice.slug) ?? invoice
        cache.set(invoice.slug, known)
        return known
      })
    }),
  },
  {
    id: 'regenerate.search-stale',
    clause: 'regenerate.resyncs',
    says: 'Search does not find a regenerated invoice by its new name.',
    deep: true,
    mutate: fresh(() => {
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
  },
  {
    id: 'regenerate.list-stale',
    clause: 'regenerate.resyncs',
    says: 'The list shows a regenerated invoice with its old name until another one is created.',
    deep: true,
    mutate: fresh(() => {
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
  {
    id: 'regenerate.pdf-stale',
    clause: 'regenerate.pdf',
    says: 'The PDF stays as it was first made.',
    mutate: drawing((seen) => seen[0]),
  },
  {
    id: 'regenerate.pdf-second-stale',
    clause: 'regenerate.pdf',
    says: 'After the second regeneration the PDF shows what the first one brought.',
    deep: true,
    mutate: drawing((seen) => seen.slice(0, 2).at(-1)),
  },
  {
    id: 'regenerate.pdf-addresses-stale',
    clause: 'regenerate.pdf',
    says: 'After a regeneration the PDF shows the old addresses and line items.',
    deep: true,
    mutate: drawing(([first], source) => {
      if (!first) return source
      const { billing_address, shipping_address, line_items, customer } = first.invoice
      return {
        ...source,
        invoice: { ...source.invoice, billing_address, shipping_address, line_items, customer },
      }
    }),
  },
  {
    id: 'regenerate.slip-stale',
    clause: 'regenerate.packing-slip',
    says: 'The packing slip stays as it was first made.',
    deep: true,
    mutate: drawing((seen, source) => (source.kind === 'packing_slip' ? seen[0] : source)),
  },
  {
    id: 'regenerate.slip-not-inferred',
    clause: 'regenerate.packing-slip',
    says: 'A packing slip template without the flag leaves the packing slip as it was.',
    deep: true,
    mutate: fresh(() => {
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
  },
  {
    id: 'regenerate.slip-drops-invoice',
    clause: 'regenerate.packing-slip',
    says: 'Once the packing slip was regenerated, the invoice document is not-found.',
    deep: true,
    mutate: fresh(() => {
      const slips = new Set<string>()
      return all(
        afterHandler('regenerateInvoice', ({ query }, { invoice }) => {
          if (query['packing_slip'] === true) slips.add(invoice.slug)
          else slips.delete(invoice.slug)
        }),
        around('readInvoicePdf', (request, handler) => {
          if (slips.has(request.params.slug) && Object.keys(request.query).length === 0)
            throw new Refusal('not-found')
          return handler(request)
        }),
      )
    }),
  },
  {
    id: 'regenerate.unknown-template-conflict',
    clause: 'regenerate.template-unknown',
    says: 'An unknown template_id is a conflict.',
    mutate: around('regenerateInvoice', (request, handler) => {
      const id = request.query['template_id']
      if (id !== undefined && !request.context.store.templates.has(Number(id))) throw new Refusal('conflict')
      return handler(request)
    }),
  },
  {
    id: 'regenerate.deleted-template',
    clause: 'regenerate.template-unknown',
    says: 'The id of a deleted template is accepted, while other unknown ones are refused.',
    deep: true,
    mutate: fresh(() => {
      const deleted = new Set<number>()
      return all(
        afterHandler('deleteTemplate', ({ params }) => void deleted.add(params.id)),
        around('regenerateInvoice', (request, handler) => {
          const { template_id, ...query } = request.query
          return handler(deleted.has(Number(template_id)) ? { ...request, query } : request)
        }),
      )
    }),
  },
  {
    id: 'regenerate.unknown-unprocessable',
    clause: 'regenerate.unknown',
    says: 'An unknown slug is unprocessable.',
    mutate: onRefusal('not-found', (answer) => unprocessable(answer.headers), 'regenerateInvoice'),
  },
  {
    id: 'regenerate.id-as-slug',
    clause: 'regenerate.unknown',
    says: 'An id in place of the slug regenerates the invoice.',
    deep: true,
    mutate: afterGate('known-path', ({ operation, params, context }) => {
      const meant = /^\d+$/.test(params.slug) ? context?.store.invoices.get(Number(params.slug)) : undefined
      if (operation === 'regenerateInvoice' && meant) params.slug = meant.slug
    }),
  },
  {
    id: 'regenerate.unknown-quietly',
    clause: 'regenerate.unknown',
    says: 'An unknown slug answers an empty invoice.',
    mutate: onRefusal(
      'not-found',
      (answer) => ({ ...answer, status: 200, body: '{"invoice":{}}' }),
      'regenerateInvoice',
    ),
  },
  {
    id: 'regenerate.reverses-line-items',
    clause: 'regenerate.unedited',
    says: 'Line items come back in the other order.',
    deep: true,
    mutate: saving(({ line_items }) => ({ line_items: line_items.toReversed() })),
  },
  {
    id: 'regenerate.new-number',
    clause: 'regenerate.unedited',
    says: 'A regeneration gives the invoice a new number.',
    mutate: saving(({ number }) => ({ number: `${number}-R` })),
  },
  {
    id: 'regenerate.new-number-second-time',
    clause: 'regenerate.unedited',
    says: 'The second regeneration gives the invoice a new number.',
    deep: true,
    mutate: counted((times) =>
      saving(({ number, slug }) => (times(slug) === 2 ? { number: `${number}-2` } : {})),
    ),
  },
  {
    id: 'regenerate.new-created-at',
    clause: 'regenerate.unedited',
    says: 'A regeneration moves created_at.',
    mutate: saving(({ updated_at }) => ({ created_at: updated_at })),
  },
  {
    id: 'regenerate.processed-now',
    clause: 'regenerate.unedited',
    says: 'A regeneration moves processed_at.',
    deep: true,
    mutate: saving(({ updated_at }) => ({ processed_at: updated_at })),
  },
  {
    id: 'regenerate.status-reset',
    clause: 'regenerate.unedited',
    says: 'A regeneration makes partially_refunded refunded, and partially_paid paid.',
    deep: true,
    mutate: saving(({ financial_status }) => ({
      financial_status: financial_status.replace('partially_', ''),
    })),
  },
  {
    id: 'regenerate.slip-fulfils',
    clause: 'regenerate.unedited',
    says: 'Regenerating the packing slip makes the invoice fulfilled.',
    deep: true,
    mutate: saving((_invoice, { query }) =>
      query['packing_slip'] === true ? { fulfillment_status: 'fulfilled' } : {},
    ),
  },
  {
    id: 'regenerate.quote-becomes-invoice',
    clause: 'regenerate.unedited',
    says: 'Regenerating a quote makes it an invoice.',
    deep: true,
    mutate: saving(({ draft }) => (draft ? { invoice_type: 'invoice' } : {})),
  },
]

const unprocessable = (headers: Record<string, string>) => ({
  status: 422,
  headers,
  body: JSON.stringify({ error: 'Unprocessable entity', errors: { slug: ['is unknown'] } }),
})

/** A fault that knows how often an invoice has been regenerated, the present time included. */
function counted(fault: (times: (slug: string) => number) => Change): Change {
  return fresh(() => {
    const counts = new Map<string, number>()
    const count = around('regenerateInvoice', (request, handler) => {
      const { slug } = request.params
      counts.set(slug, (counts.get(slug) ?? 0) + 1)
      return handler(request)
    })
    return all(
      count,
      fault((slug) => counts.get(slug) ?? 0),
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

import {
  type Answer,
  type ApiRequest,
  detailOf,
  type DocumentRecord,
  type DocumentSource,
  findInvoice,
  type InvoiceRecord,
  Refusal,
  type Store,
  settingsOf,
} from '../../../mock-server/seams.ts'
import type { LineItem } from '../../../schemas/types.ts'
import { afterHandler, amending, around, changing, parameter, refusing } from './answers.ts'
import { isRunning } from './bulk.ts'
import { cacheFaults } from './cache-faults.ts'
import { drawing, dropping, kindAsked, lastOf, nameOf, pointing, withUnsynced } from './documents.ts'
import { fadingRegenerations } from './fading-faults.ts'
import { unknownInvoiceFaults, unknownTemplateFaults } from './invoice-faults.ts'
import { counter, keepingFirst } from './memory.ts'
import { all, type Change, type FaultsOf, fresh, ofEach, noting } from './mutant.ts'
import { LISTS } from './operations.ts'
import { arriving } from './order-content.ts'
import { takenFaults, takenFirstTotals } from './order-faults.ts'
import { termsFaults } from './order-terms.ts'
import { finding } from './paging.ts'
import { staleFaults } from './stale-faults.ts'

/** Faults of POST /invoices/{slug}/regenerate. */
export const REGENERATE_FAULTS: FaultsOf<'regenerate'> = {
  'regenerate.same-invoice': {
    'A regeneration is a conflict while a bulk action is in progress': refusing(
      'regenerateInvoice',
      'conflict',
      (request) => isRunning(request.context.store, request),
    ),
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
    ...takenFaults(),
    ...termsFaults(),
    ...staleFaults(),
    ...fadingRegenerations(),
    'The list shows the customer_name that it showed first, whatever a regeneration brought':
      keepingFirst<string>((first) =>
        amending('listInvoices', ({ slug, customer_name }) => ({
          customer_name: first(slug, () => customer_name),
        })),
      ),
    ...cacheFaults('regenerateInvoice', 'readInvoice', ...LISTS),
    'The note is given to the invoice that was read before, too': fresh(() => {
      let last = ''
      return all(
        around('readInvoice', (request, handler) => {
          if (last === '') last = request.params.slug
          return handler(request)
        }),
        afterHandler('regenerateInvoice', ({ context: { store } }, { invoice }) => {
          if (last === '' || last === invoice.slug) return
          const other = findInvoice(store, last)
          store.invoices.set(other.id, { ...other, note: invoice.note })
        }),
      )
    }),
    'The country of the shipping address stays as it was': keeping(
      ({ shipping_address: { country } }, _request, { shipping_address }) => ({
        shipping_address: { ...shipping_address, country },
      }),
    ),
    'Nothing is taken over from the order': keeping((before) => before),
    'Prices between nothing and minus one lose their sign': arriving(
      'regenerateInvoice',
      ({ line_items }) => ({
        line_items: line_items.map((line) => ({ ...line, price: line.price.replace(/^-(?=0)/, '') })),
      }),
    ),
    'Of tax lines with one title the last one remains': arriving('regenerateInvoice', ({ tax_lines }) => ({
      tax_lines: [...new Map(tax_lines.map((tax) => [tax.title, tax])).values()],
    })),
    'The shipping address stays where the order ships to its billing address': arriving(
      'regenerateInvoice',
      ({ billing_address: bill, shipping_address: ship }, before) =>
        before && JSON.stringify(bill) === JSON.stringify(ship)
          ? { shipping_address: before.shipping_address }
          : {},
    ),
    'Nothing is taken over while a bulk action is in progress': keeping((before, request) =>
      isRunning(request.context.store, request) ? before : {},
    ),
    'A bulk action that ends writes its invoices back as they were when it began': fresh(writingBack),
    'Only the first regeneration of an invoice takes over the order': counted((times) =>
      keeping((before) => (times(before.slug) > 1 ? before : {})),
    ),
    ...ofEach(
      ['note', 'customer', 'billing_address', 'shipping_address', 'line_items'] as const,
      (field) => ({
        [`${field} stays as it was`]: keeping(({ [field]: before }) => ({ [field]: before })),
      }),
    ),
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
    ...ofEach(['billing_address', 'shipping_address'] as const, (field) => ({
      [`Of the ${field} what the order has no more stays`]: keeping(
        ({ [field]: before }, _request, { [field]: after }) => ({ [field]: laidOver(before, after) }),
      ),
    })),
    'The answer shows the edit, but it is not saved': around('regenerateInvoice', (request, handler) => {
      const { store } = request.context
      const before = findInvoice(store, request.params.slug)
      const answer = handler(request)
      const { revision } = findInvoice(store, request.params.slug)
      store.invoices.set(before.id, { ...before, revision })
      return answer
    }),
    'A read answers from a cache that a regeneration does not clear': keepingFirst<object>((first) =>
      changing('readInvoice', 'invoice', (invoice) => first(invoice.slug, () => invoice)),
    ),
    'Search does not find a regenerated invoice by its new name': withUnsynced((unsynced) =>
      finding('searchInvoices', (found, request) =>
        found.filter(({ slug, customer_name }) => {
          const before = unsynced.get(slug)
          return !before || nameOf(before) === customer_name || parameter(request, 'q') !== customer_name
        }),
      ),
    ),
    'The list shows a regenerated invoice with its old name until another one is created': withUnsynced(
      (unsynced) =>
        all(
          afterHandler('createInvoice', () => unsynced.clear()),
          amending('listInvoices', ({ slug }) => {
            const before = unsynced.get(slug)
            return before ? { customer_name: nameOf(before) } : {}
          }),
        ),
    ),
  },
  'regenerate.pdf': {
    'Documents end after fifty line items': drawing((source) => ({
      ...source,
      invoice: { ...source.invoice, line_items: source.invoice.line_items.slice(0, 50) },
    })),
    'Of more than forty line items the fortieth is not drawn': drawing((source) => ({
      ...source,
      invoice: { ...source.invoice, line_items: source.invoice.line_items.filter((_, at) => at !== 39) },
    })),
    'The PDF shows the prices that it was drawn with last': withLinesBefore(({ price }) => ({ price })),
    'The PDF stays as it was first made': redrawing((seen) => seen[0]),
    'The PDF shows the total that it was first made with': redrawing(([first], source) => {
      const { total_price } = (first ?? source).invoice
      return { ...source, invoice: { ...source.invoice, total_price } }
    }),
    'Each line of a PDF shows the price of the first': drawing((source) => {
      const { line_items } = source.invoice
      const [{ price } = { price: '' }] = line_items
      return {
        ...source,
        invoice: { ...source.invoice, line_items: line_items.map((line) => ({ ...line, price })) },
      }
    }),
    'Letters beyond Latin-1 of the names of customers are drawn as question marks': drawing((source) => {
      const { customer, billing_address, shipping_address } = source.invoice
      return {
        ...source,
        invoice: {
          ...source.invoice,
          customer: worn(customer),
          billing_address: worn(billing_address),
          shipping_address: worn(shipping_address),
        },
      }
    }),
    'After the second regeneration the PDF shows what the first one brought': redrawing((seen) =>
      seen.slice(0, 2).at(-1),
    ),
    'After a regeneration the PDF shows the old addresses and line items': redrawing(([first], source) => {
      if (!first) return source
      const { billing_address, shipping_address, line_items, customer } = first.invoice
      return {
        ...source,
        invoice: { ...source.invoice, billing_address, shipping_address, line_items, customer },
      }
    }),
    'The document of before the second regeneration is served from then on': fresh(() => {
      const count = counter<string>()
      const kept = new Map<string, DocumentRecord>()
      return all(
        around('regenerateInvoice', (request, handler) => {
          const { context, params } = request
          const invoice = findInvoice(context.store, params.slug)
          const last = lastOf(context.store, { invoice_id: invoice.id }, 'invoice')
          const answer = handler(request)
          if (count(params.slug) === 2 && last) kept.set(params.slug, last)
          return answer
        }),
        pointing((document, { params }) =>
          document.kind === 'invoice' ? (kept.get(params.slug) ?? document) : document,
        ),
      )
    }),
  },
  'regenerate.packing-slip': {
    'Once there are two packing slips of an invoice, the last is served for the invoice document too':
      pointing((document, { context }) => {
        const made = context.store.indexes.documentsByInvoice.all(document.invoice_id)
        const [, ...slips] = made.filter(({ kind }) => kind === 'packing_slip')
        return slips.at(-1) ?? document
      }),
    'The packing slip shows the quantities that it was drawn with last': withLinesBefore(({ quantity }) => ({
      quantity,
    })),
    'The packing slip shows the shipping address that it was first made with': redrawing(
      ([first], source) => {
        const { shipping_address } = (first ?? source).invoice
        return source.kind === 'packing_slip'
          ? { ...source, invoice: { ...source.invoice, shipping_address } }
          : source
      },
    ),
    'The packing slip stays as it was first made': redrawing((seen, source) =>
      source.kind === 'packing_slip' ? seen[0] : source,
    ),
    'Regenerating with a packing slip template but without the flag leaves the packing slip as it was':
      noting(Map<string, DocumentRecord>, (kept) => [
        around('regenerateInvoice', (request, handler) => {
          const { context, params, query } = request
          const isMissed = kindAsked(request) === 'packing_slip' && query['packing_slip'] !== true
          const { id } = findInvoice(context.store, params.slug)
          const slip = lastOf(context.store, { invoice_id: id }, 'packing_slip')
          const answer = handler(isMissed ? { ...request, query: {} } : request)
          if (isMissed && slip) kept.set(params.slug, slip)
          else kept.delete(params.slug)
          return answer
        }),
        pointing((document, { params }) =>
          document.kind === 'packing_slip' ? (kept.get(params.slug) ?? document) : document,
        ),
      ]),
    'A packing slip shows the lines that the invoice had before it was first regenerated': withUnsynced(
      (unsynced) =>
        drawing((source) => {
          const before = source.kind === 'packing_slip' && unsynced.get(source.invoice.slug)
          return before
            ? { ...source, invoice: { ...source.invoice, line_items: before.line_items } }
            : source
        }),
    ),
    'Once the packing slip was regenerated, the invoice document is not-found': dropping(
      'packing_slip',
      'invoice',
    ),
  },
  'regenerate.template-unknown': {
    ...unknownTemplateFaults('regenerateInvoice', 'unauthorized', 'conflict'),
    'A refused template_id re-syncs all the same': around('regenerateInvoice', (request, handler) => {
      try {
        return handler(request)
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unprocessable') handler({ ...request, query: {} })
        throw error
      }
    }),
  },
  'regenerate.unknown': unknownInvoiceFaults('regenerateInvoice', { invoice: {} }),
  'regenerate.unedited': {
    ...takenFirstTotals(),
    'The second regeneration answers the invoice without its taxes': counted((times) =>
      changing('regenerateInvoice', 'invoice', (invoice) =>
        times(invoice.slug) === 2 ? { ...invoice, tax_lines: [] } : invoice,
      ),
    ),
    'Line items come back in the other order': saving(({ line_items }) => ({
      line_items: line_items.toReversed(),
    })),
    'A regeneration gives the invoice a new number': saving(({ number }) => ({ number: `${number}-R` })),
    'The second regeneration gives the invoice a new number': counted((times) =>
      saving(({ number, slug }) => (times(slug) === 2 ? { number: `${number}-2` } : {})),
    ),
    'A regeneration numbers the invoice by the present prefix': saving(
      ({ number }, { context: { store } }) => ({
        number: number.replace(/^.*?(?=\d+$)/, settingsOf(store).invoice_number_prefix),
      }),
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
export function saving(
  change: (invoice: InvoiceRecord, request: ApiRequest) => Partial<InvoiceRecord>,
): Change {
  return around('regenerateInvoice', (request, handler) =>
    savedAnew(handler(request), request, (invoice) => change(invoice, request)),
  )
}

/** Keeps content of an invoice as it was before a regeneration. */
function keeping(
  kept: (before: InvoiceRecord, request: ApiRequest, after: InvoiceRecord) => Partial<InvoiceRecord>,
): Change {
  return around('regenerateInvoice', (request, handler) => {
    const before = findInvoice(request.context.store, request.params.slug)
    const answer = handler(request)
    return savedAnew(answer, request, (after) => {
      const { revision, updated_at } = after
      return { ...kept(before, request, after), revision, updated_at }
    })
  })
}

/** An address over the one before it: what it leaves empty shows through. */
const laidOver = <Address extends object>(before: Address, after: Address): Address => ({
  ...before,
  ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== '' && value !== null)),
})

/** Saves other content of an invoice once more, and answers it. */
function savedAnew(
  answer: Answer,
  { context: { store, dialect }, params }: ApiRequest,
  change: (invoice: InvoiceRecord) => Partial<InvoiceRecord>,
): Answer {
  const invoice = findInvoice(store, params.slug)
  const changed = { ...invoice, ...change(invoice) }
  store.invoices.set(changed.id, changed)
  return { ...answer, body: { invoice: detailOf(changed, dialect) } }
}

/** Draws documents from other sources: of the same invoice, kind and template, in the order in which they came. */
function redrawing(
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

function writingBack(): Change {
  const begun = new Map<Store, InvoiceRecord[]>()
  return all(
    afterHandler('bulkPdf', ({ context: { store }, body }) => {
      const ids = [body['invoice_ids']].flat().map(Number)
      begun.set(
        store,
        ids.flatMap((id) => store.invoices.get(id) ?? []),
      )
    }),
    around('readInvoice', (request, handler) => {
      const { store } = request.context
      if (!isRunning(store, request)) {
        for (const invoice of begun.get(store) ?? []) store.invoices.set(invoice.id, invoice)
        begun.delete(store)
      }
      return handler(request)
    }),
  )
}

/** Has documents of each kind show something of the lines as they were drawn the time before. */
function withLinesBefore(kept: (line: LineItem) => Partial<LineItem>): Change {
  return noting(Map<string, readonly LineItem[]>, (drawn) =>
    drawing((source) => {
      const { slug, line_items: lines } = source.invoice
      const key = `${source.kind} ${slug}`
      const before = drawn.get(key)
      drawn.set(key, lines)
      const line_items = lines.map((line, at) => ({ ...line, ...(before?.[at] && kept(before[at])) }))
      return { ...source, invoice: { ...source.invoice, line_items } }
    }),
  )
}

/** A part with a family name, drawn in letters of Latin-1. */
const worn = <Part extends { last_name?: unknown }>(part: Part): Part => ({
  ...part,
  last_name: String(part.last_name ?? '').replaceAll(/[\u0100-\uffff]/g, '?'),
})

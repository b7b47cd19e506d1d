import fc from 'fast-check'
import type { ClauseId } from '../../schemas/clauses.ts'
import type { ListInvoicesQuery } from '../../schemas/types.ts'
import type { Call } from '../server/client/call.ts'
import { pick, type MadeInvoice, type Move, type Records } from './move.ts'

interface Filtered {
  clause: ClauseId
  values: readonly string[]
}

/** What is asked of each filter. */
const FILTERED: Record<Exclude<keyof ListInvoicesQuery, 'page' | 'per_page'>, Filtered> = {
  invoice_type: { clause: 'list.filter-invoice-type', values: ['invoice', 'quote'] },
  financial_status: { clause: 'list.filter-financial-status', values: ['paid'] },
  created_at_min: { clause: 'list.filter-created-min', values: ['2001-01-01'] },
  created_at_max: { clause: 'list.filter-created-max', values: ['2001-01-01'] },
}

const listing = (query: Record<string, string>, clause: ClauseId): Move => ({
  name: `listInvoices(${JSON.stringify(query)})`,
  operation: 'listInvoices',
  about: [clause],
  call: () => ({ query: { ...query, per_page: 250 } }),
})

const listings: readonly Move[] = [
  listing({}, 'list.envelope'),
  ...Object.entries(FILTERED).flatMap(([name, { clause, values }]) =>
    values.map((value) => listing({ [name]: value }, clause)),
  ),
]

const onInvoice =
  (at: number, call: (invoice: MadeInvoice, records: Records) => Call) =>
  (records: Records): Call | null => {
    const invoice = pick(records.invoices, at)
    return invoice ? call(invoice, records) : null
  }

const at = fc.nat(7)

/** Invoices stay: no more orders than that, and no more draft orders, get one. */
const MOST_ORDERS = 12

type Options = Readonly<Record<string, unknown>>
const documents = fc.constantFrom<Options>({}, { packing_slip: true })

/** A creation of the next order that has no invoice yet, or of one that has. */
export const invoiceCreation = fc
  .tuple(
    fc.boolean(),
    fc.constantFrom<Options>({}, { generate_pdf: false }, { packing_slip: true }),
    fc.boolean(),
  )
  .map(([draft, options, again]): Move => ({
    name: `createInvoice(${again ? 'the same order again' : draft ? 'a draft order' : 'an order'}, ${JSON.stringify(options)})`,
    operation: 'createInvoice',
    about: again ? ['create.returns-existing'] : [draft ? 'create.draft-type' : 'create.from-order'],
    call({ both: { here, counterparts } }) {
      const taken = here.orders.taken(draft)
      const isNew = !again && taken.length < MOST_ORDERS
      const order_id = (isNew ? here.orders.take(draft)?.order_id : undefined) ?? taken.at(-1)
      const kind = draft ? 'draft order' : 'order'
      if (order_id === undefined || counterparts.there(kind, order_id) === undefined) return null
      return { body: { order_id, ...(draft && { draft }), ...options } }
    },
  }))

/** Requests about invoices as the contract wants them. */
export const invoiceMoves: readonly fc.Arbitrary<Move>[] = [
  fc.constantFrom(...listings),

  invoiceCreation,
  at.map((place) => ({
    name: `readInvoice(#${place})`,
    operation: 'readInvoice',
    about: ['read.by-slug'],
    call: onInvoice(place, ({ slug }) => ({ params: { slug } })),
  })),
  fc.tuple(at, documents).map(([place, query]) => ({
    name: `readInvoicePdf(#${place}, ${JSON.stringify(query)})`,
    operation: 'readInvoicePdf',
    about: ['pdf.envelope'],
    call: onInvoice(place, ({ slug }) => ({ params: { slug }, query })),
  })),
  fc.tuple(at, at).map(([place, template]) => ({
    name: `readInvoicePdf(#${place}, template #${template})`,
    operation: 'readInvoicePdf',
    about: ['pdf.template'],
    call: onInvoice(place, ({ slug }, records) => ({
      params: { slug },
      query: { template_id: pick(records.templates, template)?.here },
    })),
  })),
  fc.tuple(at, documents).map(([place, query]) => ({
    name: `regenerateInvoice(#${place}, ${JSON.stringify(query)})`,
    operation: 'regenerateInvoice',
    about: ['regenerate.same-invoice'],
    call: onInvoice(place, ({ slug }) => ({ params: { slug }, query })),
  })),
  at.map((place) => ({
    name: `sendInvoiceEmail(#${place})`,
    operation: 'sendInvoiceEmail',
    about: ['email.queued', 'email.no_address'],
    call: onInvoice(place, ({ slug }) => ({ params: { slug }, body: {} })),
  })),
  at.map((place) => ({
    name: `bulkPdf(#${place})`,
    operation: 'bulkPdf',
    about: ['bulk.queued'],
    call: onInvoice(place, ({ here }) => ({ body: { invoice_ids: [here] } })),
  })),
]

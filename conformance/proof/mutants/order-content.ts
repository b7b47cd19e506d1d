import { type Context, detailOf, findInvoice, type InvoiceRecord } from '../../../mock-server/seams.ts'
import { fieldsOf } from '../../../schemas/resources.ts'
import { around, bodyOf } from './answers.ts'
import { type Change, type Faults, ofEach } from './mutant.ts'
import type { OneOrMore } from './operations.ts'

// What can become of an order's content on its way into an invoice, by creation and by regeneration.

type Taking = 'createInvoice' | 'regenerateInvoice'
type Content = Partial<InvoiceRecord>
/** What arrives instead; `before` is the invoice as it was, and none where it is new. */
export type Arrives = (invoice: InvoiceRecord, before: InvoiceRecord | undefined) => Content

/** Saves and answers other content than the order has. */
export function arriving(operations: OneOrMore<Taking>, change: Arrives): Change {
  return around(operations, (request, handler) => {
    const { context, params, operation } = request
    const before = operation === 'createInvoice' ? undefined : findInvoice(context.store, params.slug)
    const answer = handler(request)
    if (answer.outcome === 'existing') return answer
    return {
      ...answer,
      body: { invoice: saved(context, bodyOf<Taking>(answer).invoice.slug, change, before) },
    }
  })
}

function saved({ store, dialect }: Context, slug: string, change: Arrives, before?: InvoiceRecord) {
  const invoice = findInvoice(store, slug)
  const changed = { ...invoice, ...change(invoice, before) }
  store.invoices.set(changed.id, changed)
  return detailOf(changed, dialect)
}

/** What an invoice shows of its order alone. */
const OF_THE_ORDER = [
  'currency',
  'financial_status',
  'fulfillment_status',
  'order_name',
  'order_number',
  'processed_at',
  'total_price',
  'tax_lines',
] as const

const PARTS = {
  customer: 'invoice-customer',
  billing_address: 'address',
  shipping_address: 'address',
} as const
const ITEMS = { line_items: 'line-item', tax_lines: 'tax-line' } as const

/** Each field of the order, at whatever depth, that a regeneration does not take over. */
export const keptFaults = (): Faults => ({
  ...ofEach(OF_THE_ORDER, (field) => ({
    [`A regeneration leaves ${field} as it was`]: arriving('regenerateInvoice', (_now, before) =>
      before ? { [field]: before[field] } : {},
    ),
  })),
  ...ofEach(['customer', 'billing_address', 'shipping_address'] as const, (part) =>
    ofEach(namesIn(PARTS[part], 'id'), (field) => ({
      [`A regeneration leaves ${field} of the ${part} as it was`]: arriving(
        'regenerateInvoice',
        (now, before) => (before ? { [part]: { ...now[part], [field]: valueOf(before[part], field) } } : {}),
      ),
    })),
  ),
  ...ofEach(['line_items', 'tax_lines'] as const, (many) =>
    ofEach(namesIn(ITEMS[many]), (field) => ({
      [`A regeneration leaves ${field} of ${many} as it was`]: arriving(
        'regenerateInvoice',
        (now, before) => ({
          // Lines of either kind.
          [many]: (now[many] as object[]).map((item, index) => {
            const was = before?.[many][index]
            return was ? { ...item, [field]: valueOf(was, field) } : item
          }),
        }),
      ),
    })),
  ),
})

const namesIn = (
  name: 'invoice-customer' | 'address' | 'line-item' | 'tax-line',
  ...but: readonly string[]
) => Object.keys(fieldsOf(`resources/${name}`)).filter((field) => !but.includes(field))

const valueOf = (part: object, field: string): unknown => Reflect.get(part, field)

import type { Faker } from '../fixtures/seeded-faker.ts'
import type { Dialect, InvoiceDetail } from '../schemas/types.ts'
import { stamp, type BuildContext } from './context.ts'
import type { PlacedOrders } from './place-orders.ts'
import type { IssuedInvoice } from './records.ts'
import { each, type Steps } from './steps.ts'

/** Invoices of the orders that have one: ids and numbers in the order of time, from `first` on. */
export function* issueInvoices(
  { orders, draft_orders }: PlacedOrders,
  numbering: { prefix: string; first: number },
  context: BuildContext,
  faker: Faker,
): Steps<IssuedInvoice[]> {
  const invoiced = [...orders, ...draft_orders]
    .flatMap(({ plan, order, before }) =>
      plan.invoice ? [{ plan, order, before, invoice: plan.invoice }] : [],
    )
    .toSorted((one, other) => one.invoice.created - other.invoice.created)
  return yield* each(
    invoiced,
    ({ plan: { draft }, order, before, invoice: { invoice_type, created, updated } }, position) => ({
      id: context.nextId(),
      slug: slug(faker, created, context.dialect['format.slug']),
      number: `${numbering.prefix}${numbering.first + position}`,
      invoice_type: draft ? draftType(invoice_type, context.dialect) : invoice_type,
      order_id: order.id,
      draft,
      created_at: stamp(created),
      updated_at: stamp(updated),
      ...(before && { shows: before }),
    }),
  )
}

function draftType(
  own: InvoiceDetail['invoice_type'],
  { 'create.draft_type': type }: Dialect,
): InvoiceDetail['invoice_type'] {
  return type === 'as_draft_order' ? own : type
}

function slug(faker: Faker, created: number, { version, case: letters }: Dialect['format.slug']): string {
  const versions = {
    4: () => faker.string.uuid(),
    7: () => faker.string.uuid({ version: 7, refDate: created }),
  }
  const drawn = versions[version]()
  return { lower: drawn, upper: drawn.toUpperCase() }[letters]
}

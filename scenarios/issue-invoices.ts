import { uuid, type Faker } from '../fixtures/seeded-faker.ts'
import type { Dialect, InvoiceDetail, PlatformOrder } from '../schemas/types.ts'
import { type BuildContext } from './context.ts'
import { stamp } from './stamp.ts'
import type { OrderPlan } from './order-plans.ts'
import type { Placed, PlacedOrders } from './place-orders.ts'
import type { IssuedInvoice } from './records.ts'
import { sortedInSteps } from './sorted-steps.ts'
import { each, FEW, type Steps } from './steps.ts'

/** Invoices of the orders that have one: ids and numbers in the order of time, from `first` on. */
export function* issueInvoices(
  { orders, draft_orders }: PlacedOrders,
  numbering: { prefix: string; first: number },
  context: BuildContext,
  faker: Faker,
): Steps<IssuedInvoice[]> {
  const invoiced = yield* invoicedOf([...orders, ...draft_orders])
  const inTime = yield* sortedInSteps(invoiced, (one, other) => one.invoice.created - other.invoice.created)
  return yield* each(
    inTime,
    ({ plan: { draft }, order, before, invoice: { invoice_type, created, updated } }, position) => {
      const created_at = stamp(created)
      return {
        id: context.nextId(),
        slug: slug(faker, created, context.dialect['format.slug']),
        number: `${numbering.prefix}${numbering.first + position}`,
        invoice_type: draft ? draftType(invoice_type, context.dialect) : invoice_type,
        order_id: order.id,
        draft,
        created_at,
        updated_at: updated === created ? created_at : stamp(updated),
        shows: before ?? order,
      }
    },
  )
}

interface Invoiced {
  plan: OrderPlan
  order: PlatformOrder
  before: PlatformOrder | undefined
  invoice: NonNullable<OrderPlan['invoice']>
}

function* invoicedOf(placed: readonly Placed<PlatformOrder>[]): Steps<Invoiced[]> {
  const invoiced: Invoiced[] = []
  let taken = 0
  for (const { plan, order, before } of placed) {
    if (plan.invoice) invoiced.push({ plan, order, before, invoice: plan.invoice })
    if (++taken % FEW === 0) yield
  }
  return invoiced
}

function draftType(
  own: InvoiceDetail['invoice_type'],
  { 'create.draft_type': type }: Dialect,
): InvoiceDetail['invoice_type'] {
  return type === 'as_draft_order' ? own : type
}

function slug(faker: Faker, created: number, { version, case: letters }: Dialect['format.slug']): string {
  const drawn = version === 4 ? uuid(faker) : faker.string.uuid({ version, refDate: created })
  return letters === 'lower' ? drawn : drawn.toUpperCase()
}

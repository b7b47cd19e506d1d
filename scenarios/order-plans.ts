import { INVOICE_TYPES } from '../fixtures/invoices.ts'
import { FINANCIAL_STATUSES } from '../fixtures/orders.ts'
import type { Faker } from '../fixtures/seeded-faker.ts'
import type { InvoiceDetail, PlatformOrder } from '../schemas/types.ts'
import { streamOf, timeOf, type BuildContext } from './context.ts'
import { each, type Steps } from './steps.ts'
import { isDraftType, type ScenarioDraftOrder, type ScenarioEdit, type ScenarioStore } from './scenario.ts'

type InvoiceType = InvoiceDetail['invoice_type']

/** An order that a store is to have, with its invoice where it has one. Times in milliseconds since 1970. */
export interface OrderPlan {
  draft: boolean
  processed: number
  /** Fields that the scenario fixes; undefined when everything is left to chance. */
  given: ScenarioDraftOrder | undefined
  financial_status: PlatformOrder['financial_status'] | undefined
  invoice: { invoice_type: InvoiceType; created: number; updated: number } | undefined
  /** What is edited in the order once its invoice is made. */
  edited?: ScenarioEdit | undefined
}

const DAY_MS = 86_400_000

/** All orders and draft orders of a store, in no order. */
export function* orderPlans(store: ScenarioStore, context: BuildContext, faker: Faker): Steps<OrderPlan[]> {
  const { generate = {}, orders = [], draft_orders = [] } = store
  faker.seed(streamOf(context, store.name, 'plans')(0))
  const spread = (count = 0) => spreadTimes(count, generate.days ?? 90, context.now, faker)
  const open = (draft: boolean) => (processed: number, given?: ScenarioDraftOrder) =>
    openPlan(draft, given?.processed ? timeOf(given.processed, context.now) : processed, given)
  const described = describedInvoices(store, context, faker)
  const times = yield* spread(generate.invoices)
  return [
    ...described,
    ...(yield* generatedInvoices(times, context.now, faker)),
    ...orders.map((given) => open(false)(context.now - DAY_MS, given)),
    ...(yield* spread(generate.orders)).map((time) => open(false)(time)),
    ...draft_orders.map((given) => open(true)(context.now - DAY_MS, given)),
    ...(yield* spread(generate.draft_orders)).map((time) => open(true)(time)),
  ]
}

function openPlan(draft: boolean, processed: number, given: ScenarioDraftOrder | undefined): OrderPlan {
  return { draft, processed, given, financial_status: draft ? 'pending' : undefined, invoice: undefined }
}

/** Ascending times within the last days, all of them past. */
function spreadTimes(count: number, days: number, now: number, faker: Faker): Steps<number[]> {
  const step = (days * DAY_MS) / count
  return each(Array.from({ length: count }).keys(), (index) => {
    const jitter = faker.number.float({ max: 0.8 })
    return Math.floor(now - (count - index - jitter) * step)
  })
}

function describedInvoices(store: ScenarioStore, { now }: BuildContext, faker: Faker): OrderPlan[] {
  return (store.invoices ?? []).map(({ invoice_type = 'invoice', created = '-1d', order = {}, edited }) => {
    const at = timeOf(created, now)
    const plan = invoicedPlan(invoice_type, undefined, at, at, faker)
    const processed = order.processed ? timeOf(order.processed, now) : plan.processed
    return { ...plan, given: order, processed, edited }
  })
}

/** Every type with every payment state in turn: the numbers of types and states share no divisor. */
function generatedInvoices(times: number[], now: number, faker: Faker): Steps<OrderPlan[]> {
  return each(times, (_, index) => {
    const invoice_type = INVOICE_TYPES[index % INVOICE_TYPES.length] ?? 'invoice'
    const created = momentOf(times, index, now)
    const updated = faker.datatype.boolean(0.3) ? faker.number.int({ min: created, max: now }) : created
    return invoicedPlan(
      invoice_type,
      FINANCIAL_STATUSES[index % FINANCIAL_STATUSES.length],
      created,
      updated,
      faker,
    )
  })
}

/** Now and then two invoices of one moment, or one at the first or last millisecond of a day. */
function momentOf(times: number[], index: number, now: number): number {
  if (index % 6 === 5) return momentOf(times, index - 1, now)
  // Four invoices back is one of the same type.
  if (index % 15 === 9) return momentOf(times, index - 4, now)
  const time = times[index] ?? now
  const dayStart = time - (time % DAY_MS)
  if (index % 25 === 12) return dayStart
  if (index % 25 === 20 && dayStart + DAY_MS <= now) return dayStart + DAY_MS - 1
  return time
}

function invoicedPlan(
  invoice_type: InvoiceType,
  financial_status: PlatformOrder['financial_status'] | undefined,
  created: number,
  updated: number,
  faker: Faker,
): OrderPlan {
  const processed = created - faker.number.int({ min: 60_000, max: 1.5 * DAY_MS })
  const invoice = { invoice_type, created, updated }
  return { draft: isDraftType(invoice_type), processed, given: undefined, financial_status, invoice }
}

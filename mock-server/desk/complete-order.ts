import { contentsOfOrder } from '../../scenarios/order-contents.ts'
import type { ScenarioOrder } from '../../scenarios/scenario.ts'
import { hasFields } from '../../schemas/tables.ts'
import type { CustomerDetail, PlatformOrder } from '../../schemas/types.ts'
import type { Context } from '../rules/context.ts'
import { mergePatch } from '../rules/merge-patch.ts'
import { checkOrder, type OrderKind } from '../rules/platform.ts'
import { timestamp } from '../rules/timestamps.ts'

/** Customers of whom one may order: the first ones of the store are enough to choose from. */
const CUSTOMERS = 50

/**
 * An order of which some fields are given; the rest is made up as in a scenario, the same for the same seed. An id
 * that is not given is left to the platform.
 * @throws Refusal unprocessable when what is given cannot stand in an order
 */
export function completeOrder(context: Context, kind: OrderKind, given: object, seed: number): object {
  const number = nextNumber(context, kind)
  const stream = [seed, context.store.record.id, KINDS.indexOf(kind), number]
  const drawn = (fields: ScenarioOrder): Omit<PlatformOrder, 'id'> => {
    const customers = customersFor(context, fields)
    const { id: _id, ...order } = contentsOfOrder(fields, customers, context, stream)
    return {
      ...order,
      number,
      processed_at: timestamp(context.world.now()),
      ...OWN[kind](fields.number ?? number),
    }
  }
  const any = drawn({})
  checkOrder(kind, mergePatch({ ...any, id: 1 }, withLines(given, any)))
  // What fits an order when it is put into one has the types of an order's fields.
  const { line_items: _lines, ...others } = given as ScenarioOrder
  const whole = withLines(given, drawn(others)) as ScenarioOrder // it fits, too
  return mergePatch(drawn(whole), whole)
}

/** What is given, and in its lines what they leave out as the lines of another order have it. */
function withLines(given: object, { line_items: drawn }: Pick<PlatformOrder, 'line_items'>): object {
  if (!('line_items' in given) || !Array.isArray(given.line_items)) return given
  const whole = given.line_items.map((line: unknown, index) =>
    hasFields(line) ? { ...drawn[index % drawn.length], ...variantOf(line), ...line } : line,
  )
  return { ...given, line_items: whole }
}

/** A product that is named has no variant of another one. */
const variantOf = (line: object): object => ('title' in line ? { variant_title: '' } : {})

const KINDS: readonly OrderKind[] = ['orders', 'draft_orders']

/** What is left out and not drawn, as in a scenario. */
const OWN: Readonly<Record<OrderKind, (number: number) => object>> = {
  orders: (number) => ({ name: `#${number}` }),
  draft_orders: (number) => ({ name: `#D${number}`, invoice_type: 'quote', financial_status: 'pending' }),
}

function nextNumber({ store }: Context, kind: OrderKind): number {
  let last = 0
  for (const { number } of store[kind].values()) last = Math.max(last, number)
  return Math.min(last + 1, Number.MAX_SAFE_INTEGER)
}

function customersFor({ store }: Context, { customer }: ScenarioOrder): CustomerDetail[] {
  const known = store.indexes.customersByEmail.first(String(customer?.email ?? '').toLowerCase())
  if (known) return [known]
  const some: CustomerDetail[] = []
  for (const each of store.customers.values()) if (some.push(each) === CUSTOMERS) break
  return some
}

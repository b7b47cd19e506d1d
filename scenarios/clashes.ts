import { currencyDigits, fractionDigits } from '../schemas/commerce/money.ts'
import { shown } from '../schemas/in-words.ts'
import { faultMistakes } from './fault-mistakes.ts'
import type { Mistake, Path } from './mistakes.ts'
import { recordClashes } from './record-clashes.ts'
import { alike, type Given } from './repeated.ts'
import { isDraftType, type Scenario, type ScenarioOrder, type ScenarioStore } from './scenario.ts'
import { found, type Steps } from './steps.ts'

/** Records that one scenario makes at most; a process holds some 2 GB of them. */
export const MOST_RECORDS = 300_000

/** What a schema cannot say of a scenario: what must not coincide, and what together is too much. */
export function* clashesIn(scenario: Scenario): Steps<Mistake[]> {
  const clashes: Mistake[][] = []
  for (const find of CLASHES) clashes.push(yield* find(scenario))
  return clashes.flat()
}

const CLASHES: readonly ((scenario: Scenario) => Steps<Mistake[]>)[] = [
  ({ stores }) =>
    alike(() => stores.map(({ name }, index) => ({ value: name, path: ['stores', index, 'name'] })), shown),
  ({ stores }) =>
    found(stores, ({ api_key: key }, index) =>
      stores.some((other, at) => at !== index && other.api_key.startsWith(key))
        ? [{ path: ['stores', index, 'api_key'], says: "must not be the beginning of another store's key" }]
        : [],
    ),
  ({ stores }) => alike(() => idsOf(stores, false), String),
  ({ stores }) => alike(() => idsOf(stores, true), String),
  ({ stores }) => found(pricedIn(stores), tooFinePrices),
  (scenario) => found([scenario], tooMany),
  ({ stores, faults = [] }) => {
    const names = stores.map(({ name }) => name)
    return found(faults, (fault, index) =>
      faultMistakes(fault, names).map(({ path, says }) => ({ path: ['faults', index, ...path], says })),
    )
  },
  recordClashes,
]

/** An order that a scenario describes, with its place. */
interface Described {
  order: ScenarioOrder
  draft: boolean
  path: Path
}

/** The ids that stores give their orders, or their draft orders: the two are apart. */
function* idsOf(stores: readonly ScenarioStore[], drafts: boolean): Generator<Given<number>> {
  for (const { order, draft, path } of describedIn(stores))
    if (draft === drafts && order.id !== undefined) yield { value: order.id, path: [...path, 'id'] }
}

function* describedIn(stores: readonly ScenarioStore[]): Generator<Described> {
  for (const [at, store] of stores.entries()) yield* ordersOf(store, at)
}

function* ordersOf(
  { orders = [], draft_orders = [], invoices = [] }: ScenarioStore,
  at: number,
): Generator<Described> {
  for (const [index, order] of orders.entries())
    yield { order, draft: false, path: ['stores', at, 'orders', index] }
  for (const [index, order] of draft_orders.entries())
    yield { order, draft: true, path: ['stores', at, 'draft_orders', index] }
  for (const [index, { invoice_type = 'invoice', order = {} }] of invoices.entries())
    yield { order, draft: isDraftType(invoice_type), path: ['stores', at, 'invoices', index, 'order'] }
}

function* pricedIn(stores: readonly ScenarioStore[]): Generator<Priced> {
  for (const [at, store] of stores.entries()) {
    yield* ordersOf(store, at)
    yield* editsOf(store, at)
  }
}

type Priced = Pick<Described, 'order' | 'path'>

/** What is edited in orders later, in their currency unless it is edited too. */
function* editsOf({ invoices = [] }: ScenarioStore, at: number): Generator<Priced> {
  for (const [index, { order: { currency } = {}, edited }] of invoices.entries())
    if (edited)
      yield {
        order: { ...(currency && { currency }), ...edited },
        path: ['stores', at, 'invoices', index, 'edited'],
      }
}

/** Prices with more digits than their currency has. */
function tooFinePrices({ order: { currency, line_items = [] }, path }: Priced): Mistake[] {
  if (currency === undefined) return []
  const digits = currencyDigits(currency)
  return line_items.flatMap(({ price }, index) =>
    fractionDigits(price) > digits
      ? [
          {
            path: [...path, 'line_items', index, 'price'],
            says: `must have at most ${digits} digits after the point in ${currency}, and is ${shown(price)}`,
          },
        ]
      : [],
  )
}

function tooMany({ stores }: Scenario): Mistake[] {
  const records = stores.reduce((sum, store) => sum + recordsOf(store), 0)
  if (records <= MOST_RECORDS) return []
  return [{ path: [], says: `describes ${records} records, and at most ${MOST_RECORDS} are made` }]
}

function recordsOf({
  generate = {},
  orders,
  draft_orders,
  invoices,
  customers,
  templates,
}: ScenarioStore): number {
  const { days: _days, ...counts } = generate
  const described = [orders, draft_orders, invoices, customers, templates]
  const made = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return described.reduce((sum, list) => sum + (list?.length ?? 0), made)
}

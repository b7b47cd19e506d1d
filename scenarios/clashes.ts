import { currencyDigits } from '../schemas/commerce/money.ts'
import { shown } from '../schemas/in-words.ts'
import { faultMistakes } from './fault-mistakes.ts'
import { inWords, type Mistake, type Path } from './mistakes.ts'
import { recordClashes } from './record-clashes.ts'
import { repeated } from './repeated.ts'
import { isDraftType, type Scenario, type ScenarioOrder, type ScenarioStore } from './scenario.ts'

/** Records that one scenario makes at most; a process holds some 2 GB of them. */
export const MOST_RECORDS = 300_000

/** What a schema cannot say of a scenario: what must not coincide, and what together is too much. */
export const clashesIn = (scenario: Scenario): Mistake[] => CLASHES.flatMap((find) => find(scenario))

const CLASHES: readonly ((scenario: Scenario) => Mistake[])[] = [
  ({ stores }) =>
    repeated(stores.map(({ name }, index) => ({ value: name, path: ['stores', index, 'name'] }))).map(
      ({ value, path, first }) => ({ path, says: `is ${shown(value)}, as is ${inWords(first)}` }),
    ),
  ({ stores }) =>
    stores.flatMap(({ api_key: key }, index) =>
      stores.some((other, at) => at !== index && other.api_key.startsWith(key))
        ? [{ path: ['stores', index, 'api_key'], says: "must not be the beginning of another store's key" }]
        : [],
    ),
  ({ stores }) => sameIds(stores, false),
  ({ stores }) => sameIds(stores, true),
  ({ stores }) =>
    stores.flatMap((store, at) => [...ordersOf(store, at), ...editsOf(store, at)].flatMap(tooFinePrices)),
  tooMany,
  ({ stores, faults = [] }) => {
    const names = stores.map(({ name }) => name)
    return faults.flatMap((fault, index) =>
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
function sameIds(stores: readonly ScenarioStore[], drafts: boolean): Mistake[] {
  const given = stores
    .flatMap((store, at) => ordersOf(store, at))
    .filter(({ draft }) => draft === drafts)
    .flatMap(({ order: { id }, path }) => (id === undefined ? [] : [{ value: id, path: [...path, 'id'] }]))
  return repeated(given).map(({ value, path, first }) => ({
    path,
    says: `is ${value}, as is ${inWords(first)}`,
  }))
}

function ordersOf({ orders = [], draft_orders = [], invoices = [] }: ScenarioStore, at: number): Described[] {
  return [
    ...orders.map((order, index) => ({ order, draft: false, path: ['stores', at, 'orders', index] })),
    ...draft_orders.map((order, index) => ({
      order,
      draft: true,
      path: ['stores', at, 'draft_orders', index],
    })),
    ...invoices.map(({ invoice_type = 'invoice', order = {} }, index) => ({
      order,
      draft: isDraftType(invoice_type),
      path: ['stores', at, 'invoices', index, 'order'],
    })),
  ]
}

/** What is edited in orders later, in their currency unless it is edited too. */
const editsOf = ({ invoices = [] }: ScenarioStore, at: number): Pick<Described, 'order' | 'path'>[] =>
  invoices.flatMap(({ order: { currency } = {}, edited }, index) =>
    edited
      ? [
          {
            order: { ...(currency && { currency }), ...edited },
            path: ['stores', at, 'invoices', index, 'edited'],
          },
        ]
      : [],
  )

/** Prices with more digits than their currency has. */
function tooFinePrices({
  order: { currency, line_items = [] },
  path,
}: Pick<Described, 'order' | 'path'>): Mistake[] {
  if (currency === undefined) return []
  const digits = currencyDigits(currency)
  return line_items.flatMap(({ price }, index) =>
    (price.split('.')[1]?.length ?? 0) > digits
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

import { inWords, type Mistake, type Path } from './mistakes.ts'
import type { StoreRecords } from './records.ts'
import { repeated, type Given } from './repeated.ts'
import type { Scenario, ScenarioStore } from './scenario.ts'
import type { IssuedInvoice } from './records.ts'

/** What cannot be of the exact records of stores: what leads nowhere, and what is there twice. */
export const recordClashes = ({ stores }: Scenario): Mistake[] => [
  ...stores.flatMap((store, at) => (store.records ? clashesOf(store, store.records, ['stores', at]) : [])),
  ...COUNTED.flatMap((table) => twice(stores.flatMap((store, at) => idsOf(store, table, at)))),
]

/** Tables whose ids are counted over all stores. */
const COUNTED = ['templates', 'customers', 'invoices', 'documents', 'emails', 'bulk_actions'] as const

const idsOf = ({ records }: ScenarioStore, table: (typeof COUNTED)[number], at: number): Given<unknown>[] =>
  (records?.[table] ?? []).map(({ id }, index) => ({
    value: id,
    path: ['stores', at, 'records', table, index, 'id'],
  }))

const twice = (given: readonly Given<unknown>[]): Mistake[] =>
  repeated(given).map(({ value, path, first }) => ({
    path,
    says: `is ${String(value)}, as is ${inWords(first)}`,
  }))

function clashesOf(store: ScenarioStore, records: StoreRecords, at: Path): Mistake[] {
  const path = [...at, 'records']
  const { orders = [], draft_orders = [], invoices = [], bulk_actions = [] } = records
  const ids = (table: string, list: readonly { id: number }[]) =>
    list.map(({ id }, index): Given<unknown> => ({ value: id, path: [...path, table, index, 'id'] }))
  const slugs = invoices.map(({ slug }, index) => ({
    value: slug,
    path: [...path, 'invoices', index, 'slug'],
  }))
  return [
    ...besides(store, at),
    ...twice(ids('orders', orders)),
    ...twice(ids('draft_orders', draft_orders)),
    ...twice(slugs),
    ...withoutOrder(records, path),
    ...withoutSource(records, path),
    ...(records.revisions?.invoices ?? []).flatMap(({ shows }, index) =>
      shows ? [] : [{ path: [...path, 'revisions', 'invoices', index], says: 'lacks shows: what it showed' }],
    ),
    ...bulk_actions.flatMap(({ stored_count = 0, invoice_ids }, index) =>
      stored_count <= invoice_ids.length
        ? []
        : [
            {
              path: [...path, 'bulk_actions', index, 'stored_count'],
              says: `must be at most ${invoice_ids.length}, the number of its invoices, and is ${stored_count}`,
            },
          ],
    ),
    ...bulk_actions.slice(0, -1).flatMap(({ ended_at }, index) =>
      ended_at === null
        ? [
            {
              path: [...path, 'bulk_actions', index, 'ended_at'],
              says: 'must be a date-time: only the last may be in progress',
            },
          ]
        : [],
    ),
  ]
}

/** Ways to describe what a store has that say nothing where its records do. */
const OTHER_WAYS = [
  'first_invoice_number',
  'settings',
  'templates',
  'customers',
  'orders',
  'draft_orders',
  'invoices',
  'emails',
  'bulk_actions',
  'generate',
] as const

const besides = (store: ScenarioStore, path: Path): Mistake[] =>
  OTHER_WAYS.filter((field) => store[field] !== undefined).map((field) => ({
    path: [...path, field],
    says: 'says nothing beside records, which say all that the store has: leave out one of them',
  }))

function withoutOrder(
  { orders = [], draft_orders = [], invoices = [] }: StoreRecords,
  path: Path,
): Mistake[] {
  const known = { true: idSet(draft_orders), false: idSet(orders) }
  return invoices.flatMap(({ order_id, draft, shows }, index) =>
    shows || known[`${draft}`].has(order_id)
      ? []
      : [
          {
            path: [...path, 'invoices', index, 'order_id'],
            says: `is ${order_id}, and no such ${draft ? 'draft order' : 'order'} is there: add it, or say what the invoice shows`,
          },
        ],
  )
}

const idSet = (list: readonly { id: number }[]): Set<number> => new Set(list.map(({ id }) => id))

/** Documents of which not all is there that they were made from. */
function withoutSource(
  { settings, templates = [], invoices = [], documents = [], revisions = {} }: StoreRecords,
  path: Path,
) {
  const there = {
    invoice: revisionsOf([...invoices, ...(revisions.invoices ?? [])]),
    // The built-in template is always there.
    template: revisionsOf([{ id: 0, revision: 1 }, ...templates, ...(revisions.templates ?? [])]),
    settings: revisionsOf([settings, ...(revisions.settings ?? [])]),
  }
  return documents.flatMap(({ invoice_id, template_id, made_from }, index): Mistake[] => {
    const ids = { invoice: invoice_id, template: template_id, settings: 0 }
    return (['invoice', 'template', 'settings'] as const).flatMap((what) =>
      there[what].has(`${ids[what]}:${made_from[what]}`)
        ? []
        : [
            {
              path: [...path, 'documents', index, 'made_from', what],
              says: `is ${made_from[what]}, and neither the ${what} nor its revisions have that one`,
            },
          ],
    )
  })
}

const revisionsOf = (
  list: readonly (Partial<Pick<IssuedInvoice, 'id'>> & { revision?: number })[],
): Set<string> => new Set(list.map(({ id = 0, revision = 1 }) => `${id}:${revision}`))

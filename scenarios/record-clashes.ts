import type { Mistake, Path } from './mistakes.ts'
import type { DocumentRecord, IssuedInvoice, StoreRecords } from './records.ts'
import { alike, type Given } from './repeated.ts'
import type { Scenario, ScenarioStore } from './scenario.ts'
import { found, setOf, type Steps } from './steps.ts'

/** What cannot be of the exact records of stores: what leads nowhere, and what is there twice. */
export function* recordClashes({ stores }: Scenario): Steps<Mistake[]> {
  const clashes: Mistake[][] = []
  for (const [at, store] of stores.entries())
    if (store.records)
      for (const find of CLASHES) clashes.push(yield* find(store, store.records, ['stores', at]))
  for (const table of COUNTED) clashes.push(yield* alike(() => idsOf(stores, table), String))
  return clashes.flat()
}

/** Tables whose ids are counted over all stores. */
export const COUNTED = ['templates', 'customers', 'invoices', 'documents', 'emails', 'bulk_actions'] as const

function* idsOf(
  stores: readonly ScenarioStore[],
  table: (typeof COUNTED)[number],
): Generator<Given<unknown>> {
  for (const [at, { records }] of stores.entries())
    yield* valuesIn(records?.[table] ?? [], ['stores', at, 'records', table], 'id')
}

/** What items of a list have in a field, each with its place. */
function* valuesIn<Field extends string>(
  list: readonly Record<Field, unknown>[],
  path: Path,
  field: Field,
): Generator<Given<unknown>> {
  for (const [index, { [field]: value }] of list.entries()) yield { value, path: [...path, index, field] }
}

type Find = (store: ScenarioStore, records: StoreRecords, at: Path) => Steps<Mistake[]>

/** What is wrong within one store. */
const CLASHES: readonly Find[] = [
  (store, _records, at) => found([store], () => besides(store, at)),
  (_store, { orders = [] }, at) => alike(() => valuesIn(orders, [...at, 'records', 'orders'], 'id'), String),
  (_store, { draft_orders = [] }, at) =>
    alike(() => valuesIn(draft_orders, [...at, 'records', 'draft_orders'], 'id'), String),
  (_store, { invoices = [] }, at) =>
    alike(() => valuesIn(invoices, [...at, 'records', 'invoices'], 'slug'), String),
  (_store, records, at) => withoutOrder(records, [...at, 'records']),
  (_store, records, at) => withoutSource(records, [...at, 'records']),
  (_store, { revisions }, at) =>
    found(revisions?.invoices ?? [], ({ shows }, index) =>
      shows
        ? []
        : [
            {
              path: [...at, 'records', 'revisions', 'invoices', index],
              says: 'lacks shows: what it showed',
            },
          ],
    ),
  (_store, { bulk_actions = [] }, at) =>
    found(bulk_actions, ({ stored_count = 0, invoice_ids }, index) =>
      stored_count <= invoice_ids.length
        ? []
        : [
            {
              path: [...at, 'records', 'bulk_actions', index, 'stored_count'],
              says: `must be at most ${invoice_ids.length}, the number of its invoices, and is ${stored_count}`,
            },
          ],
    ),
  (_store, { bulk_actions = [] }, at) =>
    found(bulk_actions.slice(0, -1), ({ ended_at }, index) =>
      ended_at === null
        ? [
            {
              path: [...at, 'records', 'bulk_actions', index, 'ended_at'],
              says: 'must be a date-time: only the last may be in progress',
            },
          ]
        : [],
    ),
]

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

function* withoutOrder(
  { orders = [], draft_orders = [], invoices = [] }: StoreRecords,
  path: Path,
): Steps<Mistake[]> {
  const known = { true: yield* setOf(draft_orders, idOf), false: yield* setOf(orders, idOf) }
  return yield* found(invoices, ({ order_id, draft, shows }, index) =>
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

const idOf = ({ id }: { id: number }): number => id

/** What documents are made from. */
const SOURCES = ['invoice', 'template', 'settings'] as const

/** Documents of which not all is there that they were made from. */
function* withoutSource(records: StoreRecords, path: Path): Steps<Mistake[]> {
  const { documents = [] } = records
  const asked = yield* setOf(sourcesOf(documents), ({ name }) => name)
  const there = yield* setOf(revisionsIn(records), (name) => (asked.has(name) ? name : undefined))
  return yield* found(sourcesOf(documents), ({ what, name, revision, index }) =>
    there.has(name)
      ? []
      : [
          {
            path: [...path, 'documents', index, 'made_from', what],
            says: `is ${revision}, and neither the ${what} nor its revisions have that one`,
          },
        ],
  )
}

function* sourcesOf(documents: readonly DocumentRecord[]) {
  for (const [index, { invoice_id, template_id, made_from }] of documents.entries()) {
    const ids = { invoice: invoice_id, template: template_id, settings: 0 }
    for (const what of SOURCES) {
      const revision = made_from[what]
      yield { what, name: `${what}:${ids[what]}:${revision}`, revision, index }
    }
  }
}

/** Names of all that a document may be made from, as above. */
function* revisionsIn({
  settings,
  templates = [],
  invoices = [],
  revisions = {},
}: StoreRecords): Generator<string> {
  const all: Record<(typeof SOURCES)[number], readonly (readonly Revision[])[]> = {
    invoice: [invoices, revisions.invoices ?? []],
    // The built-in template is always there.
    template: [[{ id: 0, revision: 1 }], templates, revisions.templates ?? []],
    settings: [[settings], revisions.settings ?? []],
  }
  for (const what of SOURCES)
    for (const list of all[what])
      for (const { id = 0, revision = 1 } of list) yield `${what}:${id}:${revision}`
}

type Revision = Partial<Pick<IssuedInvoice, 'id' | 'revision'>>

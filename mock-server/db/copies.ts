import type { Change } from './change.ts'
import type { Key } from './key.ts'

/** Documents by store (null: of the whole system), table and key. */
export type Content = ReadonlyMap<number | null, StoreContent>
export type StoreContent = ReadonlyMap<string, Documents>

type Documents = ReadonlyMap<Key, unknown>

/** Content as it was at one moment. Its documents are those of the content: they are replaced whole, never changed. */
export interface Copy {
  /** The one store that it is of; null where it is of everything. */
  readonly store: number | null
  /** What whoever keeps it wants to know of it; plain JSON. */
  readonly about: unknown
  readonly content: Content
  /** Documents in it. */
  readonly size: number
}

/** Content without tables that have no documents, and without stores that have no such table. */
export function filled(content: Content): Content {
  const stores = [...content].map(([store, tables]) => {
    const notEmpty = [...tables].filter(([, documents]) => documents.size > 0)
    return [store, new Map(notEmpty)] as const
  })
  return new Map(stores.filter(([, tables]) => tables.size > 0))
}

export function sizeOf(content: Content): number {
  let size = 0
  for (const tables of content.values()) for (const documents of tables.values()) size += documents.size
  return size
}

/**
 * What makes the one content of the other, its order too. The second may change meanwhile: what is met of it is as it is
 * when its turn comes. Documents that both have are told by being the same object.
 */
export function* differences(before: Content, after: Content): Generator<Change> {
  for (const store of before.keys()) if (store !== null && !after.has(store)) yield [store]
  // What belongs to the whole system cannot be dropped at once.
  for (const [store, tables] of new Map([[null, NO_TABLES], ...after])) {
    const known = before.get(store) ?? NO_TABLES
    for (const name of new Set([...known.keys(), ...tables.keys()]))
      yield* changesOf(store, name, known.get(name) ?? NOTHING, tables.get(name) ?? NOTHING)
  }
}

const NOTHING: Documents = new Map()
const NO_TABLES: StoreContent = new Map()

function* changesOf(
  store: number | null,
  table: string,
  before: Documents,
  after: Documents,
): Generator<Change> {
  if (before === after) return
  const same = isInOrder(before, after) ? before : NOTHING
  for (const key of before.keys()) if (same === NOTHING || !after.has(key)) yield [store, table, key, null]
  for (const [key, document] of after) if (same.get(key) !== document) yield [store, table, key, document]
}

/** Whether what is there of the one comes first in the other, in its order: what is set anew comes last. */
function isInOrder(before: Documents, after: Documents): boolean {
  const keys = after.keys()
  for (const key of before.keys()) if (after.has(key) && keys.next().value !== key) return false
  return true
}

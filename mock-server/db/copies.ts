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
 * What makes the one content of the other, its order too; null now and then where nothing needs a change for long. The
 * second may change meanwhile: what is met of it is as it is when its turn comes. Documents that both have are told by
 * being the same object.
 */
export function* differences(before: Content, after: Content): Generator<Change | null> {
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

/** How many documents that need no change are looked at in one go. */
const PAUSE_AFTER = 1000

/** What stands in both in the same order stays; from the first that does not on, all is set anew, and so comes last. */
function* changesOf(
  store: number | null,
  table: string,
  before: Documents,
  after: Documents,
): Generator<Change | null> {
  if (before === after) return
  const left = new Ahead(before.keys())
  let same = 0
  for (const [key, document] of after) {
    for (; left.key !== undefined && left.key !== key && !after.has(left.key); left.go())
      yield [store, table, left.key, null]
    if (left.key === key) {
      left.go()
      if (before.get(key) !== document) yield [store, table, key, document]
      else if (++same % PAUSE_AFTER === 0) yield null
      continue
    }
    for (; left.key !== undefined; left.go()) yield [store, table, left.key, null]
    yield [store, table, key, document]
  }
  for (; left.key !== undefined; left.go()) yield [store, table, left.key, null]
}

/** Keys with the next one known; undefined after the last. */
class Ahead {
  readonly #keys: Iterator<Key>
  key: Key | undefined

  constructor(keys: Iterator<Key>) {
    this.#keys = keys
    this.go()
  }

  go(): void {
    const { done, value } = this.#keys.next()
    this.key = done ? undefined : value
  }
}

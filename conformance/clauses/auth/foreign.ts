import type { Observer } from '../../judge/observer.ts'
import type { KeyName } from '../../server/client/exchange.ts'
import { Inventory, type Collection } from '../../server/store/inventory.ts'

/** Whose records, and whose key that must not reach them. */
export interface Direction {
  readonly owner: KeyName
  readonly stranger: KeyName
}

/** The two directions in which one store may not look into the other. */
export const DIRECTIONS: readonly Direction[] = [
  { owner: 'api', stranger: 'other_store' },
  { owner: 'other_store', stranger: 'api' },
]

/** The owner's records whose ids the stranger does not have: ids may be counted per store. */
export async function foreign<T extends { readonly id: number }>(
  observer: Observer,
  all: (store: Inventory) => Promise<Collection<T>>,
  { owner, stranger }: Direction,
): Promise<T[]> {
  const own = await all(observer.storeOf(stranger))
  if (!own.complete) return []
  const ids = new Set(own.items.map(({ id }) => id))
  return (await all(observer.storeOf(owner))).items.filter(({ id }) => !ids.has(id))
}

/** One such record of the other store, if it has any. */
export async function foreignOne<T extends { readonly id: number }>(
  observer: Observer,
  all: (store: Inventory) => Promise<Collection<T>>,
): Promise<T | undefined> {
  const [one] = await foreign(observer, all, { owner: 'other_store', stranger: 'api' })
  return one
}

import type { Observer } from '../../judge/observer.ts'
import type { Law } from '../../judge/law.ts'
import type { Exchange, KeyName } from '../../server/client/exchange.ts'
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

/** `invoice INV-5 belongs to the store of other_store_api_key`. */
export const belongsTo = (owner: KeyName, record: string): string =>
  `${record} belongs to the store of ${owner === 'api' ? 'api_key' : 'other_store_api_key'}`

/** The clause demands that a stranger is answered not-found for the owner's record. */
export function judgeUnreachable(law: Law, exchange: Exchange, owner: KeyName, record: string): void {
  if (law.is('not-found', exchange)) return law.refused(exchange, 'not-found')
  throw law.violation({
    message: belongsTo(owner, record),
    expected: law.nameOf('not-found'),
    exchanges: exchange,
  })
}

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

/** Whether the store itself has been given one of these ids meanwhile. */
export async function isGivenSince<T extends { readonly id: number }>(
  { store }: Observer,
  all: (store: Inventory) => Promise<Collection<T>>,
  given: readonly number[],
): Promise<boolean> {
  store.forgetAll()
  return (await all(store)).items.some(({ id }) => given.includes(id))
}

/** So far above all ids is one that nobody is given while a check looks. */
const FAR_ABOVE = 1000

/**
 * An id that neither store lists a record with, and of the size of ids that the server gives, as another may be malformed
 * to it: the next lower one, else one above all.
 */
export async function unknownBeside<T extends { readonly id: number }>(
  observer: Observer,
  all: (store: Inventory) => Promise<Collection<T>>,
  id: number,
): Promise<number> {
  const lists = await Promise.all([observer.store, observer.storeOf('other_store')].map(all))
  const listed = new Set(lists.flatMap(({ items }) => items.map((item) => item.id)))
  // Above the safe integers there is no next lower one.
  for (let lower = Math.min(id, Number.MAX_SAFE_INTEGER) - 1; lower > 0; lower--)
    if (!listed.has(lower)) return lower
  return Math.max(id, ...listed) + FAR_ABOVE
}

import type { Exchange, Store, StoreDirectory } from '../../../mock-server/seams.ts'
import { afterGate } from './gates.ts'
import { all, type Change, fresh } from './mutant.ts'

// What faults know of the other stores of a mock.

/** The stores of the default scenario. */
export function shops(stores: StoreDirectory): Store[] {
  return ['rich', 'second', 'free', 'limited'].flatMap((name) => stores.byName(name) ?? [])
}

export const paidShops = (stores: StoreDirectory): Store[] =>
  shops(stores).filter(({ record }) => record.plan === 'paid')

/** Lets a request in without a key, into the store of the record that it names, or the first. */
export function enter(exchange: Exchange, stores: StoreDirectory): void {
  const { world, dialect } = exchange
  const [first] = paidShops(stores)
  const store = paidShops(stores).find((shop) => owns(shop, exchange)) ?? first
  if (store)
    exchange.context = {
      store,
      world,
      dialect,
      nextId: () => stores.nextId(dialect['format.ids'], store.record.id),
    }
}

/** Whether the record that a request names in its path is of a store. */
export function owns({ templates, customers, indexes }: Store, { operation, segment }: Exchange): boolean {
  if (operation?.endsWith('Template')) return templates.has(Number(segment))
  if (operation?.endsWith('Customer')) return customers.has(Number(segment))
  return indexes.invoicesBySlug.count(segment) > 0
}

/** A fault of handlers that see the other stores on a paid plan. */
export function withOthers(make: (othersOf: (store: Store) => Store[]) => Change): Change {
  return fresh(() => {
    let paid: Store[] = []
    return all(
      afterGate('authenticate', (_exchange, stores) => void (paid = paidShops(stores))),
      make((own) => paid.filter((store) => store !== own)),
    )
  })
}

import { inversePatch } from './former-values.ts'
import type { Ledger } from './ledger.ts'
import { orderName, type Order } from './order-supply.ts'

type Fields = Record<string, unknown>

/** Remembers platform orders as they were before the run edited them, so that they can be restored. */
export class FormerOrders {
  readonly #ledger: Ledger
  readonly #read: (order: Order) => Promise<Fields | null>
  /** By name; null where the platform shows no order. */
  readonly #originals = new Map<string, Promise<Fields | null>>()

  /** @param read the order as the platform shows it now; null where it shows none */
  constructor(ledger: Ledger, read: (order: Order) => Promise<Fields | null>) {
    this.#ledger = ledger
    this.#read = read
  }

  /** Notes in the ledger, before an edit, how the order is restored after it. */
  async beforeEdit(order: Order, patch: Fields): Promise<void> {
    const former = await this.#original(order)
    this.#ledger.editing(orderName(order), { ...order, patch: former && inversePatch(former, patch) })
  }

  /** Deletes an order. Nothing brings it back, so it is listed with its former values. */
  async deleting(order: Order, act: () => Promise<unknown>): Promise<void> {
    const former = await this.#original(order)
    await act()
    this.#ledger.settledOrder(orderName(order))
    const values = former ? `; its former values: ${JSON.stringify(former)}` : ''
    this.#ledger.left_behind.push(`order ${order.order_id} was deleted${values}`)
  }

  #original(order: Order): Promise<Fields | null> {
    const name = orderName(order)
    const known = this.#originals.get(name) ?? this.#read(order)
    this.#originals.set(name, known)
    return known
  }
}

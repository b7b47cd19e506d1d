import { inversePatch } from './former-values.ts'
import type { Ledger } from './ledger.ts'
import { orderName, type Order } from './order-supply.ts'

type Fields = Record<string, unknown>

/** Reads an order from the platform; null where the platform shows none. */
type ReadOrder = (order: Order) => Promise<Fields | null>

/** Remembers platform orders as they were before the run edited them, so that they can be restored. */
export class FormerOrders {
  readonly #ledger: Ledger
  readonly #read: ReadOrder
  /** By name. */
  readonly #originals = new Map<string, Promise<Fields>>()

  constructor(ledger: Ledger, read: ReadOrder) {
    this.#ledger = ledger
    this.#read = read
  }

  /**
   * Notes in the ledger, before an edit, how the order is restored after it.
   * @throws what `read` throws, and `unread` where the platform shows no order
   */
  async beforeEdit(order: Order, patch: Fields, unread: () => Error): Promise<void> {
    const former = await this.#original(order, unread)
    this.#ledger.editing(orderName(order), { ...order, patch: inversePatch(former, patch) })
  }

  /** Deletes an order. Nothing brings it back, so it is listed with its former values. */
  async deleting(order: Order, act: () => Promise<unknown>): Promise<void> {
    const former = await this.#original(order, () => new Error('unread')).catch(() => null)
    await act()
    this.#ledger.settledOrder(orderName(order))
    const values = former ? `; its former values: ${JSON.stringify(former)}` : ''
    this.#ledger.left_behind.push(`order ${order.order_id} was deleted${values}`)
  }

  /** The order before the first edit; a reading that failed is repeated by the next edit. */
  async #original(order: Order, unread: () => Error): Promise<Fields> {
    const name = orderName(order)
    const reading = this.#originals.get(name) ?? this.#shown(order, unread)
    this.#originals.set(name, reading)
    try {
      return await reading
    } catch (error) {
      this.#originals.delete(name)
      throw error
    }
  }

  async #shown(order: Order, unread: () => Error): Promise<Fields> {
    const shown = await this.#read(order)
    if (shown === null) throw unread()
    return shown
  }
}

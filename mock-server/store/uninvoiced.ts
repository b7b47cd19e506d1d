import type { Index } from '../db/key.ts'

/** The keys of a table, in its order. */
interface Keys {
  keys(): Iterable<number>
}

interface Invoiced {
  readonly order_id: number
  /** Whether the order is a draft order: ids of both kinds are counted by themselves. */
  readonly draft: boolean
}

/** The ids of the orders of one kind that have no invoice yet, in the order of their table. */
export class Uninvoiced {
  readonly #orders: Keys
  readonly #draft: boolean
  readonly #isInvoiced: (id: number) => boolean
  /** null: to be looked up anew. An order whose invoice is taken back belongs somewhere among them. */
  #ids: Set<number> | null = new Set()

  constructor(orders: Keys, draft: boolean, isInvoiced: (id: number) => boolean) {
    this.#orders = orders
    this.#draft = draft
    this.#isInvoiced = isInvoiced
  }

  get ids(): number[] {
    this.#ids ??= new Set([...this.#orders.keys()].filter((id) => !this.#isInvoiced(id)))
    return [...this.#ids]
  }

  /** To be told of each order. */
  readonly ofOrders: Index<{ readonly id: number }> = {
    update: (_key, before, after) => {
      if (before && !after) this.#ids?.delete(before.id)
      else if (after && !before && !this.#isInvoiced(after.id)) this.#ids?.add(after.id)
    },
  }

  /** To be told of each invoice, once it is known by its order. */
  readonly ofInvoices: Index<Invoiced & { readonly id: number }> = {
    update: (_key, before, after) => {
      const [left, now] = [this.#orderOf(before), this.#orderOf(after)]
      if (now !== undefined) this.#ids?.delete(now)
      if (left !== undefined && left !== now) this.#ids = null
    },
  }
  /** The order of this kind that an invoice is of. */
  #orderOf(invoice: Invoiced | undefined): number | undefined {
    return invoice?.draft === this.#draft ? invoice.order_id : undefined
  }
}

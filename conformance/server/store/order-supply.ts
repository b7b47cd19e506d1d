import type { Target } from '../target.ts'

/** An order of the platform, or a draft order. */
export interface Order {
  order_id: number
  draft: boolean
}

/** How the run names an order: `order 5` or `draft 5`. */
export const orderName = ({ order_id, draft }: Order): string => `${draft ? 'draft' : 'order'} ${order_id}`

/** The body that asks for the order's invoice. */
export const bodyOf = ({ order_id, draft }: Order, options: object = {}): Record<string, unknown> => ({
  order_id,
  ...(draft && { draft }),
  ...options,
})

/** In words. */
export const kindOfOrder = (draft: boolean): string => (draft ? 'draft order' : 'order')

interface Supply {
  left: number[]
  taken: number[]
  /** Those of them that somebody edits, perhaps while others look, or that are to have no invoice. */
  edited: number[]
}

/** With so many no check has to share the invoice of an edited order with another. */
const ENOUGH = { orders: 30, drafts: 12 }

/** Orders of the target that the run may invoice: a scarce supply, each given once. */
export class OrderSupply {
  readonly #orders: Supply
  readonly #drafts: Supply
  readonly #size: { orders: number; drafts: number }
  /** Ids that name an order and a draft order at once: edits through a hook would be ambiguous. */
  readonly ambiguous: readonly number[]
  /** One of several such ids, which is invoiced both ways at once. */
  readonly #kept: number | undefined

  /** @param seed another seed begins elsewhere, so that runs on a live store seldom meet used orders */
  constructor({ order_ids, draft_order_ids }: Target, seed: number) {
    this.#orders = { left: rotated(order_ids, seed), taken: [], edited: [] }
    this.#drafts = { left: rotated(draft_order_ids, seed), taken: [], edited: [] }
    this.#size = { orders: order_ids.length, drafts: draft_order_ids.length }
    this.ambiguous = order_ids.filter((id) => draft_order_ids.includes(id))
    this.#kept = this.ambiguous.slice(1).at(-1)
  }

  /** Adds orders that the run created: they are taken first. */
  add(draft: boolean, ids: readonly number[]): void {
    this.#of(draft).left.unshift(...ids)
    this.#size[draft ? 'drafts' : 'orders'] += ids.length
  }

  /** The next order, null when none is left; `editable` ones, which are to be edited, are in one list only. */
  take(draft: boolean, editable = false): Order | null {
    const { left, taken, edited } = this.#of(draft)
    const at = editable ? left.findIndex((id) => !this.#isAmbiguous(id)) : this.#uneditedIn(left)
    const [order_id] = at < 0 ? [] : left.splice(at, 1)
    if (order_id === undefined) return null
    taken.push(order_id)
    if (editable) edited.push(order_id)
    return { order_id, draft }
  }

  /** An order that nobody else invoices though it was taken: it is to have no invoice. */
  takeAlone(): Order | null {
    const order = this.take(false)
    if (order) this.#orders.edited.push(order.order_id)
    return order
  }

  /** An id that names an order and a draft order, neither of which was taken: kept back for this. */
  takeBoth(): number | null {
    const order_id = this.#kept
    const supplies = [this.#orders, this.#drafts]
    if (order_id === undefined || !supplies.every(({ left }) => left.includes(order_id))) return null
    for (const { left, taken } of supplies) taken.push(...left.splice(left.indexOf(order_id), 1))
    return order_id
  }

  /** Whether its id is no draft order's too, or no order's: a hook edits what is meant. */
  isEditable({ order_id }: Order): boolean {
    return !this.#isAmbiguous(order_id)
  }

  /** Whether checks that edit orders cannot have one each. */
  get isScarce(): boolean {
    return this.#size.orders < ENOUGH.orders || this.#size.drafts < ENOUGH.drafts
  }

  /** Those that were taken. */
  taken(draft: boolean): readonly number[] {
    return this.#of(draft).taken
  }

  /** Those that were not. */
  untaken(draft: boolean): readonly number[] {
    return this.#of(draft).left
  }

  /** Those that were taken to be left as they are. */
  unedited(draft: boolean): readonly number[] {
    const { taken, edited } = this.#of(draft)
    return taken.filter((id) => !edited.includes(id))
  }

  left(draft: boolean): number {
    return this.#of(draft).left.length
  }

  /** Ids in both lists serve where nothing is edited, so that the others last longer; the one that is kept back comes last. */
  #uneditedIn(ids: readonly number[]): number {
    const free = ids.filter((id) => id !== this.#kept)
    const [id] = [...free.filter((one) => this.#isAmbiguous(one)), ...free, ...ids]
    return id === undefined ? -1 : ids.indexOf(id)
  }

  #isAmbiguous(id: number): boolean {
    return this.ambiguous.includes(id)
  }

  #of(draft: boolean): Supply {
    return draft ? this.#drafts : this.#orders
  }
}

function rotated(ids: readonly number[], seed: number): number[] {
  const start = ids.length === 0 ? 0 : seed % ids.length
  return [...ids.slice(start), ...ids.slice(0, start)]
}

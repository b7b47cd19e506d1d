import type { Target } from '../target.ts'

/** Orders of the target that the run may invoice: a scarce supply, each given once. */
export class OrderSupply {
  readonly #orders: number[]
  readonly #drafts: number[]
  /** Ids that name an order and a draft order at once: edits through a hook would be ambiguous. */
  readonly #both: ReadonlySet<number>
  readonly #taken = { orders: [] as number[], drafts: [] as number[] }

  /** @param seed another seed begins elsewhere, so that runs on a live store seldom meet used orders */
  constructor(target: Target, seed: number) {
    this.#orders = rotated(target.order_ids, seed)
    this.#drafts = rotated(target.draft_order_ids, seed)
    const drafts = new Set(target.draft_order_ids)
    this.#both = new Set(target.order_ids.filter((id) => drafts.has(id)))
  }

  /** The next order id, null when none is left; `editable` ones are in one list only. */
  take(draft: boolean, editable = false): number | null {
    const ids = draft ? this.#drafts : this.#orders
    const at = editable ? ids.findIndex((id) => !this.#both.has(id)) : this.#ambiguousFirst(ids)
    if (at < 0) return null
    const [id] = ids.splice(at, 1)
    if (id !== undefined) this.taken(draft).push(id)
    return id ?? null
  }

  /** Those that were taken. */
  taken(draft: boolean): number[] {
    return draft ? this.#taken.drafts : this.#taken.orders
  }

  left(draft: boolean): number {
    return (draft ? this.#drafts : this.#orders).length
  }

  /** Ids in both lists serve where nothing is edited, so that the others last longer. */
  #ambiguousFirst(ids: readonly number[]): number {
    const at = ids.findIndex((id) => this.#both.has(id))
    return at < 0 && ids.length > 0 ? 0 : at
  }
}

function rotated(ids: readonly number[], seed: number): number[] {
  const start = ids.length === 0 ? 0 : seed % ids.length
  return [...ids.slice(start), ...ids.slice(0, start)]
}

/** Whole numbers below 2³², in no order, four bytes each: references that an index has hundreds of thousands of. */
export class Numbers {
  #items = new Uint32Array(2)
  #size = 0

  static of(...items: readonly number[]): Numbers {
    const numbers = new Numbers()
    for (const item of items) numbers.add(item)
    return numbers
  }

  get size(): number {
    return this.#size
  }

  add(item: number): void {
    if (this.#size === this.#items.length) this.#grow()
    this.#items[this.#size++] = item
  }

  /** Adds it where it is not the last already. */
  addOnce(item: number): void {
    if (this.#size === 0 || this.#items[this.#size - 1] !== item) this.add(item)
  }

  /** Takes the number away once; the last one comes to its place. */
  remove(item: number): void {
    const at = this.values().indexOf(item)
    if (at < 0) return
    this.#size -= 1
    this.#items[at] = this.#items[this.#size] ?? 0
  }

  /** All of them, until the next is added or removed. */
  values(): Uint32Array {
    return this.#items.subarray(0, this.#size)
  }

  #grow(): void {
    const items = new Uint32Array(this.#items.length * 2)
    items.set(this.#items)
    this.#items = items
  }
}

/** Follows which records of the run bore an id: a server may give the id of a deleted record to another one. */
export class RecordLives {
  readonly #births = new Map<number, number>()
  readonly #ended = new Set<number>()
  #born = 0
  /** True once an id of a deleted record was given to another one. */
  giveAgain = false

  begin(id: number): void {
    if (this.#ended.has(id)) this.giveAgain = true
    this.#births.set(id, ++this.#born)
  }

  end(id: number): void {
    this.#ended.add(id)
  }

  /** True for an id whose record the run has deleted once. */
  hasEnded(id: number): boolean {
    return this.#ended.has(id)
  }

  /** Tells later whether the id still means the record that bears it now. */
  watch(id: number): () => boolean {
    const birth = this.#births.get(id)
    return () => this.#births.get(id) === birth
  }
}

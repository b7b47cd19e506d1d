/** Names that reports show instead of personal values: the same name for the same value. */
export class Pseudonyms {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  readonly #part: string

  /** @param part tells the names of one shard from those of the others, which number their values independently */
  constructor(part = '') {
    this.#part = part === '' ? '' : `${part}.`
  }

  /** `customer-email-7`, or `customer-email-2.7` in shard 2. @param kind of a value that has no name yet */
  of(value: string, kind: string): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `customer-${kind}-${this.#part}${count}`
    this.#names.set(value, name)
    return name
  }
}

/** Values that were set of late, by name: of two generations the older is forgotten once the younger is full. */
export class Lately<Value> {
  readonly #most: number
  readonly #mostWeight: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  #weight = 0

  /** @param most values of a generation @param mostWeight what they weigh together */
  constructor(most: number, mostWeight = Infinity) {
    this.#most = most
    this.#mostWeight = mostWeight
  }

  get(name: string): Value | undefined {
    return this.#young.get(name) ?? this.#old.get(name)
  }

  set(name: string, value: Value, weight = 0): void {
    this.#weight += weight
    this.#young.set(name, value)
    if (this.#young.size < this.#most && this.#weight < this.#mostWeight) return
    this.#old = this.#young
    this.#young = new Map()
    this.#weight = 0
  }
}

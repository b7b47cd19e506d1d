/** What names a thing on one server: an id, a slug, a number. */
export type Name = string | number

/**
 * What two servers call the same thing, one `here` and one `there`. A name has one counterpart of its kind: ids of
 * templates and of customers may coincide.
 */
export class Counterparts {
  readonly #there = new Map<string, Name>()
  readonly #here = new Map<string, Name>()
  readonly #pairs = new Set<string>()

  /** Notes that the two name the same thing. False where either is known to be the counterpart of another one. */
  pair(kind: string, here: Name, there: Name): boolean {
    const known = this.there(kind, here)
    if (known !== undefined || this.here(kind, there) !== undefined) return known === there
    this.#there.set(`${kind} ${here}`, there)
    this.#here.set(`${kind} ${there}`, here)
    this.#pairs.add(`${here} ${there}`)
    return true
  }

  /** The counterpart of what is so called here; undefined where none is known. */
  there(kind: string, here: Name): Name | undefined {
    return this.#there.get(`${kind} ${here}`)
  }

  /** The counterpart of what is so called there. */
  here(kind: string, there: Name): Name | undefined {
    return this.#here.get(`${kind} ${there}`)
  }

  /** Whether they are counterparts of whatever kind: for ids that stand in texts and in fields that nobody listed. */
  arePaired(here: Name, there: Name): boolean {
    return this.#pairs.has(`${here} ${there}`)
  }
}

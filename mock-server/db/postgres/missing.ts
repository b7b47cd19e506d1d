/** A store is worked on that is not in memory. Thrown out of a turn, it has the store brought and the turn done again. */
export class Missing extends Error {
  readonly store: number

  constructor(store: number) {
    super(
      `Store ${store} is in the database and not in this process now: ask for it by the admin API, or by a method that returns a promise.`,
    )
    this.name = 'Missing'
    this.store = store
  }
}

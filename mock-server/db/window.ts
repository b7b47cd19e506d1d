/** How many of something were counted since a moment (milliseconds since 1970). */
export interface Counted {
  readonly start: number
  readonly used: number
}

/**
 * What of a store changes at every request and is not worth a write: a count of the time since a moment. It lasts as long as the store is
 * open; where several processes have the database open, all of them count as one.
 */
export interface Window {
  /** As it stood last; undefined where nothing was counted. */
  readonly latest: Counted | undefined
  /** A copy of its store has it too, without being told. */
  readonly isCopied: boolean
  /** What it came to, which goes on from `latest` or begins anew. `by`: how many were counted, of a window so many milliseconds long. */
  enter(counted: Counted, step: { readonly now: number; readonly length: number; readonly by: number }): void
}

/** Of this process alone. */
export class LocalWindow implements Window {
  readonly isCopied = false
  latest: Counted | undefined

  enter(counted: Counted): void {
    this.latest = counted
  }
}

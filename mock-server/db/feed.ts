/** Something that one process tells all that have the database open, itself too. */
export interface Told {
  /** Counts what was told, for all alike. */
  readonly number: number
  /** The name of the process that told it. */
  readonly replica: string
  /** When, in milliseconds since 1970 on the machine's clock. */
  readonly at: number
  readonly topic: string
  /** Plain JSON. */
  readonly value: unknown
}

/** What processes tell each other of their traffic. All hear it in the same order, a moment later; a crash of the database loses it. */
export interface Feed {
  /** The name of this process. */
  readonly replica: string
  /** So much waits to be told that what is told should be brief. */
  readonly isBusy: boolean
  /** @param weight of one of many, in signs, about: where much waits to be told, it may be left out for later ones */
  tell(topic: string, value: unknown, weight?: number): void
  /**
   * Has a listener told what was told lately, and whatever is told from now on.
   * @param before called before it is asked for more
   * @param many how many of many at a time the listener has use for
   */
  hear(heard: (told: Told) => void, before: () => void, many: number): void
  /**
   * Resolves when everything that was told here so far was heard by this process, and can be by others. What is told on this machine from then on
   * has a later time.
   */
  catchUp(): Promise<void>
}

/** The only source of time and chance in the mock; the admin API freezes and moves it. */
export interface World {
  /** Milliseconds since 1970 on the mock's clock. */
  now(): number
  /** A new slug. */
  uuid(): string
}

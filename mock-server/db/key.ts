/** What a document is filed under; a number comes back as a number after a restart. */
export type Key = string | number

/** Told of each change after it was made: `before` or `after` is undefined where there was or is no document. */
export interface Index<T> {
  update(key: Key, before: T | undefined, after: T | undefined): void
}

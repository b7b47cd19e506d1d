/** Records of a table that fit what is asked for, before they are brought into the order of a list. */
export interface Selection<T> {
  readonly size: number
  /** Whether `page` has the oldest first; else it has no order. */
  readonly isByAge: boolean
  has(record: T): boolean
  /** Up to `limit` of them after the first `offset`. */
  page(offset: number, limit: number): T[]
}

/** A request as it was sent, by whoever recorded it. */
export interface SentRequest {
  method: string
  /** The whole path as sent, still percent-encoded: /api/v1/external/invoices. */
  path: string
  /** Where the API lies: /api/v1/external. */
  base_path: string
  /** The text after the question mark, empty for none. */
  query: string
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  /** The text as sent; null for none. */
  body: string | null
  /** Names of headers that were sent more than once, in lower case. */
  repeated_headers?: readonly string[]
  /** Why the body is no text, where it is none: its bytes are not UTF-8, it cannot be unpacked, or nobody knows what it is packed in. */
  unreadable?: 'not-utf-8' | 'broken-packing' | 'unknown-packing'
  /** Whether the body was cut by whoever recorded it, so that its inside cannot be judged. */
  truncated?: boolean
  /** How much too early it was sent, in milliseconds, after an answer that told this client to wait; null for not at all. */
  ignored_wait_ms?: number | null
}

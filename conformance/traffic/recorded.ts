/** A request with its answer as they passed, by whoever recorded them. */
export interface Recorded {
  readonly method: string
  /** Path and query as sent: `/api/v1/external/invoices?page=2`. */
  readonly url: string
  /** Names and values in turn, as sent. */
  readonly headers: readonly string[]
  /** As sent, and packed as its headers say; null where it was not kept. */
  readonly body: Buffer | null
  readonly answer: {
    readonly status: number
    readonly headers: readonly string[]
    /** As sent, and packed as its headers say; null where it was not kept. */
    readonly body: Buffer | null
  }
  /** Milliseconds since 1970. */
  readonly started_at: number
  readonly ms: number
}

/** Path and query of a URL as it was asked for. */
export function partsOf(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

/** Names in lower case; what was sent more than once is joined. */
export function headersOf(raw: readonly string[]): Record<string, string> {
  // No name that somebody sends is one of an object's own.
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [(raw[at] ?? '').toLowerCase(), raw[at + 1] ?? '']
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

/** Names of headers that were sent more than once. */
export function repeatedIn(raw: readonly string[]): string[] {
  const names = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return names.filter((name, at) => names.indexOf(name) !== at)
}

const NONE: readonly string[] = []

/** The values of a header, in their order. It is asked several times of every message, most of which have none or one. */
export function valuesOf(raw: readonly string[], name: string): readonly string[] {
  let values: string[] | null = null
  for (let at = 0; at + 1 < raw.length; at += 2)
    if (isCalled(raw[at] ?? '', name)) (values ??= []).push(raw[at + 1] ?? '')
  return values ?? NONE
}

const isCalled = (sent: string, name: string): boolean =>
  sent.length === name.length && (sent === name || sent.toLowerCase() === name)

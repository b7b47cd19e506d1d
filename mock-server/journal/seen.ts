import { Masking } from '../../schemas/journal/masking.ts'
import { partsOf, secretsIn, seenOf as shown } from '../../schemas/journal/seen.ts'
import type { Text } from '../../schemas/journal/body.ts'
import type { StoreRecord } from '../../scenarios/state.ts'
import type { Seen, Violation } from '../../schemas/types.ts'
import { violationsOf } from '../../schemas/violations/violations.ts'
import { answeredText, sentText } from './body.ts'
import type { Entry } from './entry.ts'

/** What an entry is read with. */
export interface Reading {
  /** The stores as they are now: their keys are hidden. */
  owners: readonly Pick<StoreRecord, 'name' | 'api_key'>[]
  basePath: string
}

/** A request as the desk shows it. */
export function seenOf(entry: Entry, { owners, basePath }: Reading): Seen {
  const { seq, at, replica, store, operation, method, url, ms, fault, outcome, answer } = entry
  const headers = headersOf(entry)
  const sent = sentText(entry.body, headers['content-encoding'])
  const raw = {
    seq,
    at,
    ...(replica !== null && { replica }),
    store,
    operation,
    method,
    url,
    headers,
    sent,
    ms,
    fault,
    outcome,
    questions: [...(entry.questions?.keys ?? [])],
    answer: answer && {
      status: answer.status,
      headers: answer.headers,
      text: answeredText(answer, method === 'HEAD'),
    },
    violations: violationsIn(entry, headers, sent, basePath),
  }
  return shown(raw, new Masking(owners, secretsIn(headers)))
}

function violationsIn(
  { method, url, ignored_wait_ms, headers: raw }: Entry,
  headers: Record<string, string>,
  { text, whole, unreadable }: Text,
  base_path: string,
): Violation[] {
  const { path, search: query } = partsOf(url)
  const wait = ignored_wait_ms === null ? {} : { ignored_wait_ms }
  return violationsOf({
    method,
    path,
    base_path,
    query,
    headers,
    repeated_headers: repeatedIn(raw),
    body: text,
    truncated: !whole,
    ...(unreadable && { unreadable }),
    ...wait,
  })
}

/** Header names in lower case; what was sent more than once is joined. */
export function headersOf({ headers: raw }: Pick<Entry, 'headers'>): Record<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(headers)
}

/** Names of headers that came more than once. */
function repeatedIn(raw: readonly string[]): string[] {
  const names = raw.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  return names.filter((name, at) => names.indexOf(name) !== at)
}

import { parse } from 'node:querystring'
import type { StoreRecord } from '../../scenarios/state.ts'
import { isSecretHeader } from '../../schemas/printing/secrets.ts'
import type { Seen, SeenAnswer, Violation } from '../../schemas/types.ts'
import { violationsOf } from '../../schemas/violations/violations.ts'
import { answeredText, read, sentText, type Text } from './body.ts'
import type { Entry } from './entry.ts'
import { Masking, type Json } from './masking.ts'

/** What an entry is read with. */
export interface Reading {
  /** The stores as they are now: their keys are hidden. */
  owners: readonly Pick<StoreRecord, 'name' | 'api_key'>[]
  basePath: string
}

/** A request as the desk shows it. */
export function seenOf(entry: Entry, reading: Reading): Seen {
  const { seq, at, store, operation, method, ms, fault } = entry
  const headers = headersOf(entry)
  const sent = sentText(entry.body, headers['content-encoding'])
  const mask = new Masking(reading.owners, secretsIn(headers))
  const { path, search } = partsOf(entry.url)
  return {
    seq,
    at: new Date(at).toISOString(),
    store,
    operation,
    method,
    path: mask.text(path),
    query: shownQuery(search, mask),
    headers: shownHeaders(headers, mask),
    ...shownBody(sent, mask),
    ms: Math.round(ms * 100) / 100,
    fault,
    questions: [...(entry.questions?.keys ?? [])],
    answer: shownAnswer(entry, mask),
    violations: violationsIn(entry, headers, sent, reading.basePath).map((found) => quoted(found, mask)),
  }
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

/** What a violation quotes of the request may be a key. */
const quoted = ({ rule, where, says, instead }: Violation, mask: Masking): Violation => ({
  rule,
  where: mask.text(where),
  says: mask.text(says),
  ...(instead !== undefined && { instead: mask.text(instead) }),
})

/** Path and query of a URL as it was asked for. */
export function partsOf(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

/** Header names in lower case; what was sent more than once is joined. */
function headersOf({ headers: raw }: Entry): Record<string, string> {
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

const secretsIn = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : []))

const shownHeaders = (headers: Record<string, string>, mask: Masking): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask.header(name, value)]))

function shownQuery(search: string, mask: Masking): Seen['query'] {
  const shown = (name: string, value: string | string[] = '') =>
    Array.isArray(value) ? value.map((each) => mask.parameter(name, each)) : mask.parameter(name, value)
  const given = Object.entries(parse(search))
  return Object.fromEntries(given.map(([name, value]) => [mask.text(name), shown(name, value)]))
}

const shownBody = (text: Text, mask: Masking): { body: Json; truncated?: true } => ({
  body: mask.json(read(text)),
  ...(text.whole ? {} : { truncated: true }),
})

function shownAnswer({ answer, outcome, method }: Entry, mask: Masking): SeenAnswer {
  if (!answer) return { status: null, outcome, headers: {}, body: null }
  const text = answeredText(answer, method === 'HEAD')
  const { status, headers } = answer
  return { status, outcome, headers: shownHeaders(headers, mask), ...shownBody(text, mask) }
}

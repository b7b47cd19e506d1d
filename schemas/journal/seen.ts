import { parse } from 'node:querystring'
import type { Seen, SeenAnswer, Violation } from '../types.ts'
import { isSecretHeader } from '../printing/secrets.ts'
import { read, type Text } from './body.ts'
import type { Json, Masking } from './masking.ts'

/** A request that is over and its answer, as they were. */
export interface SeenRaw extends Pick<
  Seen,
  'seq' | 'store' | 'operation' | 'method' | 'ms' | 'fault' | 'questions' | 'violations'
> {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly replica?: string
  /** As it was asked for: path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sent: Text
  readonly outcome: SeenAnswer['outcome']
  /** null where nothing was answered. */
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly text: Text
  } | null
}

/** A request as it is shown, without keys and what signs. */
export function seenOf(raw: SeenRaw, mask: Masking): Seen {
  const { seq, at, store, operation, method, headers, ms, fault, questions, violations } = raw
  const { path, search } = partsOf(raw.url)
  return {
    seq,
    at: new Date(at).toISOString(),
    ...(raw.replica !== undefined && { replica: raw.replica }),
    store,
    operation,
    method,
    path: mask.text(path),
    query: shownQuery(search, mask),
    headers: shownHeaders(headers, mask),
    ...shownBody(raw.sent, mask),
    ms: Math.round(ms * 100) / 100,
    fault,
    questions,
    answer: shownAnswer(raw, mask),
    violations: violations.map((found) => quoted(found, mask)),
  }
}

/** The keys that a request came with. */
export const secretsIn = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : []))

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

const shownHeaders = (headers: SeenRaw['headers'], mask: Masking): Record<string, string> =>
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

function shownAnswer({ answer, outcome }: SeenRaw, mask: Masking): SeenAnswer {
  if (!answer) return { status: null, outcome, headers: {}, body: null }
  const { status, headers, text } = answer
  return { status, outcome, headers: shownHeaders(headers, mask), ...shownBody(text, mask) }
}

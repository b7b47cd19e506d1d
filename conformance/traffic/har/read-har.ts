import { readFileSync } from 'node:fs'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { whyUnread } from '../../../schemas/thrown.ts'
import { isObject } from '../../server/client/exchange.ts'
import type { Recorded } from '../recorded.ts'

/** One entry of a HAR, as it was recorded. */
export interface Entry extends Recorded {
  readonly origin: string
}

/** What a HAR holds of it. */
export interface Har {
  readonly entries: readonly Entry[]
  /** Entries that have no request with an address, or no time. */
  readonly unread: number
}

/**
 * The entries of a HAR 1.2, as browsers and proxies save it.
 * @throws {UsageError} in one line that says what is wrong with the file
 */
export function readHar(file: string): Har {
  const content = contentOf(file)
  const log = isObject(content) ? content['log'] : undefined
  const all = isObject(log) ? log['entries'] : undefined
  if (!Array.isArray(all)) throw new UsageError(`${file} is no HAR: it has no list log.entries`)
  const entries = all.flatMap((entry: unknown) => entryOf(entry) ?? [])
  return { entries, unread: all.length - entries.length }
}

function contentOf(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${whyUnread(error)}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // What a syntax error quotes may be a key.
    throw new UsageError(`${file} is no HAR: it is no JSON`)
  }
}

function entryOf(entry: unknown): Entry | null {
  const { startedDateTime, time, request, response } = fieldsOf(entry)
  const [asked, answered] = [fieldsOf(request), fieldsOf(response)]
  const started_at = Date.parse(String(startedDateTime))
  const { method, url } = asked
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url) || Number.isNaN(started_at))
    return null
  const { origin, pathname, search } = new URL(url)
  return {
    origin,
    method: method.toUpperCase(),
    url: `${pathname}${search}`,
    headers: headersIn(asked),
    body: sentIn(asked),
    answer: {
      status: typeof answered['status'] === 'number' ? answered['status'] : 0,
      // The content of a HAR is unpacked already.
      headers: withoutPacking(headersIn(answered)),
      body: contentIn(answered),
    },
    started_at,
    ms: typeof time === 'number' && time > 0 ? time : 0,
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** Names and values in turn; what HTTP/2 writes as headers is none. */
function headersIn({ headers }: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(headers)) return []
  return headers.flatMap((header: unknown) => {
    const { name, value } = fieldsOf(header)
    return typeof name === 'string' && !name.startsWith(':') ? [name, String(value)] : []
  })
}

const withoutPacking = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== 'content-encoding')

/** What was sent; null where it was, and was not recorded. */
function sentIn(request: Readonly<Record<string, unknown>>): Buffer | null {
  const { text } = fieldsOf(request['postData'])
  if (typeof text === 'string') return Buffer.from(text)
  return typeof request['bodySize'] === 'number' && request['bodySize'] > 0 ? null : Buffer.alloc(0)
}

/** What was answered; null where it was more than nothing, and was not recorded. */
function contentIn(response: Readonly<Record<string, unknown>>): Buffer | null {
  const { text, encoding, size } = fieldsOf(response['content'])
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  const isBare = response['status'] === 204 || response['status'] === 304
  return typeof size === 'number' && size > 0 && !isBare ? null : Buffer.alloc(0)
}

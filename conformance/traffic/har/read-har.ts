import { readFileSync } from 'node:fs'
import { UsageError } from '../../../schemas/command-line/usage-error.ts'
import { whyUnread } from '../../../schemas/thrown.ts'
import { isObject } from '../../server/client/exchange.ts'
import { valuesOf, type Recorded } from '../recorded.ts'

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
function headersIn({ headers }: Message): string[] {
  if (!Array.isArray(headers)) return []
  return headers.flatMap((header: unknown) => {
    const { name, value } = fieldsOf(header)
    return typeof name === 'string' && !name.startsWith(':') ? [name, String(value)] : []
  })
}

const withoutPacking = (raw: readonly string[]): string[] =>
  raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== 'content-encoding')

type Message = Readonly<Record<string, unknown>>

/** What was sent; null where it was not recorded, or may not have been: a size of -1 says that nothing is known. */
function sentIn(request: Message): Buffer | null {
  const { postData, bodySize, method } = request
  const { text } = fieldsOf(postData)
  if (typeof text === 'string') return Buffer.from(text)
  const length = lengthIn(request)
  const isBodiless = postData === undefined && /^(get|head|delete)$/i.test(String(method)) && length === null
  const isKnown = bodySize === 0 || length === 0 || (isBodiless && !isPositive(bodySize))
  return isKnown && !isPositive(length) ? Buffer.alloc(0) : null
}

/** What was answered; null where it was not recorded, or may not have been: a HAR may leave any content out. */
function contentIn(response: Message): Buffer | null {
  const { text, encoding, size } = fieldsOf(response['content'])
  if (typeof text === 'string') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  const isBare = response['status'] === 204 || response['status'] === 304
  const length = lengthIn(response)
  const isKnown = isBare || ((size === 0 || length === 0) && !isPositive(length))
  return isKnown ? Buffer.alloc(0) : null
}

/** What Content-Length says, null where it says nothing. */
function lengthIn(message: Message): number | null {
  const [length] = valuesOf(headersIn(message), 'content-length')
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null
}

const isPositive = (size: unknown): boolean => typeof size === 'number' && size > 0

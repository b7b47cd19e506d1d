import type { Target } from '../target.ts'
import type { KeyName, SentRequest } from './exchange.ts'

/** What a call sends. Text given raw is sent as it is. */
export interface Call {
  /** Path parameters by name. */
  params?: Record<string, string | number>
  /** Path parameters are sent as they are, percent signs and all. */
  raw_params?: boolean
  /** A query by name; an array repeats the parameter; undefined leaves it out. */
  query?: Record<string, unknown>
  /** A raw query string instead of `query`. */
  raw_query?: string
  /** A JSON body. */
  body?: unknown
  /** A raw body instead of `body`; as bytes where it is no text. */
  raw_body?: string | Uint8Array
  /** Whose key is sent: the store's unless told otherwise. */
  key?: KeyName
  /** The text of the key when `key` is `bad`. */
  token?: string
  /** How the header of the key is spelled. */
  key_header?: string
  headers?: Record<string, string>
  /** Pass a rate-limited answer on instead of waiting it out. */
  keep_rate_limited?: boolean
  /** The request is malformed on purpose: its refusal may look otherwise than the API's own errors. */
  odd?: boolean
}

/** The request that a call becomes. */
export function requestOf(target: Target, method: string, path: string, call: Call): SentRequest {
  return {
    method,
    url: target.base_url + filled(path, call) + queryString(call),
    headers: headersOf(target, call),
    ...bodyOf(call),
  }
}

function bodyOf({ body, raw_body }: Call): Pick<SentRequest, 'body' | 'bytes'> {
  if (raw_body instanceof Uint8Array) return { body: Buffer.from(raw_body).toString(), bytes: raw_body }
  return { body: raw_body ?? (body === undefined ? null : JSON.stringify(body)) }
}

function headersOf(target: Target, call: Call): Record<string, string> {
  const token = call.key === 'bad' ? call.token : tokenOf(target, call.key ?? 'api')
  return {
    accept: 'application/json',
    ...(token !== undefined && { [call.key_header ?? 'x-auth-token']: token }),
    ...((call.body !== undefined || call.raw_body !== undefined) && { 'content-type': 'application/json' }),
    ...call.headers,
  }
}

/** The text of a key, where the target has it. */
export function tokenOf(target: Target, key: KeyName): string | undefined {
  const keys: Partial<Record<KeyName, string | null>> = {
    api: target.api_key,
    other_store: target.other_store_api_key,
    free_plan: target.free_plan_api_key,
    rate_limited: target.rate_limited_api_key,
  }
  return keys[key] ?? undefined
}

/** Half a surrogate pair, as a server may have sent it, has no place in a URL. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))

function filled(path: string, { params = {}, raw_params = false }: Call): string {
  const written = (value: string) => (raw_params ? value : encoded(value))
  return path.replace(/\{(\w+)\}/g, (_, name: string) => written(String(params[name] ?? '')))
}

function queryString({ query, raw_query }: Call): string {
  if (raw_query !== undefined) return `?${raw_query}`
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  const given = pairs.filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${given.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&')}`
}

/** @import { Seen } from '../../../schemas/types.ts' */
import { send } from './admin-api.js'
import { live } from './live.js'

/** Headers that a browser or curl sends by itself, or that belong to the one connection. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
  'user-agent',
])

/** Of what is left a browser lets a page send these alone as they are. */
const isSendable = (/** @type {string} */ name) =>
  !/^(sec-|origin$|referer$|accept-language$|cookie$|expect$)/.test(name)

/**
 * Why a request cannot be sent again; null where it can.
 * @param {Seen} request
 */
export function unrepeatable({ truncated, operation, headers, store }) {
  if (truncated) return 'The mock does not have all of its body.'
  if (operation === 'download') return 'The signature of its URL is not shown.'
  if (headers['x-auth-token'] !== undefined && store === null)
    return 'Its key is not shown, and is of no store here.'
  return null
}

/**
 * Path and query, as they were asked for.
 * @param {Seen} request
 */
export function urlOf({ path, query }) {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? path : `${path}?${search}`
}

/** @param {Seen} request */
function headersOf({ headers, store }) {
  const key = store === null ? undefined : live.storeNamed(store)?.api_key
  const sent = Object.entries(headers).filter(([name]) => !OWN.has(name) && isSendable(name))
  return Object.fromEntries(
    sent.map(([name, value]) => [name, name === 'x-auth-token' ? (key ?? value) : value]),
  )
}

/** @param {Seen['body']} body */
const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body))

/**
 * Sends it again, as it was.
 * @param {Seen} request
 */
export function sendAgain(request) {
  const { method, body } = request
  const hasBody = body !== null && method !== 'GET' && method !== 'HEAD'
  return send(urlOf(request), { method, headers: headersOf(request), ...(hasBody && { body: textOf(body) }) })
}

/**
 * The request as a command for a shell, with the key of its store.
 * @param {Seen} request
 */
export function curlOf(request) {
  const { method, body } = request
  const headers = Object.entries(headersOf(request)).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  const parts = [
    'curl -sS -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers,
    ...(body === null ? [] : [`--data-binary ${quoted(textOf(body))}`]),
    quoted(location.origin + urlOf(request)),
  ]
  return parts.join(' \\\n  ')
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`

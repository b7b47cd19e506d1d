import { isObject } from '../exchange.ts'
import type { Call } from '../call.ts'
import type { ApiRequest } from './outgoing.ts'

/** Longest text that a person would type into a search field. */
const LONGEST_TEXT = 200

/** Parts of texts that attack a server or trip its parser, as a firewall looks for them. */
const INJECTIONS: readonly RegExp[] = [
  /[\p{Cc}\p{Cs}\u200b\u202a-\u202e\u2066-\u2069\ufeff]/u,
  /<\/?\w|&#|javascript:/i,
  /['"].*(--|=|\bor\b)|\b(drop|union|select|insert|delete)\b.*\b(table|select|from|into)\b/i,
  /\.\.[/\\]|\/etc\/|\\\\/i,
  /\$\{|\{\{.*[*(].*\}\}|<%|%00|%0d|%0a/i,
  /__proto__|^constructor$/,
]

/** True if a text looks like one that a person types: short, without control characters and code. */
export const isPlainText = (text: string): boolean =>
  text.length <= LONGEST_TEXT && !INJECTIONS.some((pattern) => pattern.test(text))

const INTEGERS: ReadonlySet<string> = new Set(['page', 'per_page', 'template_id'])
const DATES: ReadonlySet<string> = new Set(['created_at_min', 'created_at_max'])
const BOOLEANS: ReadonlySet<string> = new Set(['packing_slip'])

/** True if a query parameter has the form of its type in the contract. */
function isWellFormedParameter(name: string, value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value) || isObject(value)) return false
  const text = String(value)
  if (INTEGERS.has(name)) return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))
  if (DATES.has(name)) return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)
  if (BOOLEANS.has(name)) return /^(true|false)$/.test(text)
  return isPlainText(text)
}

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text >= '1000'
}

/** True if a path parameter is a whole number or consists of the characters of slugs. */
const isWellFormedSegment = (value: string | number): boolean => /^[\w-]{1,64}$/.test(String(value))

/** Texts that a JSON body holds, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]) : []
}

/** Longest text of a JSON body that an ordinary client sends. */
const LONGEST_BODY_TEXT = 2000

/** True if a text of a JSON body is one that an ordinary client sends. */
export const isPlainBodyText = (text: string): boolean =>
  text.length <= LONGEST_BODY_TEXT &&
  !INJECTIONS.some((pattern) => pattern.test(text.replaceAll(/[\t\r\n]/g, ' ')))

/** Headers that every client sends. */
const PLAIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'x-auth-token',
])

const hasPlainHeaders = ({ headers = {} }: Call): boolean =>
  Object.entries(headers).every(
    ([name, value]) => PLAIN_HEADERS.has(name.toLowerCase()) && isPlainText(value),
  )

/**
 * True if a request is one that a careful client may send: each value has its type's form, and no text is code.
 * @param known values that the server itself showed, such as email templates, which may be written as they are
 */
export function isWellFormed({ call }: ApiRequest, known: readonly unknown[] = []): boolean {
  if (call.odd || call.raw_params || call.raw_query !== undefined || call.raw_body !== undefined) return false
  return (
    Object.entries(call.query ?? {}).every(([name, value]) => isWellFormedParameter(name, value)) &&
    Object.values(call.params ?? {}).every(isWellFormedSegment) &&
    textsIn(call.body).every((text) => isPlainBodyText(text) || known.includes(text)) &&
    hasPlainHeaders(call)
  )
}

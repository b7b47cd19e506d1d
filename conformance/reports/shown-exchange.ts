import { isSecretHeader } from '../../schemas/printing/secrets.ts'
import type { ReportExchange } from '../../schemas/types.ts'
import { curl } from '../server/client/curl.ts'
import type { Exchange, SentRequest } from '../server/client/exchange.ts'
import { keyPieces } from '../server/client/key-pieces.ts'
import type { masker } from '../server/client/mask.ts'
import type { Target } from '../server/target.ts'

export type Mask = ReturnType<typeof masker>

/** The request as a line for bash, nothing secret in it. */
export const shownCurl = (request: SentRequest, target: Target, mask: Mask): string =>
  curl(maskedRequest(request, mask), target)

/** Before it is quoted for a shell, which may take a secret apart. The key itself becomes a variable there. */
function maskedRequest({ method, url, headers, body }: SentRequest, mask: Mask): SentRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    name.toLowerCase() === 'x-auth-token' ? value : mask(value),
  ])
  return { method, url: mask(url), headers: Object.fromEntries(shown), body: body && mask(body) }
}

/** A value that the end of a shown body cuts off is masked before it is cut; a longer one is not personal. */
const LONGEST_VALUE = 1_000

/**
 * An exchange as reports show it, but for what `maskedWithin` hides.
 * @param length characters of the answer's body
 * @param mask applied to the body before it is cut
 */
export function shownExchange(
  { request, response, ms }: Exchange,
  target: Target,
  length: number,
  mask: Mask = (text) => text,
): ReportExchange {
  const { method, url, body } = request
  return {
    request: { method, url, headers: shownHeaders(request.headers, target), body },
    response: {
      status: response.status,
      headers: shownHeaders(response.headers, target),
      body: shortened(response.text, length, mask),
      ms: Math.round(ms * 10) / 10,
    },
  }
}

function shownHeaders(headers: Record<string, string>, target: Target): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, shownHeader(name, value, target)]),
  )
}

function shownHeader(name: string, value: string, target: Target): string {
  if (name.toLowerCase() === 'x-auth-token')
    return keyPieces(value, target)
      .map((piece) => ('text' in piece ? piece.text : piece.variable))
      .join('')
  return isSecretHeader(name) && value !== '' ? '***' : value
}

function shortened(text: string, length: number, mask: Mask): string {
  if (text.length <= length) return mask(text)
  return `${mask(text.slice(0, length + LONGEST_VALUE)).slice(0, length)}… (${text.length} characters)`
}

/** The same value with nothing secret in any of its texts. */
export function maskedWithin<T>(value: T, mask: Mask): T
export function maskedWithin(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item: unknown) => maskedWithin(item, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [mask(name), maskedWithin(item, mask)]),
  )
}

import type { Exchange } from '../../server/client/exchange.ts'
import { watcher } from '../check.ts'

/**
 * http.json: what has a body is JSON, and says so. Left alone are paths that the service does not have, those whose
 * percent-encoding is broken among them: they may be refused before the API is reached.
 */
export const json = watcher(['http.json'], {
  name: 'every answer is JSON',
  *watch(exchange) {
    const { json: body, headers, status } = exchange.response
    if (exchange.operation === null || status === 204) return
    const type = headers['content-type'] ?? ''
    const ok = body !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(type.trim())
    if (ok) return yield { clause: 'http.json', finding: null }
    const { text } = exchange.response
    if (text === '' || isBroken(exchange)) return
    const got =
      body === undefined
        ? `${type || 'no Content-Type'}, and no JSON: ${text.slice(0, 200)}`
        : type || 'no Content-Type'
    const finding = {
      expected: 'a JSON body with the content type application/json',
      got,
      exchanges: [exchange],
    }
    yield { clause: 'http.json', finding }
  },
})

function isBroken({ request }: Exchange): boolean {
  try {
    decodeURIComponent(new URL(request.url).pathname)
    // An encoded slash, backslash, NUL or dot segment: servers decode it first, and have no such path then.
    return /%2f|%5c|%00|\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(request.url.replace(/\?.*/s, ''))
  } catch {
    return true
  }
}

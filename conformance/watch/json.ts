import type { Watcher } from '../check.ts'

/** http.json: what has a body is JSON, and says so. Paths that the service does not have are left alone. */
export const json: Watcher = {
  name: 'every answer is JSON',
  clauses: ['http.json'],
  *watch(exchange) {
    const { text, json: body, headers, status } = exchange.response
    if (exchange.operation === null || text === '' || status === 204) return
    const type = headers['content-type'] ?? ''
    const ok = body !== undefined && /^application\/(?:[\w.-]+\+)?json\b/i.test(type.trim())
    const got =
      body === undefined
        ? `${type || 'no Content-Type'}, and no JSON: ${text.slice(0, 200)}`
        : type || 'no Content-Type'
    const finding = {
      expected: 'a JSON body with the content type application/json',
      got,
      exchanges: [exchange],
    }
    yield { clause: 'http.json', finding: ok ? null : finding }
  },
}

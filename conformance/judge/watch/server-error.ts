import { watcher } from '../check.ts'

/** http.no-server-error: no 5xx, but for a rate-limited answer that the server gives such a status. */
export const serverError = watcher(['http.no-server-error'], {
  name: 'no answer is a server error',
  *watch(exchange, { client }) {
    const { status } = exchange.response
    if (status < 500) return yield { clause: 'http.no-server-error', finding: null }
    if (client.isRateLimited(exchange)) return
    const got = `${status} ${exchange.response.text.slice(0, 200)}`
    const finding = { expected: 'a status below 500', got, exchanges: [exchange] }
    yield { clause: 'http.no-server-error', finding }
  },
})

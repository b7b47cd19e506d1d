import type { Exchange } from './exchange.ts'
import { isPage } from './page.ts'

/** Statuses by which a gateway reports that the service did not answer; 520 to 527 are Cloudflare's. */
const NO_SERVICE = /^(50[234]|52[0-7])$/

/** Statuses by which a gateway refuses access. */
const NO_ACCESS = /^(401|403|407|511)$/

/** Refusals of one request after which a service that answers everything else is taken for their author. */
const OWN_AFTER = 3

/** Refusals of one kind of request since it was served last. */
interface Refusals {
  count: number
  since: number
}

/** Distinguishes the answers of gateways from those of the service behind them. */
export class Gateway {
  readonly #patience_ms: number
  readonly #refusals = new Map<string, Refusals>()
  /** Answers that look like a gateway's and are the service's own. */
  readonly #own = new Set<string>()
  /** Statuses of the JSON answers to keys that no store owns. */
  readonly #strangerStatuses = new Set<number>()
  /** Pages by which a gateway refused a good key, or one request too many. */
  readonly #pages = new Set<string>()
  #hasChallenge = false
  #served_at = Number.NEGATIVE_INFINITY
  #down_since: number | null = null

  constructor(patience_ms: number) {
    this.#patience_ms = patience_ms
  }

  /** True for an answer that a gateway may have given instead of the service. */
  isAuthor(exchange: Exchange, keepsRateLimited = false): boolean {
    if (refusesAccess(exchange)) return this.#isForeignRefusal(exchange)
    if (!NO_SERVICE.test(String(exchange.response.status))) return false
    // The service may report its own rate limit by a 503.
    return !keepsRateLimited || isPage(exchange)
  }

  /** True if the service is known to answer so itself. */
  isOwn(exchange: Exchange): boolean {
    return this.#own.has(signatureOf(exchange))
  }

  /** True if the same request was refused for all of patience, while the service answered others. */
  isLasting(exchange: Exchange): boolean {
    return kindsOf(exchange).some((kind) => {
      const { count = 0, since = Date.now() } = this.#refusals.get(kind) ?? {}
      return count >= OWN_AFTER && Date.now() - since >= this.#patience_ms && this.#served_at > since
    })
  }

  /** True if the same request was refused before, and none like it was served since. */
  isRepeated(exchange: Exchange): boolean {
    return kindsOf(exchange).some((kind) => (this.#refusals.get(kind)?.count ?? 0) > 1)
  }

  takeAsOwn(exchange: Exchange): void {
    this.#own.add(signatureOf(exchange))
  }

  get hasServed(): boolean {
    return this.#served_at > Number.NEGATIVE_INFINITY
  }

  /** True if the service answered any request after that time, in milliseconds since 1970. */
  hasServedSince(time: number): boolean {
    return this.#served_at > time
  }

  /** Start of the current outage, in milliseconds since 1970; null while the service answers. */
  get down_since(): number | null {
    return this.#down_since
  }

  served(exchange: Exchange): void {
    this.#served_at = Date.now()
    this.#down_since = null
    for (const kind of kindsOf(exchange)) this.#refusals.delete(kind)
    if (isOfStore(exchange) || exchange.response.status < 400) return
    this.#hasChallenge ||= challengeOf(exchange) !== undefined
    if (exchange.response.json !== undefined) this.#strangerStatuses.add(exchange.response.status)
  }

  refused(exchange: Exchange): void {
    this.#down_since ??= exchange.started_at
    this.remember(exchange)
    for (const kind of kindsOf(exchange)) {
      const { count, since } = this.#refusals.get(kind) ?? { count: 0, since: exchange.started_at }
      this.#refusals.set(kind, { count: count + 1, since })
    }
  }

  /** Remembers a gateway's page, so that it is recognized where the service's own refusal is expected. */
  remember(exchange: Exchange): void {
    if (isPage(exchange)) this.#pages.add(withoutNumbers(exchange.response.text))
  }

  isKnownPage(exchange: Exchange): boolean {
    return isPage(exchange) && this.#pages.has(withoutNumbers(exchange.response.text))
  }

  /** The service refuses keys that no store owns itself, by a status that is known once one was sent. */
  #isForeignRefusal(exchange: Exchange): boolean {
    const { operation, response } = exchange
    if (operation === null) return false
    if (isOfStore(exchange)) return isPage(exchange) || this.#isForeignChallenge(exchange)
    const statuses = this.#strangerStatuses
    if (!isPage(exchange) || statuses.size === 0) return false
    return !statuses.has(response.status) || this.isKnownPage(exchange) || this.#isForeignChallenge(exchange)
  }

  #isForeignChallenge(exchange: Exchange): boolean {
    return !this.#hasChallenge && challengeOf(exchange) !== undefined
  }
}

/** True for a status by which a gateway refuses access, rather than reports an outage. */
export const refusesAccess = ({ response }: Exchange): boolean => NO_ACCESS.test(String(response.status))

export const challengeOf = ({ response }: Exchange): string | undefined =>
  response.headers['www-authenticate'] ?? response.headers['proxy-authenticate']

/** True if the request carried the key of a store that may use the API. */
const isOfStore = ({ key }: Exchange): boolean => !['none', 'bad', 'free_plan'].includes(key)

/** Ids, times and markers differ between two answers, or two requests, of one kind. */
const withoutNumbers = (text: string): string => text.replaceAll(/[\da-f]*\d[\da-z]*/gi, '0').slice(0, 2000)

const signatureOf = ({ operation, request, response }: Exchange): string =>
  `${operation ?? request.method} ${response.status} ${withoutNumbers(response.text)}`

/** The same request, and requests that differ in ids and markers alone. */
function kindsOf({ operation, request: { method, url, body } }: Exchange): string[] {
  const sent = withoutNumbers(body ?? '')
  const isRead = method === 'GET'
  return [`${method} ${url} ${sent}`, ...(isRead ? [] : [`${operation ?? url} ${sent}`])]
}

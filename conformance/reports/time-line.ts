import { match } from '../../schemas/match.ts'
import type { OperationId } from '../../schemas/operations.ts'
import type { ReportCounterexample, ReportExchange } from '../../schemas/types.ts'
import { shownOnce } from './shown-once.ts'

/** When a request of a race was under way, in milliseconds since the first of them was sent. */
export interface Span {
  /** That of the exchange as it is shown once. */
  number: number
  /** Its operation, or method and address. */
  label: string
  from: number
  to: number
  status: number
}

/** The requests of a counterexample that met another, one of the two a write; none where each waited for the one before. */
export function timeLine(found: ReportCounterexample, target: string): Span[] {
  const all = shownOnce(found).flatMap(({ number, places }) =>
    found.exchanges
      .filter((_, place) => places.includes(place))
      .map((exchange) => ({ number, exchange, label: labelOf(exchange.request, target) })),
  )
  const met = all.filter((one) => all.some((other) => other !== one && raced(one.exchange, other.exchange)))
  const begin = Math.min(...met.map(({ exchange }) => sentAt(exchange)))
  return met
    .map(({ number, label, exchange }) => ({
      number,
      label,
      from: sentAt(exchange) - begin,
      to: answeredAt(exchange) - begin,
      status: exchange.response.status,
    }))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
}

const sentAt = ({ after_ms = 0 }: ReportExchange) => after_ms
const answeredAt = (exchange: ReportExchange) => sentAt(exchange) + exchange.response.ms

/** Beginnings are whole milliseconds, so that one request after the other may seem to meet by less than one. */
function raced(one: ReportExchange, other: ReportExchange): boolean {
  if (one.request.method === 'GET' && other.request.method === 'GET') return false
  return Math.min(answeredAt(one), answeredAt(other)) - Math.max(sentAt(one), sentAt(other)) >= 1
}

const labelOf = (request: ReportExchange['request'], target: string) =>
  operationOf(request, target) ?? `${request.method} ${request.url}`

/** The operation that a request of a report called. */
export function operationOf(
  { method, url }: ReportExchange['request'],
  target: string,
): OperationId | undefined {
  if (!url.startsWith(target)) return undefined
  return match(method, url.slice(target.length).replace(/[?#].*$/, ''))?.operation
}

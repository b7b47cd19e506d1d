import type { ErrorKind } from '../../../schemas/operations.ts'
import { keysOf } from '../../../schemas/tables.ts'
import { isObject, member, type Exchange } from '../client/exchange.ts'

/** Statuses that a kind may have where nothing was learned of it yet (HTTP's own usage and §7). */
const USUAL: Record<ErrorKind, readonly number[]> = {
  unauthorized: [401, 403],
  forbidden: [403],
  'not-found': [404, 410],
  unprocessable: [422, 400],
  'rate-limited': [429, 503],
  conflict: [409, 423],
}

interface Learned {
  status: number
  /** Whether the bodies seen carry an `errors` object, which only unprocessable must have. */
  has_errors: boolean
  evidence: Exchange
}

/**
 * The server's error kinds, learned from it: the specification numbers none but the 403 (§7), so status and body
 * together tell one kind from another.
 */
export class Kinds {
  readonly #learned = new Map<ErrorKind, Learned>()

  /** Learns a kind from answers that should all be of it: the most frequent error status wins. */
  learn(kind: ErrorKind, answers: readonly Exchange[]): void {
    const errors = answers.filter(
      ({ response }) => response.status >= 400 && (response.status < 500 || kind === 'rate-limited'),
    )
    const evidence = mostFrequent(kind, errors)
    if (evidence)
      this.#learned.set(kind, { status: evidence.response.status, has_errors: hasErrors(evidence), evidence })
  }

  learned(kind: ErrorKind): Learned | undefined {
    return this.#learned.get(kind)
  }

  /** Whether an answer can be the error of that kind. */
  is(kind: ErrorKind, exchange: Exchange): boolean {
    if (exchange.response.status < 400) return false
    const kinds = this.#kindsOf(exchange.response.status)
    if (!kinds.includes(kind)) return false
    return kinds.length === 1 || this.#bodyFits(kind, exchange, kinds)
  }

  /** For messages: `the not-found error (404)`. */
  name(kind: ErrorKind): string {
    const status = this.#learned.get(kind)?.status ?? USUAL[kind].join(' or ')
    return `the ${kind} error (${status})`
  }

  #kindsOf(status: number): ErrorKind[] {
    const kinds = keysOf(USUAL)
    const learned = kinds.filter((kind) => this.#learned.get(kind)?.status === status)
    const usual = kinds.filter((kind) => USUAL[kind].includes(status))
    // One status per kind is a `should`: a usual status that no other kind was seen with still counts.
    return learned.length > 0
      ? [...new Set([...learned, ...usual.filter((kind) => !this.#learned.has(kind))])]
      : usual
  }

  #bodyFits(kind: ErrorKind, exchange: Exchange, kinds: readonly ErrorKind[]): boolean {
    const others = kinds.filter((other) => other !== kind)
    if (kind === 'unprocessable')
      return hasErrors(exchange) || !others.some((other) => this.#learned.has(other))
    if (!kinds.includes('unprocessable') || !hasErrors(exchange)) return true
    return this.#learned.get(kind)?.has_errors ?? kind === 'conflict'
  }
}

const hasErrors = (exchange: Exchange) => isObject(member(exchange, 'errors'))

/** The first answer of the status that most have; of two that as many have, the one more usual for the kind. */
function mostFrequent(kind: ErrorKind, answers: readonly Exchange[]): Exchange | undefined {
  const counts = new Map<number, number>()
  const count = ({ response }: Exchange) => counts.get(response.status) ?? 0
  for (const answer of answers) counts.set(answer.response.status, count(answer) + 1)
  let best: Exchange | undefined
  for (const answer of answers) {
    const more = best ? count(answer) - count(best) : 1
    if (more > 0 || (more === 0 && best && rank(kind, answer) < rank(kind, best))) best = answer
  }
  return best
}

const rank = (kind: ErrorKind, { response }: Exchange) => {
  const place = USUAL[kind].indexOf(response.status)
  return place < 0 ? USUAL[kind].length : place
}

import { always, only } from './answers.ts'
import type { Behaviour, Visit } from './hostile-server.ts'

// Gateways in front of a correct server.

const page = (status: number): string => `<html><body><h1>${status}</h1></body></html>`

/** Answers with a page of its own. */
export const answersPage = (status: number, headers: Record<string, string> = {}): Behaviour =>
  always(status, { 'content-type': 'text/html', ...headers }, page(status))

/** Has no server for some time, from a request on. */
export function isDown(from: number, ms: number): (visit: Visit) => boolean {
  let since: number | null = null
  return ({ n }) => {
    if (n < from) return false
    since ??= Date.now()
    return Date.now() - since < ms
  }
}

/** Refuses requests beyond a rate, and a burst. */
export function isTooFast(rps: number, burst: number): () => boolean {
  let [tokens, last] = [burst, Date.now()]
  return () => {
    tokens = Math.min(burst, tokens + ((Date.now() - last) / 1000) * rps)
    last = Date.now()
    if (tokens < 1) return true
    tokens--
    return false
  }
}

interface Limit {
  behaviour: Behaviour
  refused(): number
  /** Requests that were sent before the announced end. */
  refusedEarly(): number
}

/** Refuses requests beyond so many in a window, and announces its end. */
export function limits(most: number, window_ms: number): Limit {
  let [served, ends, announced, refused, early] = [0, 0, 0, 0, 0]
  const behaviour = only(
    () => {
      if (Date.now() >= ends) [served, ends] = [0, Date.now() + window_ms]
      return ++served > most
    },
    async (visit) => {
      refused++
      if (Date.now() < announced) early++
      announced = ends
      const seconds = Math.ceil((ends - Date.now()) / 1000)
      await answersPage(429, { 'retry-after': String(seconds) })(visit)
    },
  )
  return { behaviour, refused: () => refused, refusedEarly: () => early }
}

/** Texts that firewalls take for an attack. */
export const isHostile = ({ path, sent }: Visit): boolean =>
  /drop(%20| )table|<script|%3cscript|etc(%2f|\/)passwd/i.test(path + sent)

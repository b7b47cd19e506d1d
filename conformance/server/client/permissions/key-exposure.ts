import type { Target } from '../../target.ts'
import type { Outgoing } from './outgoing.ts'

/** A shorter key is too likely to occur in other text by chance. */
const SHORTEST_KEY = 8

const keysOf = (target: Target): string[] =>
  [target.api_key, target.other_store_api_key, target.free_plan_api_key, target.rate_limited_api_key].filter(
    (key): key is string => key !== null && key.length >= SHORTEST_KEY,
  )

/**
 * True if a request carries a real key outside of X-Auth-Token, or sends it to another origin than the API's. The
 * headers of a hook are the target's own.
 */
export function carriesKeyElsewhere({ to, request }: Outgoing, target: Target): boolean {
  if (to === 'hook') return false
  const { url, headers, body } = request
  const isApi = new URL(url).origin === new URL(target.base_url).origin
  const others = Object.entries(headers).filter(([name]) => !isApi || name.toLowerCase() !== 'x-auth-token')
  const text = [url, decoded(url), body ?? '', ...others.flat()].join('\n').toLowerCase()
  return keysOf(target).some((key) => text.includes(key.toLowerCase()))
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

import type { Answers } from './answers.ts'
import { Refusal } from './refusal.ts'

/** A fixed window: at most `limit` requests in `windowMs`, counted from its first request on. */
export interface Quota {
  readonly limit: number
  readonly windowMs: number
  startedAt: number
  used: number
  /** The windows of single operations, where each has its own. */
  readonly apart: Map<unknown, Quota>
}

/** The window that an operation counts in. */
export function quotaOf({ quotaOf: whose }: Answers, whole: Quota, operation: unknown): Quota {
  if (whose === 'store') return whole
  const own = whole.apart.get(operation) ?? { ...whole, startedAt: 0, used: 0 }
  whole.apart.set(operation, own)
  return own
}

/** Counts a request, or refuses it. */
export function admit(quota: Quota, now: number): void {
  if (now >= quota.startedAt + quota.windowMs) Object.assign(quota, { startedAt: now, used: 0 })
  if (quota.used >= quota.limit)
    throw new Refusal('rate_limited', {}, quota.startedAt + quota.windowMs - now + 1)
  quota.used += 1
}

const FORMATS: Record<Answers['resetFormat'], (at: number, now: number) => string> = {
  milliseconds: (at) => String(at),
  iso: (at) => new Date(at).toISOString(),
  'seconds left': (at, now) => String(Math.max(0, Math.ceil((at - now) / 1000))),
  'http date': (at) => new Date(Math.ceil(at / 1000) * 1000).toUTCString(),
  seconds: (at) => String(Math.ceil(at / 1000)),
}

/** The headers that tell a store's limit. */
export function rateHeaders(answers: Answers, quota: Quota, now: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(quota.limit - quota.used),
    'X-RateLimit-Reset': FORMATS[answers.resetFormat](quota.startedAt + quota.windowMs, now),
  }
}

import { DEFAULT_DIALECT } from '../../../schemas/dialect.ts'
import type { Observations } from './observations.ts'

/** Concludes something of all answers together; why it cannot, where it cannot. */
export type Conclude = (observations: Observations) => string | null

/** Amounts rule ways out one by one. */
export const concludeMoney: Conclude = (observations) => {
  const { left, evidence } = observations.money
  const [likeliest, ...others] = left
  if (evidence.length === 0) return 'no answer showed an amount'
  if (likeliest === undefined) return 'amounts are written in no one of the known ways'
  observations.observe('format.money', likeliest, ...evidence)
  if (others.length > 0)
    observations.assume(
      'format.money',
      `${others.join(', ')} would look the same: amounts in other currencies would tell`,
    )
  return null
}

/** What no answer had, none has. */
export const concludeExtraFields: Conclude = (observations) => {
  const { listed } = observations
  if (listed === null) return 'no answer showed a record'
  observations.observe('output.extra_fields', 'none', listed)
  return null
}

/** The limit that headers tell. */
export const concludeQuota: Conclude = (observations) => {
  const { limit, window_seconds, least_seconds, evidence } = observations.quota
  if (limit === null)
    return 'the answers to api_key carry no X-RateLimit-Limit: only one that refuses it for its limit would tell'
  const ours = DEFAULT_DIALECT['rate.quota'].window_seconds
  const value = {
    requests: limit,
    window_seconds: window_seconds ?? Math.max(ours, Math.ceil(least_seconds)),
  }
  observations.observe('rate.quota', value, ...evidence)
  if (window_seconds === null)
    observations.assume('rate.quota', 'window_seconds: no window was seen to begin')
  return null
}

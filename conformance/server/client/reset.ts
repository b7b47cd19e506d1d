import type { Dialect } from '../../../schemas/dialect.ts'
import type { Exchange } from './exchange.ts'

type Format = Dialect['rate.reset_format']

/** Which of the usual formats a reset header has (question rate.reset_format). */
export function resetFormat(header: string): Format {
  const number = Number(header)
  if (Number.isNaN(number)) return /^\d{4}-/.test(header) ? 'iso_8601' : 'http_date'
  if (number > 1e11) return 'unix_milliseconds'
  return number > 1e8 ? 'unix_seconds' : 'seconds_left'
}

/** Milliseconds since 1970 between which something is. */
interface Between {
  from: number
  to: number
}

/** Seconds are rounded up to: whoever waits so long is served. */
const SECOND_MS = 1000

/** When the header X-RateLimit-Reset of an answer says that the window ends; null where it says nothing. */
export function resetOf({ response: { headers }, started_at, ms }: Exchange): Between | null {
  const header = headers['x-ratelimit-reset']
  if (header === undefined || header === '') return null
  const format = resetFormat(header)
  if (format === 'seconds_left') {
    const left_ms = Number(header) * SECOND_MS
    return { from: started_at + left_ms - SECOND_MS, to: started_at + ms + left_ms }
  }
  const at = INSTANTS[format](header)
  if (Number.isNaN(at)) return null
  return { from: at - (isWhole(format, header) ? SECOND_MS : 1), to: at }
}

const INSTANTS: Readonly<Record<Exclude<Format, 'seconds_left'>, (header: string) => number>> = {
  unix_seconds: (header) => Number(header) * SECOND_MS,
  unix_milliseconds: Number,
  http_date: Date.parse,
  iso_8601: Date.parse,
}

/** Whether it tells whole seconds alone. */
const isWhole = (format: Format, header: string): boolean =>
  format === 'unix_seconds' || format === 'http_date' || (format === 'iso_8601' && !/[.,]\d/.test(header))

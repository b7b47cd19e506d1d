import type { Law } from '../../judge/law.ts'
import { member, type Exchange } from '../../server/client/exchange.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'
import { resetFormat, resetOf } from '../../server/learn/reset.ts'

/** rate.limited-body and rate.reset-header, of one limited answer at any operation. */
export function judgeLimited(law: Law, exchange: Exchange): void {
  const header = exchange.response.headers['x-ratelimit-reset']
  if (header) law.observe('rate.reset_format', resetFormat(header), exchange)
  const unit = unitOf(exchange)
  if (unit !== null) law.observe('rate.retry_after_unit', unit, exchange)
  law.of('rate.reset-header').judge(header !== undefined && header !== '', {
    expected: 'a header X-RateLimit-Reset',
    got: JSON.stringify(exchange.response.headers),
    exchanges: exchange,
  })
  const fits =
    typeof member(exchange, 'error') === 'string' &&
    Number.isInteger(member(exchange, 'retry_after')) &&
    typeof member(exchange, 'message') === 'string'
  law.of('rate.limited-body').judge(fits, {
    expected: 'error (string), retry_after (integer) and message (string)',
    exchanges: exchange,
  })
}

/** A refusal may be so close to its window's end that what is told is rounded up. */
const LEAST_MS = 500

/** In which unit retry_after says what X-RateLimit-Reset says too; null where they agree in none. */
export function unitOf(exchange: Exchange): AnswerTo<'rate.retry_after_unit'> | null {
  const told = member(exchange, 'retry_after')
  const end = resetOf(exchange)
  if (typeof told !== 'number' || told <= 0 || end === null) return null
  const left_ms = Math.max(LEAST_MS, end.to - exchange.started_at)
  const apart = (ms: number) => Math.abs(Math.log(ms / left_ms))
  if (Math.min(apart(told), apart(told * 1000)) > Math.log(10)) return null
  return apart(told) < apart(told * 1000) ? 'milliseconds' : 'seconds'
}

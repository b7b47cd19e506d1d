import { member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { AnswerTo } from '../../server/learn/answers.ts'

/** rate.limited-body and rate.reset-header, of one limited answer at any operation. */
export function judgeLimited(law: Law, exchange: Exchange): void {
  const header = exchange.response.headers['x-ratelimit-reset']
  if (header) law.observe('rate.reset_format', resetFormat(header), exchange)
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

/** Which of the usual formats a reset header has (question rate.reset_format). */
function resetFormat(header: string): AnswerTo<'rate.reset_format'> {
  const number = Number(header)
  if (Number.isNaN(number)) return /^\d{4}-/.test(header) ? 'iso_8601' : 'http_date'
  if (number > 1e11) return 'unix_milliseconds'
  return number > 1e8 ? 'unix_seconds' : 'seconds_left'
}

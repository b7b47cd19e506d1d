import type { Law } from '../../judge/law.ts'
import { member, type Exchange } from '../../server/client/exchange.ts'
import { resetFormat } from '../../server/client/reset.ts'
import { retryAfterUnit } from '../../server/client/retry-after.ts'

/** rate.limited-body and rate.reset-header, of one limited answer at any operation. */
export function judgeLimited(law: Law, exchange: Exchange): void {
  const header = exchange.response.headers['x-ratelimit-reset']
  if (header) law.observe('rate.reset_format', resetFormat(header), exchange)
  const unit = retryAfterUnit(exchange)
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

import type { Law } from '../judge/law.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'
import { sameValue } from './same-value.ts'

/**
 * Asks for what was `seen` on condition that it is another now: whoever names the version that it has is told that
 * nothing changed only where nothing did. A weak tag may be a time in seconds, which two changes have in common.
 * @param part what an answer shows of what was changed; undefined where it shows nothing of it
 */
export async function judgeOnCondition(
  law: Law,
  seen: Exchange,
  change: Exchange,
  part: (exchange: Exchange) => unknown,
): Promise<void> {
  const { operation, params, query, request } = seen
  const { etag = 'W/' } = seen.response.headers
  if (operation === null || request.method !== 'GET' || etag.startsWith('W/')) return
  if (!isSuccess(seen) || !isSuccess(change)) return
  const ask = () => law.call(operation, { params, query, headers: { 'if-none-match': etag } })
  const answer = await ask()
  if (answer.response.status !== NOT_MODIFIED) return
  const now = await law.call(operation, { params, query })
  const isOther = isSuccess(now) && part(now) !== undefined && !sameValue(part(seen), part(now))
  // Somebody else may have changed it in between, which ends what was told.
  if (!isOther || (await ask()).response.status !== NOT_MODIFIED) return
  throw law.violation({
    message: `${operation}, by who has seen it before`,
    expected: `what is so now, which is another than with the ETag ${etag}`,
    got: 'that it is the same',
    exchanges: [seen, change, answer, now],
  })
}

const NOT_MODIFIED = 304

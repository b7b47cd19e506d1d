import type { Law } from '../judge/law.ts'
import { isSuccess, type Exchange } from '../server/client/exchange.ts'

/**
 * Asks for what was `seen` on condition that it is another now, for which there is reason since `change`: whoever names
 * the version that it has is told that nothing changed only where nothing did.
 */
export async function judgeOnCondition(law: Law, seen: Exchange, change: Exchange): Promise<void> {
  const { operation, params, query, request, response } = seen
  const version = response.headers['etag']
  if (operation === null || request.method !== 'GET' || version === undefined) return
  if (!isSuccess(seen) || !isSuccess(change)) return
  const answer = await law.call(operation, { params, query, headers: { 'if-none-match': version } })
  if (answer.response.status !== NOT_MODIFIED) return
  const now = await law.call(operation, { params, query })
  law.judge(now.response.text === response.text, {
    message: `${operation}, by who has seen it before`,
    expected: `what is so now, which is another than with the ETag ${version}`,
    got: 'that it is the same',
    exchanges: [seen, change, answer, now],
  })
}

const NOT_MODIFIED = 304

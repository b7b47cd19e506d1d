/** @import { Seen } from '../../../schemas/types.ts' */

/** What an outcome means, in a sentence. */
const OUTCOMES = /** @type {Readonly<Record<Seen['answer']['outcome'], string>>} */ ({
  ok: 'It was done as asked.',
  created: 'It was made.',
  existing: 'The order had an invoice already, which was answered as it is.',
  queued: 'It was queued.',
  deleted: 'It was deleted.',
  unauthorized: 'The key is missing, or is of no store.',
  forbidden: 'The store is on the free plan, or the answer was forced.',
  'rate-limited': 'The quota of this window was used up, or the answer was forced.',
  'not-found': 'There is no such thing in this store.',
  unprocessable: 'Something in the request cannot be done as asked: the answer names it.',
  conflict: 'A bulk action of the store is still in progress.',
  download: 'The document was sent.',
  'invalid-link': 'The URL is not one that was signed here, or its time is over on the clock of the store.',
  'no-operation': 'The path lies neither in the API nor at the downloads.',
  fault: 'A fault was played instead of an answer.',
  failed: 'The mock itself failed: what it writes to stderr tells more.',
  unanswered: 'The client had gone before anything was done.',
})

export const ERROR_KINDS = [
  'unauthorized',
  'forbidden',
  'rate-limited',
  'not-found',
  'unprocessable',
  'conflict',
]

/**
 * Why a request was answered so.
 * @param {Pick<Seen, 'answer' | 'headers'>} request
 */
export function reasonOf({ answer, headers }) {
  const forced = headers['x-mock-answer']
  return forced !== undefined && forced === answer.outcome
    ? `The client asked for this answer by X-Mock-Answer: ${forced}.`
    : OUTCOMES[answer.outcome]
}

/**
 * What the next request of its kind can be made to meet: name to what the admin API is told.
 * @param {Seen} request
 * @returns {Record<string, object>}
 */
export function forcible({ answer }) {
  const { status, headers, body } = answer
  const content = headers['content-type']
  const same = ERROR_KINDS.includes(answer.outcome)
    ? { kind: 'answer', error: answer.outcome }
    : {
        kind: 'status',
        status,
        ...(body !== null && { body }),
        ...(content && { headers: { 'content-type': content } }),
      }
  return {
    ...(status !== null && typeof body !== 'number' && typeof body !== 'boolean' && { 'this answer': same }),
    ...Object.fromEntries(ERROR_KINDS.map((error) => [error, { kind: 'answer', error }])),
    '503 from a proxy': { kind: 'status', status: 503, body: 'Service Unavailable' },
    'done, but the answer is lost': { kind: 'lost-answer' },
    'a reset connection': { kind: 'reset' },
    '3 seconds late': { kind: 'latency', ms: 3000 },
    'an answer that is cut off': { kind: 'cut', bytes: 20 },
    garbage: { kind: 'garbage' },
  }
}

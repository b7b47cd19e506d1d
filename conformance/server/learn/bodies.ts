import { isObject, type Exchange } from '../client/exchange.ts'

/** The text that the body of an answer may hold, by the question what that body is. */
const TEXTS = { 'body.forbidden': 'error', 'body.conflict': 'error', 'body.deleted': 'message' } as const

/** What the body of an answer is, where that is an open question. */
export function bodyBy<Key extends keyof typeof TEXTS>(
  question: Key,
  { response: { text, json } }: Exchange,
): 'none' | 'object' | (typeof TEXTS)[Key] {
  if (text === '') return 'none'
  const name = TEXTS[question]
  return isObject(json) && typeof json[name] === 'string' ? name : 'object'
}

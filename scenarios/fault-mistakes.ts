import { shown } from '../schemas/in-words.ts'
import { didYouMean } from '../schemas/nearest.ts'
import { OPERATIONS } from '../schemas/operations.ts'
import type { FaultEffect, FaultInput, FaultWhen } from '../schemas/types.ts'
import type { Mistake } from './mistakes.ts'

/**
 * What the schema of a fault cannot say: what does not fit together, and so would never be played, or not as it is meant.
 * @param stores names of those that there are
 */
export const faultMistakes = (input: FaultInput, stores: readonly string[]): Mistake[] =>
  RULES.flatMap((rule) => rule({ when: input.when ?? {}, fault: input.fault, stores }) ?? [])

interface Judged {
  when: FaultWhen
  fault: FaultEffect
  stores: readonly string[]
}

/** Statuses at which HTTP has no body. */
const BODILESS: readonly number[] = [204, 205, 304]

/** Headers that say how the body is sent, which is how it is sent. */
const MADE_BY_MOCK = ['content-length', 'transfer-encoding']

const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

const RULES: readonly ((judged: Judged) => Mistake | Mistake[] | undefined)[] = [
  ({ when: { store }, stores }) =>
    store === undefined || stores.includes(store)
      ? undefined
      : {
          path: ['when', 'store'],
          says: `must be the name of a store, and is ${shown(store)}; ${didYouMean(store, stores)}`,
        },
  ({ when: { operation, method } }) => {
    if (operation === undefined || operation === 'download' || method === undefined) return undefined
    const right = OPERATIONS[operation].method
    const says = `must be ${right} or left out, as ${operation} has no other`
    return right === method ? undefined : { path: ['when', 'method'], says }
  },
  ({ when: { operation }, fault: { kind } }) =>
    operation === 'download' && kind === 'answer'
      ? {
          path: ['fault', 'kind'],
          says: 'must not be answer: a download has no error kinds; give status or expired',
        }
      : undefined,
  ({ when: { operation = 'download' }, fault: { kind } }) =>
    operation !== 'download' && kind === 'expired'
      ? { path: ['when', 'operation'], says: 'must be download or left out: nothing else expires' }
      : undefined,
  ({ fault }) =>
    'p99' in fault && fault.p99 < fault.p50
      ? { path: ['fault', 'p99'], says: `must be at least p50, which is ${fault.p50}` }
      : undefined,
  ({ fault }) =>
    fault.kind === 'answer' && fault.errors !== undefined && fault.error !== 'unprocessable'
      ? {
          path: ['fault', 'errors'],
          says: 'must be left out: only unprocessable says which fields are wrong',
        }
      : undefined,
  ({ fault }) =>
    fault.kind === 'status' && fault.body !== undefined && BODILESS.includes(fault.status)
      ? { path: ['fault', 'body'], says: `must be left out: status ${fault.status} has none` }
      : undefined,
  ({ fault }) =>
    fault.kind === 'status'
      ? Object.entries(fault.headers ?? {}).flatMap(([name, value]) => headerMistake(name, value))
      : undefined,
]

function headerMistake(name: string, value: string): Mistake[] {
  const path = ['fault', 'headers', name]
  if (MADE_BY_MOCK.includes(name.toLowerCase()))
    return [
      {
        path,
        says: 'must be left out: the mock gives it as it sends the body; a body that ends early is {"kind": "cut"}',
      },
    ]
  if (!HEADER_NAME.test(name)) return [{ path, says: 'is no name of a header' }]
  return HEADER_VALUE.test(value) ? [] : [{ path, says: 'must be one line of Latin-1' }]
}

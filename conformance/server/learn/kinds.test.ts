import { describe, expect, test } from 'vitest'
import type { ErrorKind } from '../../../schemas/operations.ts'
import { exchangeWith } from '../../proof/testing/exchange.ts'
import { Kinds } from './kinds.ts'

const plain = { error: 'No' }
const detailed = { error: 'No', errors: { name: ['is required'] } }

/** Kinds of a server that numbers its errors so. */
function learned(statuses: Partial<Record<ErrorKind, number>>): Kinds {
  const kinds = new Kinds()
  for (const [kind, status] of Object.entries(statuses) as [ErrorKind, number][]) {
    kinds.learn(kind, [exchangeWith(status, kind === 'unprocessable' ? detailed : plain)])
  }
  return kinds
}

describe('a server with usual statuses', () => {
  const kinds = learned({ unauthorized: 401, 'not-found': 404, unprocessable: 422 })
  test.each<[ErrorKind, number, unknown, boolean]>([
    ['unauthorized', 401, plain, true],
    ['unauthorized', 404, plain, false],
    ['unauthorized', 200, plain, false],
    ['not-found', 404, plain, true],
    // One status for each kind is a `should`: a usual status that no other kind has still counts.
    ['not-found', 410, plain, true],
    ['not-found', 422, detailed, false],
    ['unprocessable', 422, detailed, true],
    ['unprocessable', 404, detailed, false],
    ['unprocessable', 500, detailed, false],
    ['conflict', 409, plain, true],
    ['rate-limited', 429, plain, true],
  ])('%s is %s %j: %s', (kind, status, body, is) => {
    expect(kinds.is(kind, exchangeWith(status, body))).toBe(is)
  })
})

describe('a server that gives three kinds one status', () => {
  const kinds = learned({ unauthorized: 400, 'not-found': 400, unprocessable: 400 })
  test.each<[ErrorKind, unknown, boolean]>([
    ['not-found', plain, true],
    ['not-found', detailed, false],
    ['unprocessable', detailed, true],
    ['unprocessable', plain, false],
  ])('tells %s by the body %j: %s', (kind, body, is) => {
    expect(kinds.is(kind, exchangeWith(400, body))).toBe(is)
  })
})

test('one deviating operation is not taken for the rule', () => {
  const kinds = new Kinds()
  kinds.learn(
    'unauthorized',
    [404, 401, 401, 200].map((status) => exchangeWith(status, plain)),
  )
  expect(kinds.learned('unauthorized')?.status).toBe(401)
})

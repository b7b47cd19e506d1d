import { describe, expect, test } from 'vitest'
import type { Coverage, Seen } from '../../../schemas/types.ts'
import { variationNamed } from '../variations/names.ts'
import { differenceOf } from './difference.ts'
import { expectationProblems } from './expectations.ts'
import { shapeOf } from './shape.ts'
import { isTouched } from './touched.ts'

test.each([
  [{ expectations: [{ variation: 'status.created=200', reason: '', expires: '2026-12-31' }] }, 'reason'],
  [{ expectations: [{ variation: 'status.created=200', reason: 'a', expires: 'soon' }] }, 'expires'],
  [{ expectations: [{ variation: 'create=200', reason: 'a', expires: '2026-12-31' }] }, 'no question'],
  [{ expectation: [] }, 'did you mean expectations?'],
  [null, 'object'],
])('%j is told: %s', (content, told) => {
  expect(expectationProblems(content).join('; ')).toContain(told)
})

describe('the shape of an answer', () => {
  test.each([
    ['10.00', '10.000'],
    ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00.000Z'],
    ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.000+05:30'],
    ['d1f0c8a0-1111-4111-8111-111111111111', 'D1F0C8A0-1111-4111-8111-111111111111'],
    ['1767261600', '1767261600000'],
    ['Germany', 'DE'],
    [2 ** 31 - 1, 2 ** 31],
    [{ a: 1 }, { a: 1, b: 1 }],
    [[], [1]],
    [null, ''],
  ])('%j is another than that of %j', (one, other) => expect(shapeOf(one)).not.toBe(shapeOf(other)))

  test.each([
    ['10.00', '9999.99'],
    ['2026-01-01T10:00:00Z', '1999-12-31T23:59:59Z'],
    ['d1f0c8a0-1111-4111-8111-111111111111', 'aaaaaaaa-2222-4222-8222-222222222222'],
    ['Germany', 'France'],
    [1, 2],
    [
      [1, 'a', 1],
      ['b', 2],
    ],
  ])('%j is that of %j', (one, other) => expect(shapeOf(one)).toBe(shapeOf(other)))
})

/** A request as the journal shows it, of which only this matters. */
const seen = (
  operation: string,
  status: number,
  body: Seen['answer']['body'],
  more: Partial<Seen> = {},
): Seen => ({
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  store: 'rich',
  operation,
  method: 'GET',
  path: '/',
  query: {},
  headers: {},
  body: null,
  ms: 1,
  fault: null,
  answer: { status, outcome: 'ok', headers: {}, body },
  questions: [],
  violations: [],
  ...more,
})

const list = (total: number, number = 'INV-1') => ({ meta: { total }, invoices: [{ id: 1, number }] })

const NOTHING = () => false
const isOfList = ({ operation }: Seen) => operation === 'listInvoices'

describe('the first answer that differs', () => {
  const before = [seen('createInvoice', 201, { id: 7, total: '1.00' }), seen('listInvoices', 200, list(3))]

  test.each<[string, Seen[], object | null]>([
    [
      'is none where all is alike but ids and times',
      [seen('createInvoice', 201, { id: 9, total: '1.00' })],
      null,
    ],
    [
      'is told by its status',
      [seen('createInvoice', 200, { id: 9, total: '1.00' })],
      { path: 'status', first: 201, now: 200 },
    ],
    [
      'is one of another shape before one of other content',
      [seen('listInvoices', 200, list(4)), seen('createInvoice', 201, { id: 7, total: '1.000' })],
      { path: 'body.total', first: '1.00', now: '1.000' },
    ],
    [
      'is one of other content',
      [seen('listInvoices', 200, list(4))],
      { path: 'body.meta.total', first: 3, now: 4 },
    ],
    [
      'is one of another status before one of other headers',
      [
        seen('listInvoices', 200, list(3), {
          answer: { status: 200, outcome: 'ok', headers: { 'retry-after': '1' }, body: list(3) },
        }),
        seen('createInvoice', 200, { id: 7, total: '1.00' }),
      ],
      { path: 'status', first: 201, now: 200 },
    ],
    [
      'is in a list where it stands',
      [seen('listInvoices', 200, list(3, 'INV-2'))],
      { path: 'body.invoices.0.number', first: 'INV-1', now: 'INV-2' },
    ],
  ])('%s', (_, now, at) => {
    expect(differenceOf(before, { requests: now, faults: [] }, NOTHING)?.at ?? null).toEqual(at)
  })

  test('is rather one that the variation is about', () => {
    const now = [seen('createInvoice', 201, { id: 7, total: '2.00' }), seen('listInvoices', 200, list(4))]
    expect(differenceOf(before, { requests: now, faults: [] }, isOfList)?.at).toMatchObject({
      path: 'body.meta.total',
    })
  })

  test('may be one on which a fault was played, one that depended on the question, or one that did not come before', () => {
    const alike = seen('listInvoices', 200, list(3))
    const hit = {
      ...alike,
      fault: 'fault-1',
      answer: { status: null, outcome: 'ok', headers: {}, body: null } as const,
    }
    expect(differenceOf(before, { requests: [hit], faults: [] }, NOTHING)).toMatchObject({
      now: { fault: 'fault-1' },
      at: null,
    })
    const asked = { ...alike, questions: ['list.order'] }
    expect(
      differenceOf(before, { requests: [alike, asked], faults: [] }, ({ questions }) =>
        questions.includes('list.order'),
      )?.now,
    ).toBe(asked)
    expect(differenceOf(before, { requests: [alike, alike], faults: [] }, NOTHING)).toMatchObject({
      first: null,
    })
  })
})

test.each([
  [{ invoice: { customer: { last_name: 'Groß-Ölßner' } } }, true],
  [{ invoices: [{ customer_name: 'Jürgen Groß-Ölßner' }] }, true],
  [{ invoices: [{ customer_name: 'Jürgen Groß' }] }, false],
])('whether data in many scripts came, as in %j: %j', (body, came) => {
  const { parts } = variationNamed('data=many-scripts')
  const requests = [seen('listInvoices', 200, body)]
  expect(isTouched(parts, { requests, coverage: {} as Coverage, faults: [] })).toBe(came)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCustomer } from '../../../../fixtures/customers.ts'
import { makeInvoice } from '../../../../fixtures/invoices.ts'
import { makeTemplate } from '../../../../fixtures/templates.ts'
import { isObject } from '../../../server/client/exchange.ts'
import { look } from './resources.ts'
import { signsOf } from './signs.ts'

const RECORDS = {
  'resources/invoice-detail': makeInvoice({ seed: 1 }),
  'resources/customer-detail': { ...makeCustomer({ seed: 1 }), addresses: [] },
  'resources/template': makeTemplate({ seed: 1 }),
} as const
const ODD = [
  undefined,
  null,
  '',
  'x',
  '5',
  '12.50',
  0,
  0.2,
  20,
  2 ** 53,
  true,
  [],
  {},
  [null],
  '2026-02-30T00:00:00Z',
]

type Name = keyof typeof RECORDS

/** A record of which fields, and fields of its first line or address, have odd values. */
const changed = (name: Name) =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom(...ODD)), { maxLength: 3 })
    .map((changes) =>
      changes.reduce((record, [place, value]) => withOdd(record, place, value), RECORDS[name] as object),
    )

function withOdd(record: object, place: number, value: unknown): object {
  const fields = Object.entries(record)
  const [field = '', old] = fields[place % fields.length] ?? []
  const isDeep = Array.isArray(old) && isObject(old[0]) && place % 2 === 0
  return { ...record, [field]: isDeep ? [withOdd(old[0], place >> 1, value), ...old.slice(1)] : value }
}

const seen = (name: Name, record: object) => [...look(name, record, 'shape.template')]

test.each(Object.keys(RECORDS) as Name[])(
  '%s: what has the same signs looks the same, and what is wrong has none',
  (name) => {
    fc.assert(
      fc.property(changed(name), changed(name), (one, other) => {
        const [signs, others] = [signsOf(name)(one), signsOf(name)(other)]
        const isWrong = seen(name, one).some(({ wrong }) => wrong !== null && wrong !== 'absent')
        expect(signs === null).toBe(isWrong)
        const like = signs !== null && signs === others ? one : other
        expect(seen(name, like)).toEqual(seen(name, other))
      }),
      { numRuns: 300, seed: 1 },
    )
  },
)

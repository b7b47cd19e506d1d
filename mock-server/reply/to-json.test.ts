import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJson } from './to-json.ts'

const item = fc.oneof(
  fc.jsonValue(),
  fc
    .dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
    .map((value) => Object.freeze(value)),
)
const body = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(item)))

test('writes what JSON.stringify writes, again and again', () => {
  fc.assert(
    fc.property(body, (value) => {
      expect(String(toJson(value))).toBe(JSON.stringify(value))
      expect(String(toJson(value))).toBe(JSON.stringify(value))
    }),
    { numRuns: 300 },
  )
})

test('keeps what is frozen, and nothing that can change', () => {
  const frozen = Object.freeze({ name: 'Ærø' })
  const loose = { name: 'a' }
  expect(toJson({ items: [frozen, loose] })).toEqual(Buffer.from('{"items":[{"name":"Ærø"},{"name":"a"}]}'))
  loose.name = 'b'
  expect(String(toJson({ items: [frozen, loose] }))).toBe('{"items":[{"name":"Ærø"},{"name":"b"}]}')
})

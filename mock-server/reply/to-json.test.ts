import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOf, written } from '../shared-bytes.ts'
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
  const first = toJson({ items: [frozen, loose], meta: 1 })
  expect(String(first)).toBe('{"items":[{"name":"Ærø"},{"name":"a"}],"meta":1}')
  expect(sizeOf(first)).toBe(Buffer.byteLength(written(first)))
  loose.name = 'b'
  expect(String(toJson({ items: [frozen, loose] }))).toBe('{"items":[{"name":"Ærø"},{"name":"b"}]}')
})

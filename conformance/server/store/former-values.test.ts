import { expect, test } from 'vitest'
import { inversePatch, joinPatches, showsPatch } from './former-values.ts'

const ORDER = { note: 'old', billing_address: { city: 'Bonn', zip: '1' }, line_items: [{ title: 'Cup' }] }

test.each([
  ['a field', { note: 'new' }, { note: 'old' }],
  ['a field that was not there', { tags: 'x' }, { tags: null }],
  ['a part of an object', { billing_address: { city: 'Kiel' } }, { billing_address: { city: 'Bonn' } }],
  ['a removed object', { billing_address: null }, { billing_address: ORDER.billing_address }],
  ['a list', { line_items: [] }, { line_items: [{ title: 'Cup' }] }],
])('the patch that undoes a change of %s', (_, patch, inverse) => {
  expect(inversePatch(ORDER, patch)).toEqual(inverse)
})

test('two undoing patches are joined, and the earlier one decides', () => {
  expect(
    joinPatches({ note: 'a', customer: { email: 'x' } }, { note: 'b', customer: { email: 'y', id: 1 } }),
  ).toEqual({
    note: 'a',
    customer: { email: 'x', id: 1 },
  })
})

test.each([
  ['shows all values', { note: 'old' }, true],
  ['shows another value', { note: 'new' }, false],
  ['lacks what was removed', { tags: null }, true],
  ['shows a part of an object', { billing_address: { city: 'Bonn' } }, true],
  ['has no such object', { customer: { email: 'x' } }, false],
])('an order that %s', (_, patch, shows) => {
  expect(showsPatch(ORDER, patch)).toBe(shows)
})

import { expect, test } from 'vitest'
import { didYouMean, mustBeOneOf, nearest } from './nearest.ts'

const MANY = Array.from({ length: 40 }, (_, index) => `resources/thing-${index}`)

test.each([
  ['a slip of the hand', 'invoise', ['order', 'invoice'], 'did you mean invoice?'],
  ['a name without its folder', 'thing-7', MANY, 'did you mean resources/thing-7?'],
  ['few names, none near', 'xyzzy', ['order', 'invoice'], 'there are: order, invoice'],
  [
    'many names, none near',
    'something-else',
    MANY,
    /^the nearest of 40 are (resources\/thing-\d+(, |$)){3}$/,
  ],
  ['no names', 'xyzzy', [], 'there are none'],
])('%s', (_, text, names, says) => {
  expect(didYouMean(text, names)).toMatch(says)
})

test('values are listed where they are few', () => {
  expect(mustBeOneOf('payd', ['paid', 'free'])).toBe('must be one of paid, free; did you mean paid?')
  expect(mustBeOneOf('gold', ['paid', 'free'])).toBe('must be one of paid, free')
  expect(mustBeOneOf('thing-3', MANY)).toBe('must be one of 40 values; did you mean resources/thing-3?')
})

test('the folder of a name may be left out, and counts where it is written', () => {
  const names = ['requests/customer', 'resources/customer', 'resources/customer-detail'] as const
  expect(nearest('customer-detail', names)).toBe('resources/customer-detail')
  expect(nearest('resources/custmer', names)).toBe('resources/customer')
})

import { expect, test } from 'vitest'
import { ownFault } from './own-fault.ts'

test('a fault of ours is told by what it says and where it is, without the stack', () => {
  const told = ownFault('the list', new TypeError('x is not a function\nin two lines'))
  expect(told).toMatch(
    /^the suite itself is at fault in "the list" \(own-fault\.test\.ts:\d+\): x is not a function\nin two lines$/,
  )
})

test.each([
  ['text', 'the suite itself is at fault in "the list": text'],
  [undefined, 'the suite itself is at fault in "the list": undefined'],
])('%s is told as it is', (thrown, told) => {
  expect(ownFault('the list', thrown)).toBe(told)
})

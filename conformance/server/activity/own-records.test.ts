import { expect, test } from 'vitest'
import { derivedSeed, type Session } from '../session.ts'
import { customerInput } from './own-records.ts'

/** All that an input is made of. */
const newSession = (marker: string) =>
  ({ marker, numbers: { next: 1 }, seedOf: (name: string) => derivedSeed(5, name) }) as unknown as Session

test('the same seed makes the same customers in each run of a process', () => {
  const [first, second] = [newSession('ikone'), newSession('iktwo')]
  const made = [first, first, second, second].map((session) => customerInput(session))
  const told = made.map((input) => JSON.stringify(input).replaceAll(/ik(one|two)/g, 'marker'))
  expect(told.slice(0, 2)).toEqual(told.slice(2))
  expect(told[0]).not.toEqual(told[1])
})

import { expect, test } from 'vitest'
import { typosOf } from './typos.ts'

test.each([
  ['a sign for a letter', 'abcdef_hij', { name: 'abcdefghij' }, ['abcdefqhij', 'aqcdefghij', 'abcdefghqj']],
  [
    'another digit',
    'Mail1.kit@x.eu',
    { email: 'mail3.kit@x.eu' },
    ['mailq.kit@x.eu', 'mqil3.kit@x.eu', 'mail3.kit@x.qu'],
  ],
  ['a digit more', 'mail9@x.eu', { email: 'mail10@x.eu' }, ['mailq@x.eu', 'mqil10@x.eu', 'mail10@x.qu']],
  [
    'beside a word that it carries',
    'Anna kit_one',
    { first: 'anna', last: 'kitsone' },
    ['anna kitqone', 'anna kqtsone', 'anna kitsoqe'],
  ],
  ['a word far from all', 'bcdfghjklm', { name: 'abcdefghij' }, []],
  ['one word far from all', 'abcdef_hij zzzz', { name: 'abcdefghij' }, []],
  ['a text that it carries', 'abcdefghij', { name: 'abcdefghij' }, []],
])('of %s', (_, text, record, typos) => {
  expect(typosOf(text, record)).toEqual(typos)
})

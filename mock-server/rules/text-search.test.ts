import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { Table } from '../db/table.ts'
import { TextIndex } from '../store/search/text-index.ts'
import { folded } from '../store/search/folded.ts'
import { ALL_RULES } from './testing/linear-search.ts'
import { asCompared, textQuery } from './text-search.ts'

type Rule = Dialect['search.match']

const SUBSTRING: Rule = { unit: 'substring', case: 'folded', accents: 'exact' }

interface Listed {
  id: number
  created_at: string
  fields: string[]
}

const listed = (id: number, fields: string[]): Listed => ({ id, created_at: `${id}`, fields })

const indexOf = () => new TextIndex<Listed>([{ textsOf: ({ fields }) => fields }])

const query = (rule: Partial<Rule>, text: string) => textQuery(text, { ...SUBSTRING, ...rule }, [null])

function finds(rule: Partial<Rule>, fields: string[], text: string): boolean {
  const index = indexOf()
  index.update(1, undefined, listed(1, fields))
  return index.find(query(rule, text)).size === 1
}

const FIELDS = ['Zoë Müller-Lüdenscheidt', 'zoe@example.com', 'INV-0042', '#D100%_(', 'σοφοσα', '']

describe.each([
  [
    'substring',
    ['zoë m', 'ÜLLER', '@EXAMPLE', '0042', '100%_(', 'Zoë Müller-Lüdenscheidt'],
    ['zoe m', '0043', 'Zoë  M'],
  ],
  ['prefix', ['zoë', 'zoe@', 'inv-0', '#d100%_('], ['müller', 'example', '0042']],
  [
    'words',
    ['zoë', 'müller', 'Müller Lüdenscheidt', 'example', '0042', 'zoë müller'],
    ['zo', 'mülle', 'zoë lüdenscheidt', '%'],
  ],
  ['whole', ['zoë müller-lüdenscheidt', 'ZOE@EXAMPLE.COM', 'inv-0042'], ['zoë', 'inv-004', 'zoe@example.co']],
] as const)('%s', (unit, found, missed) => {
  test.each(found)('finds %j', (text) => expect(finds({ unit }, FIELDS, text)).toBe(true))
  test.each(missed)('misses %j', (text) => expect(finds({ unit }, FIELDS, text)).toBe(false))
})

test.each([
  [{}, 'müller', true],
  [{ case: 'exact' }, 'müller', false],
  [{ case: 'exact' }, 'Müller', true],
  [{}, 'Muller', false],
  [{ accents: 'folded' }, 'muller', true],
  [{ accents: 'folded' }, 'Zoe MÜLLER', true],
  [{ accents: 'folded', case: 'exact' }, 'zoe muller', false],
  [{}, 'Mu\u0308ller', true],
  [{}, 'ΣΟΦΟΣ', true],
] as const)('under %j, %j is found: %s', (rule, text, expected) => {
  expect(finds(rule, FIELDS, text)).toBe(expected)
})

test.each(['ΝΙΚΟΣ', 'νικος', 'νικοσ', 'İstanbul', '東京', '👩‍🚀', 'a\0b', '\ud800'])(
  '%j is found by itself',
  (text) => {
    expect(finds({}, [`x ${text}`], text)).toBe(true)
    expect(finds({ unit: 'whole' }, [text], text)).toBe(true)
    expect(finds({ unit: 'words' }, [text], text)).toBe(true)
  },
)

test.each([
  ['a\0b', 'a\0b', true],
  ['Qa\0zy', 'qa\0z', true],
  ['Qa\0zy', 'a\u0001z', false],
  ['Qa\u0001zy', 'a\u0001z', true],
  ['Qa\u0001zy', 'a\0z', false],
  ['é\0z', 'é\u0001', false],
])('of %j, %j is a part: %s', (field, text, expected) => {
  expect(finds({}, [field], text)).toBe(expected)
  expect(finds({ case: 'exact' }, [field.toLowerCase()], text)).toBe(expected)
})

test('a text does not match across two fields', () => {
  expect(finds({}, ['one', 'two'], 'onetwo')).toBe(false)
  expect(finds({}, ['one', 'two'], 'one\0two')).toBe(false)
  expect(finds({ unit: 'words' }, ['one', 'two'], 'one two')).toBe(false)
})

test('a record that was replaced is found by what it says now, and one that is gone no more', () => {
  const table = new Table<Listed, number>(new Map(), () => {})
  const index = table.follow(indexOf())
  for (const [id, text] of ['one', 'two', 'three'].entries()) table.set(id, listed(id, [text]))
  const found = (text: string) =>
    index
      .find(query({}, text))
      .page(0, 3)
      .map(({ id }) => id)
  expect([found('o'), found('t')]).toEqual([
    [0, 1],
    [1, 2],
  ])
  table.set(1, listed(1, ['zwei']))
  expect([found('two'), found('zwei'), found('three')]).toEqual([[], [1], [2]])
  table.delete(0)
  expect([found('one'), found('zwei'), found('three')]).toEqual([[], [1], [2]])
})

test.each(ALL_RULES)('what a rule ignores is folded, and the text is still found: %j', (rule) => {
  const odd: string[] = []
  for (let point = 0; point <= 0x3ffff; point++) {
    const character = String.fromCodePoint(point)
    const compared = asCompared(character, rule)
    if (compared !== character && folded(compared) !== folded(character)) odd.push(character)
  }
  expect(odd).toEqual([])
})

import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { TextSearch } from './text-search.ts'

type Rule = Dialect['search.match']

const SUBSTRING: Rule = { unit: 'substring', case: 'folded', accents: 'exact' }

function finds(rule: Partial<Rule>, fields: string[], text: string): boolean {
  const search = new TextSearch<{ fields: string[] }>({ ...SUBSTRING, ...rule }, (record) => record.fields)
  return search.filter([{ fields }], text).length === 1
}

const FIELDS = ['Zoë Müller-Lüdenscheidt', 'zoe@example.com', 'INV-0042', '#D100%_(', '']

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

test('a text does not match across two fields', () => {
  expect(finds({}, ['one', 'two'], 'onetwo')).toBe(false)
  expect(finds({}, ['one', 'two'], 'one\0two')).toBe(false)
  expect(finds({ unit: 'words' }, ['one', 'two'], 'one two')).toBe(false)
})

test('a record that was replaced is found by what it says now', () => {
  const search = new TextSearch<{ name: string }>(SUBSTRING, ({ name }) => [name])
  expect(search.filter([{ name: 'old' }], 'old')).toHaveLength(1)
  expect(search.filter([{ name: 'new' }], 'old')).toHaveLength(0)
})

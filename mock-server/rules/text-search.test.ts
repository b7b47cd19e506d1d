import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../schemas/dialect.ts'
import { Table } from '../db/table.ts'
import { Listing } from '../store/listing.ts'
import { TextSearch } from './text-search.ts'

type Rule = Dialect['search.match']

const SUBSTRING: Rule = { unit: 'substring', case: 'folded', accents: 'exact' }

interface Listed {
  id: number
  created_at: string
  fields: string[]
}

function listOf(...lists: string[][]) {
  const documents = lists.map((fields, id): [number, Listed] => [id, { id, created_at: `${id}`, fields }])
  const table = new Table<Listed, number>(new Map(documents), () => {})
  return { table, list: new Listing(table, ({ fields }) => fields.join()) }
}

function finds(rule: Partial<Rule>, fields: string[], text: string): boolean {
  const search = new TextSearch<Listed>({ ...SUBSTRING, ...rule }, (record) => record.fields)
  return search.filter(listOf(fields).list.in('oldest_first'), text).length === 1
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

test('a text does not match across two fields', () => {
  expect(finds({}, ['one', 'two'], 'onetwo')).toBe(false)
  expect(finds({}, ['one', 'two'], 'one\0two')).toBe(false)
  expect(finds({ unit: 'words' }, ['one', 'two'], 'one two')).toBe(false)
})

test('a record that was replaced, or moved in its list, is found by what it says now', () => {
  const { table, list } = listOf(['one'], ['two'], ['three'])
  const search = new TextSearch<Listed>(SUBSTRING, ({ fields }) => fields)
  const found = (text: string) => search.filter(list.in('newest_first'), text).map(({ id }) => id)
  expect([found('o'), found('t')]).toEqual([
    [1, 0],
    [2, 1],
  ])
  table.set(1, { id: 1, created_at: '1', fields: ['zwei'] })
  expect([found('two'), found('zwei'), found('three')]).toEqual([[], [1], [2]])
  table.delete(0)
  expect([found('one'), found('zwei'), found('three')]).toEqual([[], [1], [2]])
})

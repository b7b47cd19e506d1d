import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultOf } from '../../scenarios/steps.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { keysOf } from '../../schemas/tables.ts'
import { Table } from '../db/table.ts'
import { GradualIndex, takenIn } from '../store/gradual-index.ts'
import { Groups, type Wanted } from '../store/groups.ts'
import { Listing, type Pages } from '../store/listing.ts'
import { TextIndex } from '../store/search/text-index.ts'
import type { Selection } from '../store/selection.ts'
import { ALL_RULES, findsLinearly } from './testing/linear-search.ts'
import { textQuery } from './text-search.ts'

// Indexes find what a scan of all records finds, in every order, whatever was changed before and meanwhile.

interface Listed {
  id: number
  created_at: string
  name: string
  words: string[]
  kind: string
  state: string
}

const WORDS = [
  'Zoë',
  'zoe',
  'ZOE\u0308',
  'müller-l',
  'ΝΙΚΟΣ',
  'νικος',
  'İst',
  '각',
  '가\u0301\u11a8',
  '%_',
  // In what a kind is shown as, and in the rest of it.
  'in',
  'voice',
  '12',
  '123',
  '',
]
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ maxLength: 5, unit: 'grapheme' }),
  fc.string({ maxLength: 4, unit: 'binary' }),
)
const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '))

const record = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  // As ISO timestamps are ordered, of which several are of one time.
  created_at: fc.constantFrom('2026-01', '2026-02', '2026-03', '2026-04'),
  name: text,
  words: fc.tuple(text, text),
  kind: fc.constantFrom('invoice', 'quote'),
  state: fc.constantFrom('paid', 'voided'),
})

const change = fc.oneof(
  { weight: 4, arbitrary: record },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
)

const ORDERS: Record<Exclude<Dialect['list.order'], 'other'>, (a: Listed, b: Listed) => number> = {
  newest_first: (a, b) => compare(b.created_at, a.created_at) || b.id - a.id,
  oldest_first: (a, b) => compare(a.created_at, b.created_at) || a.id - b.id,
  name: (a, b) => compare(a.name, b.name) || a.id - b.id,
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

function apply(table: Table<Listed, number>, changes: readonly (Listed | number)[]): void {
  for (const each of changes)
    if (typeof each === 'number') table.delete(each)
    else table.set(each.id, each)
}

function tableOf(changes: readonly (Listed | number)[]) {
  const table = new Table<Listed, number>(new Map(), () => {})
  apply(table, changes)
  return { table, listing: new Listing(table, ({ name }) => name) }
}

type Filled = ReturnType<typeof tableOf>

/** Holds pages of what was found, of two sizes, against a scan in each order. */
function expectAsScanned(
  { table, listing }: Filled,
  found: Selection<Listed>,
  fits: (each: Listed) => boolean,
) {
  for (const order of keysOf(ORDERS)) {
    const expected = [...table.values()].filter(fits).toSorted(ORDERS[order])
    const pages = listing.in(order).only(found)
    expect(pages.size).toBe(expected.length)
    expect(allOf(pages, 2)).toEqual(expected)
    expect(allOf(pages, 100)).toEqual(expected)
  }
}

const allOf = (pages: Pages<Listed>, limit: number): Listed[] =>
  Array.from({ length: 14 }, (_, page) => pages.page(page * limit, limit)).flat()

const shownAs = (kind: string) => kind.slice(0, 2)

const makeIndex = () =>
  new TextIndex<Listed>([
    { textsOf: ({ name, words }) => [name, ...words] },
    { textsOf: ({ kind }) => [kind], formsOf: (kind) => [kind, shownAs(kind)] },
  ])

test('search finds what a scan finds, under every rule', () => {
  const changes = fc.array(change, { maxLength: 20 })
  const property = fc.property(
    changes,
    changes,
    fc.constantFrom(...ALL_RULES),
    word,
    (before, after, rule, asked) => {
      const filled = tableOf(before)
      const gradual = new GradualIndex(filled.table, filled.listing.byAge, makeIndex)
      for (const changed of [[], after]) {
        apply(filled.table, changed)
        const found = gradual.whole.find(textQuery(asked, rule, [null, shownAs]))
        const fits = ({ name, words, kind }: Listed) =>
          findsLinearly([name, ...words, shownAs(kind)], asked, rule)
        expectAsScanned(filled, found, fits)
      }
    },
  )
  expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow()
})

test('an index that is made slice by slice has what was changed meanwhile', async () => {
  const { table, listing } = tableOf(
    Array.from({ length: 5000 }, (_, at): Listed => ({
      id: at,
      created_at: `${at + 10_000}`,
      name: `n${at}n`,
      words: [],
      kind: '',
      state: '',
    })),
  )
  const gradual = new GradualIndex(
    table,
    listing.byAge,
    () => new TextIndex<Listed>([{ textsOf: ({ name }) => [name] }]),
  )
  const prepared = gradual.prepare()
  for (let id = 0; id < 5000; id += 7) table.set(id, { ...(table.get(id) as Listed), name: `changed ${id}` })
  for (let id = 3; id < 5000; id += 70) table.delete(id)
  await prepared
  expect(gradual.prepare()).toBeUndefined()
  for (const asked of ['n1', 'n1n', 'changed', 'n4999n', '70']) {
    const rule = { unit: 'substring', case: 'folded', accents: 'exact' } as const
    const expected = [...table.values()].filter(({ name }) => name.includes(asked)).map(({ id }) => id)
    const found = gradual.whole.find(textQuery(asked, rule, [null]))
    expect(found.page(0, 5000).map(({ id }) => id)).toEqual(expected)
  }
})

test('filters find what a scan finds', () => {
  const wanted: fc.Arbitrary<Wanted<'kind' | 'state'>> = fc.record({
    equal: fc.record(
      { kind: fc.constantFrom('invoice', 'quote', 'neither'), state: fc.constantFrom('paid', 'voided') },
      { requiredKeys: [] },
    ),
    from: fc.constantFrom(undefined, '2026-02', '2026-025', '2027'),
    to: fc.constantFrom(undefined, '2026-02', '2026-035', '2025'),
  })
  const changes = fc.array(change, { maxLength: 20 })
  const property = fc.property(changes, changes, wanted, (before, after, asked) => {
    const filled = tableOf(before)
    const groups = new Groups<Listed, 'kind' | 'state'>(['kind', 'state'], filled.listing.byAge)
    resultOf(takenIn(groups, filled.table))
    apply(filled.table, after)
    const { equal, from = '', to = '~' } = asked
    const fits = ({ kind, state, created_at }: Listed) =>
      (equal.kind ?? kind) === kind &&
      (equal.state ?? state) === state &&
      created_at >= from &&
      created_at <= to
    expectAsScanned(filled, groups.where(asked), fits)
  })
  expect(() => fc.assert(property, { numRuns: 300 })).not.toThrow()
})

import { describe, expect, test } from 'vitest'
import { CountIndex } from './count-index.ts'
import { openDatabase } from './database.ts'
import { HashIndex } from './hash-index.ts'
import type { Key } from './key.ts'
import { Table } from './table.ts'

interface Invoice {
  readonly id: Key
  readonly order?: string
  readonly created: number
}

const newTable = async (): Promise<Table<Invoice>> =>
  (await openDatabase({ memory: true })).table(1, 'invoices')

const put = (table: Table<Invoice>, id: Key, created = 0, order?: string): Table<Invoice> =>
  table.set(id, order === undefined ? { id, created } : { id, created, order })

const ids = (invoices: Iterable<Invoice>): Key[] => Array.from(invoices, ({ id }) => id)

describe('a table', () => {
  test('is a map that keeps the order of its keys', async () => {
    const table = await newTable()
    put(put(put(table, 'b'), 'a'), 'b', 5)
    expect([...table.keys()]).toEqual(['b', 'a'])
    expect(ids(table.values())).toEqual(['b', 'a'])
    expect([...table.entries()][0]).toEqual(['b', { id: 'b', created: 5 }])
    expect([table.size, table.has('a'), table.has('c'), table.get('c')]).toEqual([2, true, false, undefined])
    expect([table.delete('b'), table.delete('b'), table.size]).toEqual([true, false, 1])
  })

  test('tells the number 1 from the text "1"', async () => {
    const table = await newTable()
    put(put(table, 1), '1')
    expect(ids(table.values())).toEqual([1, '1'])
  })
})

const indexed = async () => {
  const table = await newTable()
  put(put(put(put(table, 1, 0, 'x'), 2, 0, 'y'), 3), 4, 0, 'x')
  const counts = new CountIndex<Invoice, string>(({ order }) => order)
  for (const [key, invoice] of table.entries()) counts.update(key, undefined, invoice)
  const orders = new HashIndex<Invoice, string>(({ order }) => order, table.entries())
  return { table, orders: table.follow(orders), counts: table.follow(counts) }
}

describe('an index', () => {
  test.each<[string, (table: Table<Invoice>) => unknown, { x: Key[]; y: Key[] }]>([
    ['finds what was there before it', () => {}, { x: [1, 4], y: [2] }],
    ['finds what comes', (table) => put(table, 5, 0, 'y'), { x: [1, 4], y: [2, 5] }],
    ['forgets what goes', (table) => table.delete(1), { x: [4], y: [2] }],
    ['keeps the place of what is replaced', (table) => put(table, 1, 9, 'x'), { x: [1, 4], y: [2] }],
    ['follows a changed value', (table) => put(table, 1, 0, 'y'), { x: [4], y: [2, 1] }],
    ['drops what has the value no more', (table) => put(table, 2), { x: [1, 4], y: [] }],
    ['takes in what gets the value', (table) => put(table, 3, 0, 'y'), { x: [1, 4], y: [2, 3] }],
  ])('%s', async (_, change, expected) => {
    const { table, orders, counts } = await indexed()
    change(table)
    for (const order of ['x', 'y'] as const) {
      expect(ids(orders.all(order))).toEqual(expected[order])
      expect(orders.first(order)?.id).toBe(expected[order][0])
      expect(orders.count(order)).toBe(expected[order].length)
      expect(counts.count(order)).toBe(expected[order].length)
    }
  })

  test('gives the document as it is now', async () => {
    const { table, orders } = await indexed()
    put(table, 2, 7, 'y')
    expect(orders.first('y')).toEqual({ id: 2, created: 7, order: 'y' })
  })
})

const sorted = async () => {
  const table = await newTable()
  put(put(put(put(table, 'c', 30), 'a', 10), 'b', 20), 'b2', 20)
  return { table, byDate: table.sorted((a, b) => a.created - b.created) }
}

describe('a sorted index', () => {
  test.each<[string, (table: Table<Invoice>) => unknown, Key[]]>([
    ['sorts what was there before it', () => {}, ['a', 'b', 'b2', 'c']],
    ['adds at the end', (table) => put(table, 'd', 40), ['a', 'b', 'b2', 'c', 'd']],
    ['adds at the start', (table) => put(table, 'd', 1), ['d', 'a', 'b', 'b2', 'c']],
    ['adds behind its equals', (table) => put(table, 'd', 20), ['a', 'b', 'b2', 'd', 'c']],
    ['removes the first', (table) => table.delete('a'), ['b', 'b2', 'c']],
    ['removes one of two equals', (table) => table.delete('b2'), ['a', 'b', 'c']],
    ['removes the last', (table) => table.delete('c'), ['a', 'b', 'b2']],
    ['replaces in place', (table) => put(table, 'b', 20, 'x'), ['a', 'b', 'b2', 'c']],
    ['moves what sorts elsewhere now', (table) => put(table, 'a', 25), ['b', 'b2', 'a', 'c']],
    ['moves to the end', (table) => put(table, 'a', 99), ['b', 'b2', 'c', 'a']],
  ])('%s', async (_, change, expected) => {
    const { table, byDate } = await sorted()
    change(table)
    expect(ids(byDate.forwards())).toEqual(expected)
    expect(ids(byDate.pageFromEnd(0, 9))).toEqual(expected.toReversed())
    expect(byDate.size).toBe(expected.length)
    expect([...byDate.forwards()]).toEqual(expected.map((id) => table.get(id)))
  })

  test.each<[number, number, Key[], Key[]]>([
    [0, 2, ['a', 'b'], ['c', 'b2']],
    [2, 2, ['b2', 'c'], ['b', 'a']],
    [3, 2, ['c'], ['a']],
    [4, 2, [], []],
    [9, 2, [], []],
    [0, 9, ['a', 'b', 'b2', 'c'], ['c', 'b2', 'b', 'a']],
    [1, 0, [], []],
  ])('pages after %i up to %i', async (offset, limit, forwards, backwards) => {
    const { byDate } = await sorted()
    expect(ids(byDate.page(offset, limit))).toEqual(forwards)
    expect(ids(byDate.pageFromEnd(offset, limit))).toEqual(backwards)
  })

  test('says so when a document was changed in place', async () => {
    const table = await newTable()
    const invoice = { id: 'a', created: 10 }
    table.set('a', invoice).set('b', { id: 'b', created: 20 })
    table.sorted((a, b) => a.created - b.created)
    invoice.created = 30
    expect(() => table.delete('a')).toThrow('changed in place')
  })

  test('stays right through many random changes', async () => {
    const table = await newTable()
    const byDate = table.sorted((a, b) => a.created - b.created || Number(a.id) - Number(b.id))
    let seed = 1
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
    for (let step = 0; step < 2000; step++) {
      if (random(3) === 0) table.delete(random(100))
      else put(table, random(100), random(20))
    }
    const expected = [...table.values()].toSorted(
      (a, b) => a.created - b.created || Number(a.id) - Number(b.id),
    )
    expect([...byDate.forwards()]).toEqual(expected)
  })
})

test('documents that are kept stay as they are, and tables of the same ones change each by itself', async () => {
  const kept = put(put(new Table<Invoice>(new Map(), () => {}), 'a', 1), 'b', 2).keep()
  const [one, other] = [new Table<Invoice>(kept, () => {}), new Table<Invoice>(kept, () => {})]
  put(one, 'c', 3)
  other.delete('a')
  expect([kept, one, other].map((each) => [...each.keys()])).toEqual([['a', 'b'], ['a', 'b', 'c'], ['b']])
})

import { expect, test } from 'vitest'
import { Table } from '../db/table.ts'
import { GradualIndex } from './gradual-index.ts'
import { byAge, type Listed } from './order.ts'

/** A table with an index that only counts what it was told. */
function counted() {
  const table = new Table<Listed, number>(new Map(), () => {})
  const state = { told: 0 }
  const make = () => ({ update: () => void (state.told += 1) })
  const add = (from: number, to: number) => {
    for (let id = from; id < to; id++) table.set(id, { id, created_at: `${id + 10_000}` })
  }
  return { add, state, index: new GradualIndex(table, table.sorted(byAge), make) }
}

test('an index that was made hears of changes when it is asked', async () => {
  const { add, state, index } = counted()
  void index.whole
  add(0, 100)
  expect(state.told).toBe(0)
  expect(index.prepare()).toBeUndefined()
  void index.whole
  expect(state.told).toBe(100)
})

test('whoever asks after many changes waits while they are taken in in slices', async () => {
  const { add, state, index } = counted()
  void index.whole
  add(0, 2000)
  const prepared = index.prepare()
  expect(state.told).toBe(0)
  await prepared
  expect(state.told).toBe(2000)
})

test('where nobody asks, a thousand changes are taken in at once', async () => {
  const { add, state, index } = counted()
  void index.whole
  add(0, 7000)
  await expect.poll(() => state.told).toBe(7000)
})

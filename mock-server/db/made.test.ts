import { cpSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMock } from '../testing/engine.ts'
import type { Row } from './change.ts'
import { openDatabase } from './database.ts'
import { fileName } from './directory.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

/** More than are written before a replacement is done. */
const MANY = 10_001
const TEXT = 'x'.repeat(100)
const rowsOf = (recipe: unknown, count = MANY): Row[] =>
  Array.from({ length: count }, (_, key) => [1, 'rows', key, { by: recipe, text: TEXT }])
const make = (recipe: unknown): Promise<Row[]> => Promise.resolve(rowsOf(recipe))
const open = (directory: string) => openDatabase({ directory, make })

/** A copy of a directory, as a kill would leave it now: nothing goes on while it is made. */
function killed(directory: string): string {
  const copy = `${directory}-killed`
  cpSync(directory, copy, { recursive: true, filter: (path) => !/lock\.|unfinished/.test(path) })
  onTestFinished(() => rm(copy, { recursive: true }))
  return copy
}

function* failing(): Generator<Row> {
  yield* rowsOf('third')
  throw new Error('No rows')
}

/** Whether the snapshot has a recipe, or all rows. */
async function isMade(directory: string): Promise<boolean> {
  const [name = ''] = (await readdir(directory)).filter((file) => /^snapshot-\d/.test(file))
  const [first = ''] = (await readFile(join(directory, name), 'utf8')).split('\n')
  return first.includes('"recipe":')
}

/** A database with a copy of other content, whose many rows have just been replaced by those of a recipe, and one written since. */
async function replaced() {
  const directory = await temporaryDirectory()
  const database = await open(directory)
  database.table(2, 'rows').set('before', 'the replacement')
  await database.write()
  await database.changeCopies((change) => change({ keep: 'copy', store: null, about: 'before' }))
  await database.replace(rowsOf('first'), undefined, 'first')
  database.table(1, 'rows').set('after', 'the replacement')
  await database.write()
  const left = killed(directory)
  return { directory, database, left, rows: [...database.rows()] }
}

test('many rows that can be made again have taken their place before they are written, and outlive a kill', async () => {
  const { database, left, rows } = await replaced()
  expect(await isMade(left)).toBe(true)
  for (const _ of ['made again', 'opened again']) {
    const again = await open(left)
    expect([...again.rows()]).toEqual(rows)
    await again.changeCopies((change) => change({ bring: 'copy', as: null }))
    expect([...again.rows()]).toEqual([[2, 'rows', 'before', 'the replacement']])
    await again.replace(rows)
    await again.close()
  }
  await database.close()
})

test('they are written then, so that nobody need make them', async () => {
  const { directory, database, rows } = await replaced()
  await database.close()
  expect(await isMade(directory)).toBe(false)
  const again = await openDatabase({ directory })
  expect([...again.rows()]).toEqual(rows)
  expect([...again.copies.keys()]).toEqual(['copy'])
  await again.close()
})

test('whoever makes them again writes them', async () => {
  const { database, left, rows } = await replaced()
  await (await open(left)).close()
  expect(await readdir(left)).not.toContain(fileName('snapshot', 2))
  const again = await openDatabase({ directory: left })
  expect([...again.rows()]).toEqual(rows)
  await again.close()
  await database.close()
})

test.each([
  ['few', MANY - 1, 'first'],
  ['without a recipe', MANY, undefined],
])('rows that are %s are written before', async (_, count, recipe) => {
  const directory = await temporaryDirectory()
  const database = await open(directory)
  await database.replace(rowsOf('first', count), undefined, recipe)
  expect(await isMade(directory)).toBe(false)
  await database.close()
})

test('a replacement comes in the place of one whose rows are not written yet', async () => {
  const directory = await temporaryDirectory()
  const database = await open(directory)
  await database.replace(rowsOf('first'), undefined, 'first')
  await Promise.all([
    database.replace(rowsOf('second'), undefined, 'second'),
    database.replace(rowsOf('third'), undefined, 'third'),
  ])
  // Whose rows are ready first is replaced by the other.
  const last = database.table<{ by: string }>(1, 'rows').get(MANY - 1)?.by
  expect(['second', 'third']).toContain(last)
  const left = killed(directory)
  await database.close()
  for (const place of [left, directory]) {
    const again = await open(place)
    expect(again.table<{ by: string }>(1, 'rows').get(MANY - 1)?.by).toBe(last)
    await again.close()
  }
})

test('rows that others are to replace are written no further, but are where the others fail', async () => {
  const directory = await temporaryDirectory()
  const database = await open(directory)
  let written = 0
  const watched = (recipe: string) => {
    const rows = rowsOf(recipe).map(([store, table, key, value]): Row => {
      const toJSON = () => (written++, value)
      return [store, table, key, { toJSON }]
    })
    return database.replace(rows, undefined, recipe)
  }
  await watched('first')
  await watched('second')
  await database.write()
  expect(written).toBeLessThan(MANY)
  await expect(database.replace(failing(), undefined, 'third')).rejects.toThrow('No rows')
  await database.close()
  expect(await isMade(directory)).toBe(false)
  expect(written).toBeGreaterThanOrEqual(MANY)
})

test('a scenario of the kit is made again as it was', async () => {
  const data = await temporaryDirectory()
  const mock = await openMock({ data, scenario: 'many-invoices:6000', seed: 7 })
  const left = killed(data)
  expect(await isMade(left)).toBe(true)
  const rows = [...mock.db.rows()]
  await mock.close()
  const again = await openMock({ data: left })
  expect([...again.db.rows()]).toEqual(rows)
  await again.close()
})

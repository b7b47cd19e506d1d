import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from './change.ts'
import { openDatabase } from './database.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const records = Array.from({ length: 40_000 }, (_, id) => ({
  id,
  name: `#${id} \u20ac`,
  lines: [{ id }, null],
}))
const shared = { of: 'both' }

const ROWS: readonly Row[] = [
  [null, 'meta', 'first', { small: 1, shared }],
  [null, 'meta', 'source', { scenario: 'custom', definition: { stores: [{ records }] }, shared }],
  [null, 'meta', 'last', { small: 2, shared }],
  ...records.slice(0, 200).map((record): Row => [1, 'orders', record.id, { ...record, shared }]),
]

test('a document of the whole system that is written in parts is one line, and is there after a restart', async () => {
  const directory = await temporaryDirectory()
  let database = await openDatabase({ directory })
  await database.replace(ROWS)
  await database.changeCopies((change) => change({ keep: 'copy', store: null, about: 1 }))
  database.table(1, 'orders').set(7, 'changed')
  await database.write()
  const before = [...database.rows()]
  await database.close()

  const file = (await readdir(directory)).find((name) => name.startsWith('snapshot-')) ?? ''
  const lines = (await readFile(join(directory, file), 'utf8')).split('\n')
  const large = lines.filter((line) => line.length > 1_000_000)
  const written = { scenario: 'custom', definition: { stores: [{ records }] }, shared: 0 }
  const text = `${JSON.stringify([[null, 'meta', 'source', written, ['shared']]])}]`
  expect(large.map((line) => line.slice('["01234567",'.length) === text)).toEqual([true])

  database = await openDatabase({ directory })
  expect([...database.rows()]).toEqual(before)
  await database.changeCopies((change) => change({ bring: 'copy', as: null }))
  expect([...database.rows()]).toEqual(ROWS)
  await database.close()
})

test('of such a line nothing may be missing', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory })
  await database.replace(ROWS)
  await database.close()
  const file = (await readdir(directory)).find((name) => name.startsWith('snapshot-')) ?? ''
  await truncate(join(directory, file), 1_500_000)
  await expect(openDatabase({ directory })).rejects.toThrow(file)
})

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseDamaged, DatabaseTooNew } from './errors.ts'
import type { Row } from './tables.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

const JOURNAL = 'journal-000002.v1.ndjson'
const SNAPSHOT = 'snapshot-000002.v1.ndjson'

/** A snapshot of one row, and two groups in the journal after it, the last of three rows. */
async function filled(): Promise<{ directory: string; rows: Row[] }> {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory })
  await database.replace([[1, 'invoices', 'a', 'first']])
  const table = database.table(1, 'invoices')
  table.set('b', 'second')
  await database.write()
  const rows = [...database.rows()]
  table.set('c', 'third')
  database.table(2, 'customers').set(1, { name: 'Ünal' })
  table.delete('a')
  await database.close()
  return { directory, rows }
}

const rowsIn = async (directory: string): Promise<Row[]> => {
  const database = await openDatabase({ directory })
  const rows = [...database.rows()]
  await database.close()
  return rows
}

const edit =
  (file: string, change: (text: string) => string) =>
  async (directory: string): Promise<void> =>
    writeFile(join(directory, file), change(await readFile(join(directory, file), 'latin1')), 'latin1')
const remove = (file: string) => (directory: string) => rm(join(directory, file))
const add = (file: string) => (directory: string) => writeFile(join(directory, file), '')

describe('a last group that was cut short', () => {
  test('is cut off whole, wherever it was cut, and writing goes on', { timeout: 20_000 }, async () => {
    const { directory, rows } = await filled()
    const path = join(directory, JOURNAL)
    const whole = await readFile(path)
    const start = whole.indexOf('\n') + 1
    for (let end = start; end < whole.length; end++) {
      await writeFile(path, whole.subarray(0, end))
      const database = await openDatabase({ directory })
      expect([...database.rows()]).toEqual(rows)
      expect(await readFile(path)).toEqual(whole.subarray(0, start))
      database.table(1, 'invoices').set('d', end)
      await database.close()
      expect(await rowsIn(directory)).toEqual([...rows, [1, 'invoices', 'd', end]])
    }
  })

  test.each([
    ['its start', 0, 20],
    ['its middle', 30, 60],
    ['its end', 60, 1000],
  ])('is cut off when %s never reached the disk', async (_, from, to) => {
    const { directory, rows } = await filled()
    const path = join(directory, JOURNAL)
    const bytes = await readFile(path)
    bytes
      .subarray(bytes.indexOf('\n') + 1)
      .fill(0, from, Math.min(to, bytes.length - bytes.indexOf('\n') - 1))
    await writeFile(path, bytes)
    expect(await rowsIn(directory)).toEqual(rows)
  })
})

describe('what was left behind by a kill', () => {
  test.each([
    ['while a snapshot was written', { 'snapshot.unfinished': '["' }],
    ['before it was renamed', { 'snapshot.unfinished': '["', 'journal-000003.v1.ndjson': '' }],
    [
      'before the old files were removed',
      { 'journal-000001.v1.ndjson': 'x', 'snapshot-000001.v1.ndjson': 'x' },
    ],
  ])('%s changes nothing and goes', async (_, files) => {
    const { directory } = await filled()
    const rows = await rowsIn(directory)
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    expect(await rowsIn(directory)).toEqual(rows)
    const names = Object.keys(await contentOf(directory)).filter((name) => !name.startsWith('journal-000003'))
    expect(names).toEqual([JOURNAL, SNAPSHOT])
  })

  test('an unknown file is left alone', async () => {
    const { directory } = await filled()
    await writeFile(join(directory, 'notes.txt'), 'mine')
    await rowsIn(directory)
    expect(await contentOf(directory)).toHaveProperty(['notes.txt'], 'mine')
  })
})

describe('a directory that is not as it was written', () => {
  test.each<[string, (directory: string) => Promise<void>, string]>([
    ['a changed document', edit(JOURNAL, (text) => text.replace('second', 'secund')), `${JOURNAL}, line 1`],
    ['a changed checksum', edit(JOURNAL, (text) => text.replace(/^\["./, '["x')), `${JOURNAL}, line 1`],
    [
      'a torn line before another',
      edit(JOURNAL, (text) => text.replace(/.{9}\n/, '\n')),
      `${JOURNAL}, line 1`,
    ],
    ['zeros before another line', edit(JOURNAL, (text) => text.replace('second', '\0\0\0\0\0\0')), 'line 1'],
    ['a whole last line that was changed', edit(JOURNAL, (text) => text.replace('third', 'thurd')), 'line 2'],
    ['a changed snapshot', edit(SNAPSHOT, (text) => text.replace('first', 'furst')), `${SNAPSHOT}, line 1`],
    [
      'a snapshot without its end',
      edit(SNAPSHOT, (text) => text.replace(/\n.*\n$/, '\n')),
      `${SNAPSHOT}, line 2`,
    ],
    ['a torn snapshot', edit(SNAPSHOT, (text) => text.slice(0, -3)), `${SNAPSHOT}, line 2`],
    ['an empty snapshot', edit(SNAPSHOT, () => ''), `${SNAPSHOT}, line 1`],
    ['a missing journal', remove(JOURNAL), `${JOURNAL}: it is missing`],
    ['a missing snapshot', remove(SNAPSHOT), 'journal-000001.v1.ndjson: it is missing'],
    ['a gap between journals', add('journal-000004.v1.ndjson'), 'journal-000003.v1.ndjson: it is missing'],
  ])('%s: is refused, with the place, and left as it is', async (_, damage, place) => {
    const { directory } = await filled()
    await damage(directory)
    const before = await contentOf(directory)
    const error = await openDatabase({ directory }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseDamaged)
    expect(String(error)).toContain(place)
    expect(String(error)).toContain('restore it from a copy')
    expect(await contentOf(directory)).toEqual(before)
  })

  test('a journal torn before the last one is damage', async () => {
    const { directory } = await filled()
    await edit(JOURNAL, (text) => text.slice(0, -3))(directory)
    await add('journal-000003.v1.ndjson')(directory)
    await expect(openDatabase({ directory })).rejects.toThrow(`${JOURNAL}, line 2`)
  })

  test('a newer format is refused and left as it is', async () => {
    const { directory } = await filled()
    await rename(join(directory, JOURNAL), join(directory, JOURNAL.replace('v1', 'v2')))
    const before = await contentOf(directory)
    const error = await openDatabase({ directory }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseTooNew)
    expect(String(error)).toContain('has format version 2, and this version reads none above 1')
    expect(await contentOf(directory)).toEqual(before)
  })

  test('a refused directory is not locked', async () => {
    const { directory } = await filled()
    const text = await readFile(join(directory, JOURNAL))
    await edit(JOURNAL, () => 'x\n')(directory)
    await expect(openDatabase({ directory })).rejects.toThrow(DatabaseDamaged)
    await writeFile(join(directory, JOURNAL), text)
    expect(await rowsIn(directory)).toHaveLength(3)
  })
})

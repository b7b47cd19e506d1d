import { chmod, cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseDamaged, DatabaseTooNew } from './errors.ts'
import { fileName, openDirectory } from './directory.ts'
import { FORMAT } from './formats.ts'
import { Journal } from './journal.ts'
import { encodeMark } from './line.ts'
import { recover } from './recovery.ts'
import type { Change, Row } from './change.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'
import { IS_LONG } from '../../schemas/testing/sample.ts'

const JOURNAL = fileName('journal', 2)
const NEXT = fileName('journal', 3)
const SNAPSHOT = fileName('snapshot', 2)

/** A snapshot of one row, and two groups in the journal after its first line, the last of three rows. */
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
/** Takes a line out, the first is 0. */
const without = (file: string, line: number, count = 1) =>
  edit(file, (text) =>
    text
      .split(/(?<=\n)/)
      .toSpliced(line, count)
      .join(''),
  )
/** A journal's text with another checksum of the one before, and right in itself. */
const nextAfter = (after: string) => (): string => encodeMark({ journal: 3, after }, 0).bytes.toString()

/** Lets the journal be followed by another one, as a compaction does that is killed before its snapshot has its name. */
async function rotated(directory: string): Promise<void> {
  const open = await openDirectory(directory)
  const {
    journal: number,
    checksum,
    journalBytes: bytes,
  } = await recover(
    directory,
    () => {},
    () => Promise.reject(new Error('unasked')),
  )
  const journal = await Journal.open(open, { number, checksum, bytes })
  await journal.rotate(await journal.prepare())
  const changes: Change[] = [[1, 'invoices', 'e', 'fifth']]
  await journal.append({ isChanged: true, drain: () => changes })
  await journal.close()
  await open.close()
}

const add = (file: string) => (directory: string) => writeFile(join(directory, file), '')

/** Where the last line of a file begins. */
const lastLineOf = (bytes: Buffer): number => bytes.lastIndexOf('\n', -2) + 1

/** `npm run test:long` cuts at each byte. */
const STEP = IS_LONG ? 1 : 3

describe('a last group that was cut short', () => {
  test('is cut off whole, wherever it was cut, and writing goes on', async () => {
    const { directory, rows } = await filled()
    const path = join(directory, JOURNAL)
    const whole = await readFile(path)
    const start = lastLineOf(whole)
    for (let end = start; end < whole.length; end += STEP) {
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
    ['its end', 60, undefined],
  ])('is cut off when %s never reached the disk', async (_, from, to) => {
    const { directory, rows } = await filled()
    const path = join(directory, JOURNAL)
    const bytes = await readFile(path)
    bytes.subarray(lastLineOf(bytes)).fill(0, from, to)
    await writeFile(path, bytes)
    expect(await rowsIn(directory)).toEqual(rows)
  })
})

describe('what was left behind by a kill', () => {
  test.each([
    ['while a snapshot was written', { 'snapshot.unfinished': '["' }],
    [
      'before the old files were removed',
      { 'journal-000001.v1.ndjson': 'x', [fileName('snapshot', 1)]: 'x' },
    ],
  ])('%s changes nothing and goes', async (_, files) => {
    const { directory } = await filled()
    const rows = await rowsIn(directory)
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
    expect(await rowsIn(directory)).toEqual(rows)
    expect(Object.keys(await contentOf(directory))).toEqual([JOURNAL, SNAPSHOT])
  })

  test.each([
    ['before the next journal had its name', '', false],
    ['when the next journal had its name', '', true],
    ['while the end was marked', '["01', true],
  ])('%s changes nothing', async (_, mark, isNamed) => {
    const { directory } = await filled()
    const rows = await rowsIn(directory)
    const journal = await readFile(join(directory, JOURNAL))
    const after = journal.toString('latin1', lastLineOf(journal) + 2, lastLineOf(journal) + 10)
    await writeFile(join(directory, JOURNAL), mark, { flag: 'a' })
    const name = isNamed ? NEXT : 'journal.unfinished'
    await writeFile(join(directory, name), encodeMark({ journal: 3, after }, 0).bytes)
    expect(await rowsIn(directory)).toEqual(rows)
    expect(await rowsIn(directory)).toEqual(rows)
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
    ['a changed document', edit(JOURNAL, (text) => text.replace('second', 'secund')), `${JOURNAL}, line 2`],
    ['a changed checksum', edit(JOURNAL, (text) => text.replace(/^\["./, '["x')), `${JOURNAL}, line 1`],
    [
      'a torn line before another',
      edit(JOURNAL, (text) => text.replace(/.{9}\n/, '\n')),
      `${JOURNAL}, line 1`,
    ],
    ['zeros before another line', edit(JOURNAL, (text) => text.replace('second', '\0\0\0\0\0\0')), 'line 2'],
    ['a whole last line that was changed', edit(JOURNAL, (text) => text.replace('third', 'thurd')), 'line 3'],
    ['a group that is missing', without(JOURNAL, 1), `${JOURNAL}, line 2`],
    ['a first line that is missing', without(JOURNAL, 0), `${JOURNAL}, line 1`],
    ['an empty journal', edit(JOURNAL, () => ''), `${JOURNAL}, line 1`],
    ['a snapshot without its first line', without(SNAPSHOT, 0), `${SNAPSHOT}, line 1`],
    ['a snapshot without a group', without(SNAPSHOT, 1), `${SNAPSHOT}, line 2`],
    ['a changed snapshot', edit(SNAPSHOT, (text) => text.replace('first', 'furst')), `${SNAPSHOT}, line 2`],
    ['a snapshot without its end', without(SNAPSHOT, 2), `${SNAPSHOT}, line 3`],
    ['a torn snapshot', edit(SNAPSHOT, (text) => text.slice(0, -3)), `${SNAPSHOT}, line 3`],
    ['an empty snapshot', edit(SNAPSHOT, () => ''), `${SNAPSHOT}, line 1`],
    ['a missing journal', remove(JOURNAL), `${JOURNAL}: it is missing`],
    ['a missing snapshot', remove(SNAPSHOT), `${fileName('journal', 1)}: it is missing`],
    ['a gap between journals', add(fileName('journal', 4)), `${NEXT}: it is missing`],
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

  test.each<[string, (directory: string) => Promise<void>, string]>([
    ['the last one is missing', remove(NEXT), `${NEXT}: it is missing`],
    ['the one before has lost its last group', without(JOURNAL, -2), `${JOURNAL}, line 3`],
    ['the one before has lost all that comes last', without(JOURNAL, -2, 2), `${JOURNAL}, line 3`],
    ['the one before is torn', edit(JOURNAL, (text) => text.slice(0, -60)), `${JOURNAL}, line 3`],
    ['the last one follows another', edit(NEXT, nextAfter('0badcafe')), `${JOURNAL}, line 5`],
    [
      'the last one says that it is another',
      edit(NEXT, (text) => text.replace(':3,', ':4,')),
      `${NEXT}, line 1`,
    ],
  ])('of two journals, %s: is refused', async (_, damage, place) => {
    const { directory } = await filled()
    await rotated(directory)
    expect(await rowsIn(directory)).toHaveLength(4)
    await damage(directory)
    const before = await contentOf(directory)
    await expect(openDatabase({ directory })).rejects.toThrow(place)
    expect(await contentOf(directory)).toEqual(before)
  })

  test('a newer format is refused and left as it is', async () => {
    const { directory } = await filled()
    await rename(join(directory, JOURNAL), join(directory, fileName('journal', 2, FORMAT + 1)))
    const before = await contentOf(directory)
    const error = await openDatabase({ directory }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DatabaseTooNew)
    expect(String(error)).toContain(
      `has format version ${FORMAT + 1}, and this version reads none above ${FORMAT}`,
    )
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

describe('the end that was cut off', () => {
  test('is told, and kept beside', async () => {
    const { directory } = await filled()
    const whole = await readFile(join(directory, JOURNAL))
    const at = lastLineOf(whole)
    await writeFile(join(directory, JOURNAL), whole.subarray(0, -7))
    const notes: string[] = []
    const database = await openDatabase({ directory, tell: (note) => notes.push(note) })
    await database.close()
    const kept = `journal-000002.torn-at-${at}`
    expect(notes).toEqual([
      `The last ${whole.length - 7 - at} bytes of ${JOURNAL} in ${directory} are no whole change, ` +
        `as a kill or a power cut leaves it: they were cut off and are kept in ${kept}.`,
    ])
    expect(await readFile(join(directory, kept))).toEqual(whole.subarray(at, -7))
    expect((await stat(join(directory, kept))).mode & 0o777).toBe(0o600)
  })

  test('is kept of the last few journals only', async () => {
    const { directory } = await filled()
    for (let at = 1; at < 20; at++) await writeFile(join(directory, `journal-000001.torn-at-${at}`), 'x')
    await edit(JOURNAL, (text) => text.slice(0, -7))(directory)
    await rowsIn(directory)
    const kept = (await readdir(directory)).filter((name) => name.includes('torn'))
    expect(kept).toHaveLength(5)
    expect(kept).toContainEqual(expect.stringMatching(/^journal-000002/))
  })
})

const byPlace = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted()

describe('a directory of format 1', () => {
  const BEFORE = fileURLToPath(new URL('testing/format-1', import.meta.url))

  async function ofFormat1(): Promise<string> {
    const directory = await temporaryDirectory()
    await cp(BEFORE, directory, { recursive: true })
    return directory
  }

  /** Its rows by the last word on each, read without the code that is tested. */
  async function rowsOfFormat1(): Promise<unknown[]> {
    const rows = new Map<string, unknown>()
    for (const name of ['snapshot-000002.v1.ndjson', 'journal-000002.v1.ndjson'])
      for (const line of (await readFile(join(BEFORE, name), 'utf8')).trim().split('\n'))
        for (const row of (JSON.parse(line) as [string, unknown[][]])[1])
          rows.set(JSON.stringify(row.slice(0, 3)), row)
    return [...rows.values()]
  }

  test('opens with all it holds and is rewritten', async () => {
    const directory = await ofFormat1()
    const rows = byPlace(await rowsOfFormat1())
    expect(rows.length).toBeGreaterThan(10)
    expect(byPlace(await rowsIn(directory))).toEqual(rows)
    expect(Object.keys(await contentOf(directory))).toEqual([NEXT, NEXT.replace('journal', 'snapshot')])
    expect(byPlace(await rowsIn(directory))).toEqual(rows)
  })

  test('opens where a kill left the rewriting, and when its last line is torn', async () => {
    const directory = await ofFormat1()
    await edit('journal-000002.v1.ndjson', (text) => text.slice(0, -9))(directory)
    const begun = encodeMark({ journal: 3, after: null }, 0).bytes
    expect((await rowsIn(directory)).length).toBeGreaterThan(10)
    const again = await ofFormat1()
    await writeFile(join(again, NEXT), begun)
    await writeFile(join(again, 'snapshot.unfinished'), '["')
    expect(byPlace(await rowsIn(again))).toEqual(byPlace(await rowsOfFormat1()))
  })

  test('that nothing was saved in is as new', async () => {
    const directory = await temporaryDirectory()
    await writeFile(join(directory, 'journal-000001.v1.ndjson'), '')
    for (const _ of [1, 2]) {
      const database = await openDatabase({ directory })
      expect(database.isNew).toBe(true)
      await database.close()
    }
    expect(Object.keys(await contentOf(directory))).toEqual([fileName('journal', 1)])
  })
})

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

async function modesIn(directory: string): Promise<string[]> {
  const names = Object.keys(await contentOf(directory))
  return Promise.all([directory, ...names.map((name) => join(directory, name))].map(modeOf))
}

describe.skipIf(process.platform === 'win32')('what others may read', () => {
  test('is nothing, neither of a new directory nor of one that they could read', async () => {
    const { directory } = await filled()
    expect(await modesIn(directory)).toEqual(['700', '600', '600'])
    await chmod(directory, 0o755)
    for (const name of [JOURNAL, SNAPSHOT]) await chmod(join(directory, name), 0o644)
    await rowsIn(directory)
    expect(await modesIn(directory)).toEqual(['700', '600', '600'])
  })

  test('is what was theirs, where the directory holds other things too', async () => {
    const { directory } = await filled()
    await writeFile(join(directory, 'notes.txt'), 'ours')
    await chmod(directory, 0o755)
    await chmod(join(directory, JOURNAL), 0o644)
    await rowsIn(directory)
    expect([await modeOf(directory), await modeOf(join(directory, JOURNAL))]).toEqual(['755', '600'])
  })
})

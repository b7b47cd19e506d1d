import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { DatabaseFailure } from './errors.ts'
import { acknowledgedIn, startCrashWriter, startLimited } from './testing/crash-child.ts'
import { temporaryDirectory } from './testing/temporary-directory.ts'

const FILL_DESCRIPTORS = new URL('testing/fill-descriptors.ts', import.meta.url)
const FAILED = 'failed DatabaseFailure: The data could not be saved in'

test('a full disk fails every write from then on, and none that was acknowledged before', async () => {
  const directory = await temporaryDirectory()
  const lines = await startCrashWriter('write', directory, 'ulimit -f 90').ended
  const failed = lines.filter((line) => line.startsWith('failed'))
  expect(failed).toHaveLength(16)
  for (const line of failed) {
    expect(line).toContain(FAILED)
    expect(line).toContain('file too large (EFBIG). Everything answered before is safe')
  }
  const acknowledged = acknowledgedIn(lines.filter((line) => !line.startsWith('failed')))
  expect(acknowledged.size).toBeGreaterThan(0)
  const database = await openDatabase({ directory })
  for (const [writer, count] of acknowledged)
    expect(database.table<number>(null, 'counters').get(writer)).toBeGreaterThanOrEqual(count)
  await database.close()
})

test('a failed database says why, to every later write, until it is opened again', async () => {
  const directory = await temporaryDirectory()
  const told: string[] = []
  const database = await openDatabase({ directory, tellFailure: (says) => told.push(says) })
  const table = database.table(1, 'invoices').set('a', 1)
  await database.write()
  table.set('b', 1n)
  await expect(database.write()).rejects.toThrow(DatabaseFailure)
  const { failure } = database
  expect(failure?.message).toMatch(/^The data could not be saved in .*BigInt.*restart\.$/)
  await expect(database.write()).rejects.toBe(failure)
  table.set('b', 2)
  await expect(database.write()).rejects.toBe(failure)
  await expect(database.replace([])).rejects.toBe(failure)
  await database.close()
  expect(told).toEqual([failure?.message])
  const again = await openDatabase({ directory })
  expect(again.failure).toBeNull()
  expect([...again.rows()]).toEqual([[1, 'invoices', 'a', 1]])
  await again.close()
})

const isTold = (line: string) => line.startsWith('told ')

test('that no file can be opened fails no write, and a compaction is made when there are files again', async () => {
  const directory = await temporaryDirectory()
  const lines = await startLimited(FILL_DESCRIPTORS, [directory], 'ulimit -n 64').ended
  expect(lines.filter(isTold)).not.toEqual([])
  for (const line of lines.filter(isTold))
    expect(line).toMatch(/^told The data directory could not be compacted, which is tried again: .*EMFILE/)
  expect(lines.filter((line) => !isTold(line))).toEqual([
    'failure null',
    expect.stringMatching(/too many open files \(EMFILE\)\. The content is what it was before\.$/),
    'compacted',
  ])
  const database = await openDatabase({ directory })
  expect(database.table(1, 'documents').size).toBeGreaterThan(20)
  await database.close()
})

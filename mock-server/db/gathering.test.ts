import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

const TIMES = 40

/** Writes again and again, each time when it was told of the last, as a client does. */
async function writer(database: Database, key: number, times = TIMES): Promise<void> {
  for (let time = 1; time <= times; time++) {
    database.table(1, 'invoices').set(key, time)
    await database.write()
    await setImmediate()
  }
}

const groupsIn = async (directory: string): Promise<number> =>
  Object.values(await contentOf(directory))
    .join('')
    .split('\n').length - 2

test('those who write at the same time come to share each group, whenever they began', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase({ directory })
  const early = [1, 2, 3].map((key) => writer(database, key))
  await setImmediate()
  await Promise.all([...early, ...[4, 5, 6].map((key) => writer(database, key))])
  // In two camps that take turns they would be saved in twice as many.
  expect(await groupsIn(directory)).toBeLessThan(TIMES * 1.5)
  await database.close()
})

test('nobody waits for long for those who do not come again', async () => {
  const database = await openDatabase({ directory: await temporaryDirectory() })
  await Promise.all([writer(database, 1, 3), writer(database, 2, 3)])
  await Promise.race([writer(database, 1, 1), setTimeout(5000).then(() => expect.fail('still waits'))])
  await database.close()
})

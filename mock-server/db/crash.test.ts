import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import { acknowledgedIn, startCrashWriter, type Acknowledged } from './testing/crash-child.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

/** `CRASH_KILLS=30` for a longer run. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 5)
const KEPT = 20

/** Kills the writer after a random time, again and again over the same directory, and looks at what is there. */
async function killAgainAndAgain(
  mode: 'write' | 'replace',
  kills: number,
  check: (database: Database, acknowledged: Acknowledged) => void,
): Promise<string> {
  const directory = await temporaryDirectory()
  for (let kill = 0; kill < kills; kill++) {
    const child = startCrashWriter(mode, directory)
    await child.started
    await setTimeout(Math.random() * 400)
    await child.kill()
    const acknowledged = acknowledgedIn(await child.ended)
    expect(acknowledged.size).toBeGreaterThan(0)
    const database = await openDatabase({ directory })
    check(database, acknowledged)
    await database.close()
  }
  return directory
}

test(
  'a killed writer loses no acknowledged write and leaves no half of one',
  { timeout: 5000 * KILLS },
  async () => {
    const directory = await killAgainAndAgain('write', KILLS, (database, acknowledged) => {
      const counters = database.table<number>(null, 'counters')
      const documents = database.table<{ count: number }>(1, 'documents')
      for (const [writer, count] of acknowledged) expect(counters.get(writer)).toBeGreaterThanOrEqual(count)
      const expected = [...counters.entries()].flatMap(([writer, count]) =>
        Array.from({ length: Math.min(count, KEPT) }, (_, back) => `${writer}-${count - back}`),
      )
      expect([...documents.keys()].toSorted()).toEqual(expected.toSorted())
      expect(new Map(database.table(2, 'documents').entries())).toEqual(new Map(documents.entries()))
    })
    const [last = ''] = Object.keys(await contentOf(directory)).filter((name) => name.startsWith('snapshot'))
    expect(last, 'the journal was compacted again and again').toMatch(/^snapshot-0*[1-9]\d/)
  },
)

test('a killed replacement is whole or is not', { timeout: 5000 * KILLS }, async () => {
  await killAgainAndAgain('replace', Math.ceil(KILLS / 2), (database, acknowledged) => {
    const generations = [...database.table<number>(1, 'rows').values()]
    const [generation = 0] = generations
    expect(generations).toEqual(Array.from({ length: 400 }, () => generation))
    const last = acknowledged.get(0) ?? 0
    expect([last, last + 1]).toContain(generation)
  })
})

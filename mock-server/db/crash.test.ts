import { watch } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from './database.ts'
import {
  acknowledgedIn,
  startCrashWriter,
  type Acknowledged,
  type CrashChild,
} from './testing/crash-child.ts'
import { generationRows, type Mode } from './testing/generation.ts'
import { contentOf, temporaryDirectory } from './testing/temporary-directory.ts'

/** `CRASH_KILLS=30` for a longer run. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 6)
const KEPT = 3

/** How long a kill may take until it counts as hanging, in milliseconds. Nothing that is proved depends on it. */
const WATCHDOG = 60_000

/** Resolves when a file of that name was made, renamed or written in the directory, after the call. */
async function touched(directory: string, name: RegExp, child: CrashChild): Promise<void> {
  const ended = new AbortController()
  void child.ended.then(() => ended.abort())
  for await (const { filename } of watch(directory, ended)) if (name.test(filename ?? '')) break
  ended.abort()
}

type Moment = (child: CrashChild, directory: string) => Promise<void>

const FIRST: Moment = (child) => child.says(1 + Math.floor(Math.random() * 20))
const AFTER_MANY: Moment = (child) => child.says(1 + Math.floor(Math.random() * 400))
const when =
  (name: RegExp): Moment =>
  (child, directory) =>
    touched(directory, name, child)

/** When a writer is killed: after some acknowledged writes, or at a step of a compaction. */
const MOMENTS: readonly Moment[] = [
  AFTER_MANY,
  when(/^journal\.unfinished$/),
  when(/^snapshot\.unfinished$/),
  FIRST,
  when(/^snapshot-/),
  when(/^journal-/),
]

/** Kills the writer again and again over the same directory, and looks at what is there. */
async function killAgainAndAgain(
  mode: Mode,
  kills: number,
  check: (database: Database, acknowledged: Acknowledged) => void,
): Promise<string> {
  const directory = await temporaryDirectory()
  for (let kill = 0; kill < kills; kill++) {
    const child = startCrashWriter(mode, directory)
    await child.started
    await MOMENTS[kill % MOMENTS.length]?.(child, directory)
    await child.kill()
    const acknowledged = acknowledgedIn(await child.ended)
    expect(acknowledged.size).toBeGreaterThan(0)
    const make = (generation: unknown) => Promise.resolve(generationRows(mode, Number(generation)))
    const database = await openDatabase({ directory, make })
    check(database, acknowledged)
    await database.close()
  }
  return directory
}

test(
  'a killed writer loses no acknowledged write and leaves no half of one',
  { timeout: WATCHDOG * KILLS },
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
    // In each round of moments a compaction was begun four times, and its snapshot seen once.
    const names = Object.keys(await contentOf(directory))
    const newest = Math.max(...names.map((name) => Number(/^snapshot-(\d+)/.exec(name)?.[1] ?? 0)))
    expect(newest).toBeGreaterThanOrEqual(Math.floor(KILLS / MOMENTS.length))
  },
)

test.each<[string, Mode]>([
  ['replacement', 'replace'],
  ['replacement by what can be made again', 'remake'],
])('a killed %s is whole or is not', { timeout: WATCHDOG * KILLS }, async (_, mode) => {
  await killAgainAndAgain(mode, Math.ceil(KILLS / 2), (database, acknowledged) => {
    const rows = [...database.rows()]
    const generation = Number(rows[0]?.[3])
    expect(isDeepStrictEqual(rows, generationRows(mode, generation))).toBe(true)
    const last = acknowledged.get(0) ?? 0
    expect([last, last + 1]).toContain(generation)
  })
})

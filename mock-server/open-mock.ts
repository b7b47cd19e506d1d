import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT, parseDialect, type Dialect } from '../schemas/dialect.ts'
import { RUNNING } from './clock.ts'
import { fill, madeAgain, newSecret, read, readBegan, type Meta, type Source } from './content.ts'
import { openDatabase, type Database, type DatabaseOptions } from './db/database.ts'
import { FilledMeanwhile } from './db/errors.ts'
import { readDialect } from './dialects/files.ts'
import { DEFAULT_SEED, Mock, type MockOptions } from './mock.ts'
import { MockRefused } from './mock-refused.ts'
import { keepWarnings } from './warnings.ts'

/**
 * Opens the data and fills it where it is new.
 * @throws MockRefused, DatabaseRefused, DialectError or ScenarioError when that cannot be done as asked
 */
export async function openMock(options: MockOptions): Promise<Mock> {
  const { reset = false } = options
  const dialect = typeof options.dialect === 'string' ? readDialect(options.dialect) : options.dialect
  const told = dialect === undefined ? undefined : parseDialect(dialect)
  const { warnings, tell } = keepWarnings(options.tell)
  const db = await openDatabase(placeOf(options, tell))
  try {
    if (reset && !db.isNew) await db.alone(() => forgetCopies(db))
    const filled = () => fillFirst(db, freshMeta(options, told?.dialect))
    // Several that share the data may be started with a reset at once.
    const notes = db.isNew ? await filled() : reset ? await db.alone(filled) : null
    if (notes === null) refuseFilling(options, db)
    const mock = new Mock(db, warnings, options.journal)
    mock.notes = notes ?? []
    if (dialect !== undefined) await db.alone(() => mock.setDialect(dialect))
    return mock
  } catch (error) {
    await db.close()
    throw error
  }
}

function placeOf(options: MockOptions, tell: (note: string) => void): DatabaseOptions {
  const { data, database } = options
  if (database !== undefined && data !== undefined)
    throw new MockRefused((named) => `Give ${named('data')} or ${named('database')}, not both.`)
  // Not kept as a warning: health says by itself for how long it is so.
  const tellFailure = (says: string): void => options.tell?.(says)
  if (database !== undefined) return { database, tellFailure }
  return data === undefined ? { memory: true } : { directory: data, tell, tellFailure, make: madeAgain }
}

/** What the mock cannot imitate of what the scenario says; null where another process filled the database first. */
async function fillFirst(db: Database, meta: Meta): Promise<readonly string[] | null> {
  let notes: readonly string[] = []
  try {
    await fill(db, meta, ({ dialect: own }) => (notes = own?.notes ?? []))
    return notes
  } catch (error) {
    if (error instanceof FilledMeanwhile) return null
    throw error
  }
}

const forgetCopies = (db: Database): Promise<void> =>
  db.changeCopies((change) => [...db.copies.keys()].forEach((name) => change({ forget: name })))

function freshMeta(
  { scenario = 'default', seed = DEFAULT_SEED }: MockOptions,
  dialect: Dialect = { ...DEFAULT_DIALECT },
): Meta {
  const named = typeof scenario === 'string'
  const source = { scenario: named ? scenario : 'custom', seed, definition: named ? null : scenario }
  return { source, began: source, clock: RUNNING, dialect, secret: newSecret() }
}

/** A database that others have open too is filled by the first of them: the others want the same, or say nothing of it. */
function refuseFilling(options: MockOptions, db: Database): void {
  const { data, scenario, seed } = options
  if (db.isShared) return expectSame(options, readBegan(db) ?? read(db, 'source'))
  const given = scenario !== undefined ? 'scenario' : seed !== undefined ? 'seed' : undefined
  if (given !== undefined)
    throw new MockRefused(
      (named) =>
        `${data} is filled already, so ${named(given)} has no effect: leave it out, or add ${named('reset')}.`,
    )
}

function expectSame({ scenario, seed }: MockOptions, began: Source): void {
  const asked = freshMeta({ scenario, seed }).source
  const isSame = scenario === undefined || isDeepStrictEqual({ ...asked, seed: 0 }, { ...began, seed: 0 })
  if (isSame && (seed === undefined || seed === began.seed)) return
  throw new MockRefused(
    (named) =>
      `The database was filled with the scenario ${began.scenario} and seed ${began.seed}: leave ${named('scenario')} and ${named('seed')} out or give the same, or add ${named('reset')}.`,
  )
}

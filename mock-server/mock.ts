import { readFileSync } from 'node:fs'
import { listed } from '../scenarios/mistakes.ts'
import { DialectError, parseDialect, type Dialect } from '../schemas/dialect.ts'
import { messageOf } from '../schemas/thrown.ts'
import { Clock, RUNNING } from './clock.ts'
import { fill, metaTable, newSecret, read, type Meta, type Source } from './content.ts'
import { openDatabase, type Database } from './db/database.ts'
import { MockRefused } from './mock-refused.ts'
import { Stores } from './store/stores.ts'

export interface MockOptions {
  /** What a fresh mock is filled with: the name or file of a scenario, or the scenario itself. Left out, `default`. */
  scenario?: string | object | undefined
  /** The same seed makes the same data. Left out, `DEFAULT_SEED`. */
  seed?: number | undefined
  /** Answers to open questions, key to value, or a JSON file of them; the mock's own for what is left out. */
  dialect?: string | object | undefined
  /** Directory that keeps the data; without it nothing is kept. */
  data?: string | undefined
  /** Fills the directory anew, whatever it holds. */
  reset?: boolean | undefined
  /** Told in a sentence what should be known of the data and no answer says: that a torn end was cut off. */
  tell?: ((warning: string) => void) | undefined
}

/** The seed of a scenario that is loaded without one. */
export const DEFAULT_SEED = 1

/** Everything behind the two APIs: the stores with their data, the clock, the dialect. */
export class Mock {
  readonly db: Database
  readonly clock: Clock
  readonly stores: Stores
  /** What the mock cannot imitate of the dialect it was told, one line each. */
  notes: readonly string[] = []
  /** What was told of the data, the latest last. */
  readonly warnings: readonly string[]
  #turn: Promise<void> = Promise.resolve()

  constructor(db: Database, warnings: readonly string[] = []) {
    this.db = db
    this.warnings = warnings
    this.clock = new Clock(read(db, 'clock'))
    this.stores = new Stores(db)
  }

  get source(): Source {
    return read(this.db, 'source')
  }

  get dialect(): Dialect {
    return read(this.db, 'dialect')
  }

  get secret(): string {
    return read(this.db, 'secret')
  }

  /** Saves where the clock stands. */
  saveClock(): Promise<void> {
    return this.#inTurn(() => {
      metaTable(this.db).set('clock', this.clock.state)
      return this.db.write()
    })
  }

  /** @throws DialectError */
  setDialect(value: unknown): Promise<void> {
    return this.#inTurn(() => {
      const { dialect, notes } = parseDialect(value)
      this.notes = notes
      metaTable(this.db).set('dialect', dialect)
      return this.db.write()
    })
  }

  /**
   * Puts a scenario in the place of all stores, all or nothing; clock and dialect stay as they are. What was asked of a
   * store before and would change it after fails with `ContentGone`.
   * @throws MockRefused where it is none
   */
  load(source: Source): Promise<void> {
    return this.#inTurn(async () => {
      const { clock, dialect } = this
      const meta = { source, clock: clock.state, dialect, secret: newSecret() }
      await fill(this.db, meta, () => this.stores.reload())
    })
  }

  /** One change of the whole after the other: what changes while a scenario is loaded would be lost with the old data. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(change)
    this.#turn = done.catch(() => {})
    return done
  }

  close(): Promise<void> {
    return this.db.close()
  }
}

/**
 * Opens the data and fills it where it is new.
 * @throws MockRefused, DatabaseRefused, DialectError or ScenarioError when that cannot be done as asked
 */
export async function openMock(options: MockOptions): Promise<Mock> {
  const { data, reset = false } = options
  const dialect = typeof options.dialect === 'string' ? readDialect(options.dialect) : options.dialect
  const told = dialect === undefined ? undefined : parseDialect(dialect)
  const { warnings, tell } = keepWarnings(options.tell)
  const db = await openDatabase(data === undefined ? { memory: true } : { directory: data, tell })
  try {
    if (db.isNew || reset) await fill(db, freshMeta(options, told?.dialect))
    else refuseFilling(options)
    const mock = new Mock(db, warnings)
    if (dialect !== undefined) await mock.setDialect(dialect)
    return mock
  } catch (error) {
    await db.close()
    throw error
  }
}

const KEPT_WARNINGS = 20

function keepWarnings(told: MockOptions['tell']) {
  const warnings: string[] = []
  const tell = (warning: string): void => {
    warnings.push(warning)
    warnings.splice(0, warnings.length - KEPT_WARNINGS)
    told?.(warning)
  }
  return { warnings, tell }
}

function readDialect(file: string): unknown {
  try {
    const dialect: unknown = JSON.parse(readFileSync(file, 'utf8'))
    parseDialect(dialect)
    return dialect
  } catch (error) {
    if (error instanceof DialectError) throw new MockRefused(inFile(file, error), { cause: error })
    throw new MockRefused(`The dialect file ${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

const inFile = (file: string, { problems, message }: DialectError): string =>
  problems.length === 1 ? `${file}: ${message}` : listed(file, problems)

function freshMeta(
  { scenario = 'default', seed = DEFAULT_SEED }: MockOptions,
  dialect = parseDialect({}).dialect,
): Meta {
  const named = typeof scenario === 'string'
  const source = { scenario: named ? scenario : 'custom', seed, definition: named ? null : scenario }
  return { source, clock: RUNNING, dialect, secret: newSecret() }
}

function refuseFilling({ data, scenario, seed }: MockOptions): void {
  const given = scenario !== undefined ? 'scenario' : seed !== undefined ? 'seed' : undefined
  if (given !== undefined)
    throw new MockRefused(
      (named) =>
        `${data} is filled already, so ${named(given)} has no effect: leave it out, or add ${named('reset')}.`,
    )
}

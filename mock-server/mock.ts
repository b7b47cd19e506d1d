import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listed } from '../scenarios/mistakes.ts'
import type { State } from '../scenarios/state.ts'
import { DialectError, parseDialect, type Dialect } from '../schemas/dialect.ts'
import { Clock, RUNNING, type ClockState } from './clock.ts'
import { openDatabase, type Database } from './db/database.ts'
import type { Row } from './db/tables.ts'
import { stateRows } from './store/fill.ts'
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
}

/** The seed of a scenario that is loaded without one. */
export const DEFAULT_SEED = 1

/** Where the data came from, so that a reset can make it again. */
export interface Source {
  /** Name, file or `custom`. */
  scenario: string
  seed: number
  /** The scenario itself where it was given as such. */
  definition: object | null
}

/** What is kept beside the stores, in the table `meta` of the whole system. */
interface Meta {
  source: Source
  clock: ClockState
  dialect: Dialect
  /** Signs download URLs. */
  secret: string
}

/** How the options of a mock are called: flags on the command line, properties in a program. */
type OptionName = (option: string) => string

/** The mock cannot be started as asked; the message is for people and says what to do. */
export class MockRefused extends Error {
  /** The same for people who typed a command. */
  readonly forCommand: string

  constructor(says: string | ((named: OptionName) => string), options?: ErrorOptions) {
    const said = typeof says === 'string' ? () => says : says
    super(
      said((option) => `\`${option}\``),
      options,
    )
    this.forCommand = said((option) => `--${option}`)
  }
}

/** Everything behind the two APIs: the stores with their data, the clock, the dialect. */
export class Mock {
  readonly db: Database
  readonly clock: Clock
  readonly stores: Stores
  /** What the mock cannot imitate of the dialect it was told, one line each. */
  notes: readonly string[] = []
  #turn: Promise<void> = Promise.resolve()

  constructor(db: Database) {
    this.db = db
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
   * Puts a scenario in the place of all stores, all or nothing; clock and dialect stay as they are.
   * @throws MockRefused where it is none
   */
  load(source: Source): Promise<void> {
    return this.#inTurn(async () => {
      const { clock, dialect, secret } = this
      await fill(this.db, { source, clock: clock.state, dialect, secret })
      this.stores.reload()
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
  const db = await openDatabase(data === undefined ? { memory: true } : { directory: data })
  try {
    if (db.isNew || reset) await fill(db, freshMeta(options, told?.dialect))
    else refuseFilling(options)
    const mock = new Mock(db)
    if (dialect !== undefined) await mock.setDialect(dialect)
    return mock
  } catch (error) {
    await db.close()
    throw error
  }
}

function readDialect(file: string): unknown {
  try {
    const dialect: unknown = JSON.parse(readFileSync(file, 'utf8'))
    parseDialect(dialect)
    return dialect
  } catch (error) {
    if (error instanceof DialectError) throw new MockRefused(inFile(file, error), { cause: error })
    // Whatever keeps the file from being read, its message is what people need.
    throw new MockRefused(`The dialect file ${file} cannot be read: ${(error as Error).message}`, {
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
  return { source, clock: RUNNING, dialect, secret: randomBytes(32).toString('base64url') }
}

function refuseFilling({ data, scenario, seed }: MockOptions): void {
  const given = scenario !== undefined ? 'scenario' : seed !== undefined ? 'seed' : undefined
  if (given !== undefined)
    throw new MockRefused(
      (named) =>
        `${data} is filled already, so ${named(given)} has no effect: leave it out, or add ${named('reset')}.`,
    )
}

async function fill(db: Database, meta: Meta): Promise<void> {
  await db.replace([...metaRows(meta), ...stateRows(await stateOf(meta))])
}

function* metaRows(meta: Meta): Iterable<Row> {
  for (const [key, value] of Object.entries(meta)) yield [null, 'meta', key, value]
}

/** Making up data is loaded only when there is some to make: it takes longer than the rest of the start. */
async function stateOf({ source, clock, dialect }: Meta): Promise<State> {
  const { buildScenario, loadScenario } = await import('../scenarios/loader.ts')
  const { scenario, definition, seed } = source
  const options = { seed, dialect, now: new Clock(clock).now() }
  return builtAsAsked(() =>
    definition === null ? loadScenario(scenario, options) : buildScenario(definition, options),
  )
}

/** What `build` makes of a scenario that somebody gave. @throws MockRefused where it is none */
export async function builtAsAsked<T>(build: () => T): Promise<T> {
  const { ScenarioError } = await import('../scenarios/mistakes.ts')
  try {
    return build()
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw new MockRefused(error.message, { cause: error })
  }
}

const metaTable = (db: Database) => db.table<Meta[keyof Meta], keyof Meta>(null, 'meta')

function read<K extends keyof Meta>(db: Database, key: K): Meta[K] {
  const value = metaTable(db).get(key)
  if (value === undefined) throw new Error(`The data has no ${key}`)
  // What the row of this key holds is written nowhere but here.
  return value as Meta[K]
}

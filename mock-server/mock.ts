import { parseDialect, type Dialect } from '../schemas/dialect.ts'
import { Clock } from './clock.ts'
import { fill, metaTable, newSecret, read, readBegan, readFaults, type Source } from './content.ts'
import type { CopyChange } from './db/change.ts'
import type { Database, Elsewhere } from './db/database.ts'
import { Faults, type Played } from './faults/faults.ts'
import type { FaultCount, Fitting } from './faults/standing-fault.ts'
import { Events } from '../schemas/journal/events.ts'
import { DEFAULT_LIMIT, Journal } from '../schemas/journal/journal.ts'
import { weightOf, type Entry } from './journal/entry.ts'
import { ToldEvents } from './journal/told-events.ts'
import { Stores } from './store/stores.ts'
import { Tallies } from './tallies.ts'

/** Data, dialect and journal of a mock. */
export interface MockOptions {
  /** Scenario that fills a new mock: a name, a file or an object. The default is the scenario `default`. */
  scenario?: string | object | undefined
  /** Seed of the generated data: the same seed generates the same data. The default is 1. */
  seed?: number | undefined
  /** Answers to open questions: an object, a JSON file, or the name `strict`. Missing answers get their defaults. */
  dialect?: string | object | undefined
  /** Directory that keeps the data. Without `data` and `database`, the data is in memory only. */
  data?: string | undefined
  /** URL of a PostgreSQL database that keeps the data. All mocks on one database share their state. */
  database?: string | undefined
  /** True to delete all existing data and start from the scenario. */
  reset?: boolean | undefined
  /** Number of requests that the journal keeps; 0 switches it off. The default is 1,000. */
  journal?: number | undefined
  /** Called with a sentence about a problem of the data, for example that a change could not be saved. */
  tell?: ((warning: string) => void) | undefined
}

/** The seed of a scenario that is loaded without one. */
export const DEFAULT_SEED = 1

/** Everything behind the two APIs: the stores with their data, the clock, the dialect. */
export class Mock {
  readonly db: Database
  readonly clock: Clock
  readonly stores: Stores
  readonly faults: Faults
  /** What of the contract the traffic met; outlives a reset, as tests prepare by one. */
  readonly tallies = new Tallies()
  /** Where those of this process are counted: there, or where several share the data, to be told to all. */
  readonly counted: Tallies
  /** The requests that came. */
  readonly journal: Journal<Entry>
  /** Tells what happens to whoever listens. */
  readonly events: Events
  /** What the mock cannot imitate of the dialect it was told, one line each. */
  notes: readonly string[] = []
  /** What was told of the data, the latest last. */
  readonly warnings: readonly string[]
  #turn: Promise<void> = Promise.resolve()

  constructor(db: Database, warnings: readonly string[] = [], journal = DEFAULT_LIMIT) {
    this.db = db
    this.warnings = warnings
    this.events = db.feed ? new ToldEvents(db.feed) : new Events()
    this.counted = db.feed ? new Tallies() : this.tallies
    this.clock = new Clock(read(db, 'clock'))
    this.stores = new Stores(db)
    const played = ({ id, effect }: Played, { operation, method }: Fitting) => {
      if (effect?.kind === 'expired' && effect.all === true) metaTable(db).set('secret', newSecret())
      this.events.emit('fault', { change: 'played', id, operation, method })
    }
    // Where others have the data open too, all of them count as one.
    const counts = db.isShared ? () => db.table<FaultCount, string>(null, 'fault_counts') : undefined
    this.faults = new Faults(readFaults(db), played, counts)
    this.journal = new Journal(weightOf, journal)
    db.watch((elsewhere) => this.#follow(elsewhere))
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

  /** Saves which faults stand. */
  saveFaults(): Promise<void> {
    return this.#inTurn(() => {
      metaTable(this.db).set('faults', this.faults.kept)
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
   * Puts a scenario in the place of all stores, all or nothing; clock, dialect and faults stay as they are, unless the
   * scenario has some of its own. What was asked of a store before and would change it after fails with `ContentGone`.
   * @throws MockRefused where it is none
   */
  load(source: Source): Promise<void> {
    return this.#inTurn(async () => {
      const { clock, dialect, faults } = this
      const began = readBegan(this.db)
      const meta = {
        source,
        ...(began && { began }),
        clock: clock.state,
        dialect,
        faults: faults.kept,
        secret: newSecret(),
      }
      let opening: Promise<void> | undefined
      await fill(this.db, meta, (said) => {
        if (said.clock) clock.state = read(this.db, 'clock')
        if (said.dialect) this.notes = said.dialect.notes
        if (said.faults) faults.replace(said.faults)
        this.stores.reload()
        // While the disk takes the rest of it.
        opening = this.stores.prepareAll()
      })
      await opening
    })
  }

  /**
   * Keeps copies of the content, or brings them back, and whatever else `work` changes in the same tick, all or nothing.
   * @throws what `work` throws, before it has changed anything
   */
  changeCopies(work: (change: (change: CopyChange) => void) => void): Promise<void> {
    return this.#inTurn(() => this.db.changeCopies(work))
  }

  /** What others changed, or what was taken back, is read anew. */
  #follow({ all, system, stores }: Elsewhere): void {
    for (const store of stores) this.stores.forget(store)
    if (!all && !system) return
    this.clock.state = read(this.db, 'clock')
    this.faults.reread(readFaults(this.db))
    if (all) this.stores.reload()
    else this.stores.refile()
  }

  /** To be called in the tick in which a copy took the place of everything. */
  reread(): void {
    this.clock.state = read(this.db, 'clock')
    this.notes = []
    this.stores.reload()
    this.faults.replace(readFaults(this.db))
  }

  /** One change of the whole after the other: what changes while a scenario is loaded would be lost with the old data. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(change)
    this.#turn = done.catch(() => {})
    return done
  }

  close(): Promise<void> {
    this.faults.held.release()
    this.events.close()
    return this.db.close()
  }
}

import { randomBytes } from 'node:crypto'
import type { State } from '../scenarios/state.ts'
import type { Dialect } from '../schemas/dialect.ts'
import { Clock, clockState, type ClockState } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Row } from './db/change.ts'
import { enactedRows } from './enact.ts'
import { numbered } from './faults/faults.ts'
import type { KeptFault } from './faults/standing-fault.ts'
import { letGather } from './garbage.ts'
import { MockRefused } from './mock-refused.ts'
import { inSlices, turn } from './slices.ts'

/** Where the data came from, so that a reset can make it again. */
export interface Source {
  /** Name, file or `custom`. */
  scenario: string
  seed: number
  /** The scenario itself where it was given as such. */
  definition: object | null
}

/** What is kept beside the stores, in the table `meta` of the whole system. */
export interface Meta {
  source: Source
  /** That with which it was filled at first; data of earlier versions do not say it. */
  began?: Source
  clock: ClockState
  dialect: Dialect
  /** What goes wrong on purpose; those who never had any have no such row. */
  faults?: readonly KeptFault[]
  /** Signs download URLs. Each scenario gets its own when it is loaded, as ids begin again: no old URL shall fit. */
  secret: string
}

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What a scenario says of how the mock is set, where it says anything. */
export interface Said extends Pick<State, 'clock' | 'dialect'> {
  faults?: KeptFault[]
}

/** All that content is made of: the same makes the same, by the same version of the kit. */
interface Recipe {
  readonly meta: Meta
  /** In milliseconds since 1970. */
  readonly now: number
}

/** Puts a scenario in the place of all that is there. What it says of how the mock is set holds from then on, and is told. */
export async function fill(db: Database, meta: Meta, swapped?: (said: Said) => void): Promise<void> {
  letGather()
  const recipe: Recipe = { meta, now: new Clock(meta.clock).now() }
  const { rows, said } = await made(recipe)
  await db.replace(rows, () => swapped?.(said), (await isOfKit(meta.source)) ? recipe : undefined)
}

/** The rows that `fill` gave a database with this recipe. */
export async function madeAgain(recipe: unknown): Promise<Iterable<Row>> {
  // cast: what `fill` gave.
  const { rows } = await made(recipe as Recipe)
  return rows
}

/** A file may be another by the next time, and a scenario that was given may be as long as what is made of it. */
async function isOfKit({ scenario, definition }: Source): Promise<boolean> {
  const { isFile } = await import('../scenarios/files.ts')
  return definition === null && !isFile(scenario)
}

async function made({ meta, now }: Recipe): Promise<{ rows: Iterable<Row>; said: Said }> {
  const { faults, ...state } = await stateOf(meta, now)
  const { clock, dialect } = state
  const said: Said = { ...state, ...(faults && { faults: numbered(faults) }) }
  const all = {
    ...meta,
    ...(clock && { clock: clockState(clock) }),
    ...(dialect && { dialect: dialect.dialect }),
    ...(said.faults && { faults: said.faults }),
  }
  return { rows: rowsOf(all, await enactedRows(state, all.dialect)), said }
}

/** Made as they are asked for: a scenario may have hundreds of thousands. */
function* rowsOf(meta: Meta, stores: Iterable<Row>): Iterable<Row> {
  for (const [key, value] of Object.entries(meta)) yield [null, 'meta', key, value]
  yield* stores
}

/** Has what checks scenarios compiled, a part in a round of the event loop; it takes no time once that was done. */
export async function readyToCheck(): Promise<void> {
  const { compileSteps } = await import('../scenarios/schema-check.ts')
  for (const _ of compileSteps()) await turn()
}

/** Making up data is loaded only when there is some to make: it takes longer than the rest of the start. What takes longest of it is loaded by itself. */
async function loader() {
  await import('../fixtures/seeded-faker.ts')
  await turn()
  await import('../scenarios/files.ts')
  await turn()
  return import('../scenarios/loader.ts')
}

async function stateOf({ source, dialect }: Meta, now: number): Promise<State> {
  const { scenarioSteps } = await loader()
  const { scenario, definition, seed } = source
  const options = { seed, dialect, now }
  // Those of the kit are checked by its tests.
  if (definition) await readyToCheck()
  return builtAsAsked(() => inSlices(scenarioSteps(definition ?? scenario, options)))
}

/** What `build` makes of a scenario that somebody gave. @throws MockRefused where it is none */
export async function builtAsAsked<T>(build: () => T | Promise<T>): Promise<T> {
  const { ScenarioError } = await import('../scenarios/mistakes.ts')
  try {
    return await build()
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw new MockRefused(error.message, { cause: error })
  }
}

export const metaTable = (db: Database) => db.table<NonNullable<Meta[keyof Meta]>, keyof Meta>(null, 'meta')

/** What is kept under a key. */
export function read<K extends Exclude<keyof Meta, 'faults' | 'began'>>(db: Database, key: K): Meta[K] {
  const value = metaTable(db).get(key)
  if (value === undefined) throw new Error(`The data has no ${key}`)
  // What the row of this key holds is written nowhere but here.
  return value as Meta[K]
}

/** The faults that are kept. */
export function readFaults(db: Database): readonly KeptFault[] {
  // As above; data of before there were any has none.
  return (metaTable(db).get('faults') ?? []) as readonly KeptFault[]
}

/** With what it was filled at first, where that is known. */
export function readBegan(db: Database): Source | undefined {
  // As above.
  return metaTable(db).get('began') as Source | undefined
}

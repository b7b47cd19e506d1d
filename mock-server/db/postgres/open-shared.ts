import type { Database } from '../interface.ts'
import { load } from './load.ts'
import { SYSTEM } from './log.ts'
import { Memory } from './memory.ts'
import { adviceOn, saysOf, ServerRefused } from './place.ts'
import { prepareSchema } from './schema.ts'
import { Server } from './server.ts'
import { SharedDatabase, type Upkeep } from './shared-database.ts'

const UPKEEP: Upkeep = { idleMs: 300_000, longAt: 1000, lookMs: 5000 }

export interface SharedOptions extends Partial<Upkeep> {
  /** `postgres://user:password@host:5432/name`, with its parameters. */
  readonly database: string
  /** Told that, and why, nothing is saved, and when that is over. */
  readonly tellFailure?: ((says: string) => void) | undefined
}

/**
 * Opens a PostgreSQL database, which other processes may have open too: all of them are one.
 * @throws DatabaseRefused where it can't be reached or used
 */
export async function openShared({
  database,
  tellFailure = () => {},
  ...upkeep
}: SharedOptions): Promise<Database> {
  const server = await Server.at(database)
  try {
    await prepareSchema(server)
    const memory = new Memory()
    const system = await load(server, SYSTEM, memory.mayChange)
    if (system) memory.hold(system)
    return new SharedDatabase(server, memory, { ...UPKEEP, ...upkeep }, tellFailure)
  } catch (error) {
    await server.close()
    throw error instanceof ServerRefused
      ? error
      : new ServerRefused(server.place, `cannot be used: ${saysOf(error)}.${adviceOn(error)}`, error)
  }
}

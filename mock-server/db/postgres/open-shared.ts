import type { Database } from '../interface.ts'
import { load } from './load.ts'
import { SYSTEM } from './log.ts'
import { Memory } from './memory.ts'
import { saysOf, ServerRefused } from './place.ts'
import { prepareSchema } from './schema.ts'
import { Server } from './server.ts'
import { SharedDatabase } from './shared-database.ts'

/** How long a store stays in memory of which nobody asks anything, in milliseconds. */
const IDLE_MS = 300_000

export interface SharedOptions {
  /** `postgres://user:password@host:5432/name`, with its parameters. */
  readonly database: string
  /** How long a store stays in memory of which nobody asks anything, in milliseconds. */
  readonly idleMs?: number
}

/**
 * Opens a PostgreSQL database, which other processes may have open too: all of them are one.
 * @throws DatabaseRefused where it can't be reached or used
 */
export async function openShared({ database, idleMs = IDLE_MS }: SharedOptions): Promise<Database> {
  const server = await Server.at(database)
  try {
    await prepareSchema(server)
    const memory = new Memory()
    const system = await load(server, SYSTEM, memory.mayChange)
    if (system) memory.hold(system)
    return new SharedDatabase(server, memory, idleMs)
  } catch (error) {
    await server.close()
    throw error instanceof ServerRefused
      ? error
      : new ServerRefused(server.place, `cannot be used: ${saysOf(error)}.`, error)
  }
}

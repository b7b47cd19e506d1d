import { openDatabase } from '../database.ts'
import type { Row } from '../change.ts'
import { sharedPostgres } from './postgres.ts'
import { startWire } from './wire.ts'

/** Opens a new database with these rows twice: by a wire that can be cut or held, with what it tells of failures, and by one that it is reached by at all times. */
export async function openBehindWire(rows: readonly Row[]) {
  const server = await sharedPostgres()
  const url = await server.newDatabase()
  const wire = await startWire(server)
  const others = await openDatabase({ database: url })
  await others.replace(rows)
  const told: string[] = []
  const database = await openDatabase({
    database: wire.url(new URL(url).pathname.slice(1)),
    tellFailure: (says) => told.push(says),
  })
  const close = async (): Promise<void> => {
    await Promise.all([database.close(), others.close()])
    await wire.close()
  }
  return { url, wire, others, database, told, close }
}

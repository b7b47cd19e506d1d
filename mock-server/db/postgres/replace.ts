import type { Row } from '../change.ts'
import { Log, SYSTEM } from './log.ts'
import type { Memory } from './memory.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './statement.ts'
import { Conflict } from './turn.ts'
import { COPIES } from './copies.ts'
import { createLog, dropLogs } from './whole.ts'

/** Tables of the whole system that outlive its content. */
const LASTING = [COPIES, 'fault_counts']

/** The rows by the log that they belong to; what belongs to the whole system has one in any case, and keeps what is lasting. */
export function logsOf(rows: Iterable<Row>, memory: Memory): Log[] {
  const system = new Log(SYSTEM, null, memory.mayChange)
  for (const table of memory.hasSystem ? LASTING : [])
    for (const [key, document] of memory.of(SYSTEM).log.table(table).entries())
      system.apply([[table, key, document]])
  const logs = new Map([[SYSTEM, system]])
  for (const [store, table, key, document] of rows) {
    const number = store ?? SYSTEM
    const log = logs.get(number) ?? new Log(number, null, memory.mayChange)
    logs.set(number, log)
    log.apply([[table, key, document]])
  }
  return [...logs.values()]
}

/**
 * Puts logs in the place of all that there are.
 * @param known the log of the whole system whose place they take; undefined where there was none
 * @returns the numbers that they have got
 * @throws Conflict where another process did that first
 */
export async function writeAll(
  queries: Queries,
  logs: readonly Log[],
  known: number | undefined,
): Promise<Map<Log, number>> {
  await expectSystem(queries, known)
  const all = await queries.query<{ id: number }>({
    text: `select id::float8 as id from ${SCHEMA}.logs where store is not null order by id for update`,
  })
  await dropLogs(
    queries,
    all.map(({ id }) => id),
  )
  const made = new Map<Log, number>()
  for (const log of logs) made.set(log, await createLog(queries, log.store, log.rows()))
  return made
}

/** So that of several that fill a new database one does, and the others find it filled. */
const LOCK = 0x1_4b_69_75

async function expectSystem(queries: Queries, known: number | undefined): Promise<void> {
  await queries.query({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK] })
  // Stores come and go with a change of this log: once it is ours, a statement sees all there are, and no other comes.
  const [system] = await queries.query<{ id: number }>({
    text: `select id::float8 as id from ${SCHEMA}.logs where store = ${SYSTEM} for update`,
  })
  if (system?.id !== known) throw new Conflict()
}

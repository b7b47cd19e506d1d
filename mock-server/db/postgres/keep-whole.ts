import { randomUUID } from 'node:crypto'
import { keepCopies, keepWindows } from './copies.ts'
import type { Log } from './log.ts'
import type { Memory } from './memory.ts'
import { writeAll } from './replace.ts'
import { SCHEMA } from './schema.ts'
import type { Server } from './server.ts'
import type { Queries } from './statement.ts'
import { Conflict } from './turn.ts'
import { createLog, dropLogs, forgetUnused } from './whole.ts'

/**
 * Keeps all that changed in memory, stores that came or went and copies too, all or nothing, where all that changed is as it was
 * known. Whether it was.
 */
export async function keepWhole(server: Server, memory: Memory): Promise<boolean> {
  try {
    const positions = await server.transaction(async (queries) => {
      const { replaced, copying } = memory
      const made =
        replaced === null
          ? await keepEach(queries, memory)
          : await writeAll(queries, logsIn(memory), replaced)
      await keepWindows(queries, copying)
      await keepCopies(queries, copying)
      if (memory.dropped.size + copying.length > 0 || replaced !== null) await forgetUnused(queries)
      return made
    })
    for (const log of new Set([...memory.changed, ...positions.keys()])) log.position = moved(log, positions)
    return true
  } catch (error) {
    if (error instanceof Conflict) return false
    throw error
  }
}

const logsIn = ({ all }: Memory): Log[] => [...all].map(({ log }) => log)

function moved(log: Log, made: ReadonlyMap<Log, number>): Log['position'] {
  const id = made.get(log)
  if (id !== undefined) return { id, head: 0 }
  return log.position && { ...log.position, head: log.position.head + Number(log.isChanged) }
}

async function keepEach(queries: Queries, memory: Memory): Promise<Map<Log, number>> {
  const dropped = [...memory.dropped].map(({ log }) => log)
  const changed = [...memory.changed].filter((log) => log.position !== null)
  await expectAsKnown(queries, [...changed, ...dropped])
  await dropLogs(queries, dropped.map(idOf))
  for (const log of changed) await append(queries, log)
  const made = new Map<Log, number>()
  for (const { log } of memory.begun) made.set(log, await createLog(queries, log.store, log.rows()))
  return made
}

function idOf({ store, position }: Log): number {
  if (!position) throw new Error(`Store ${store} is not in the database yet`)
  return position.id
}

/** @throws Conflict where others changed any of them */
async function expectAsKnown(queries: Queries, logs: readonly Log[]): Promise<void> {
  const rows = await queries.query<{ id: number; head: number }>({
    text: `select id::float8 as id, head::float8 as head from ${SCHEMA}.logs where id = any($1) and store is not null order by id for update`,
    values: [logs.map(idOf)],
  })
  const heads = new Map(rows.map(({ id, head }) => [id, head]))
  if (!logs.every(({ position }) => position && heads.get(position.id) === position.head))
    throw new Conflict()
}

async function append(queries: Queries, log: Log): Promise<void> {
  await queries.query({
    name: 'append',
    text: `with moved as (update ${SCHEMA}.logs set head = head + 1, size = size + $4 where id = $1 returning id, head)
      insert into ${SCHEMA}.journal (log, seq, id, body) select id, head, $2, $3 from moved`,
    values: [idOf(log), randomUUID(), JSON.stringify(log.changes()), log.growth],
  })
}

import { Log, type Change } from './log.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './statement.ts'

/** A snapshot in parts and the groups since, in order; one row at least where there is such a log. */
const LOAD = `
with l as (select id, head, base from ${SCHEMA}.logs where store = $1)
select l.id::float8 as id, l.head::float8 as head, of.body
from l left join (
  select s.log, 0 as kind, s.part as at, s.body from ${SCHEMA}.snapshots s join l on s.log = l.id and s.seq = l.base
  union all
  select j.log, 1, j.seq, j.body from ${SCHEMA}.journal j join l on j.log = l.id and j.seq > l.base
) of on of.log = l.id
order by of.kind, of.at`

/** Brings the log of a store into memory; undefined where there is none. */
export async function load(
  queries: Queries,
  store: number,
  mayChange: (log: Log) => void,
): Promise<Log | undefined> {
  const rows = await queries.query<{ id: number; head: number; body: string | null }>({
    name: 'load',
    text: LOAD,
    values: [store],
  })
  const [first] = rows
  if (!first) return undefined
  const log = new Log(store, { id: first.id, head: first.head }, mayChange)
  // What stands in a body is written nowhere but here.
  for (const { body } of rows) if (body !== null) log.apply(JSON.parse(body) as Change[])
  return log
}

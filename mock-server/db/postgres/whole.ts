import type { Change } from './log.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './server.ts'

/** Signs of JSON in one part of a snapshot, about. */
const PART = 1 << 20

/** The content of a log in parts, each a group as the journal has them. */
export function* partsOf(rows: Iterable<Change>): Generator<string> {
  let part: string[] = []
  let size = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    part.push(text)
    size += text.length + 1
    if (size < PART) continue
    yield `[${part.join()}]`
    part = []
    size = 0
  }
  if (part.length > 0) yield `[${part.join()}]`
}

/** Writes a snapshot of a log as it is after a group. */
export async function writeSnapshot(
  queries: Queries,
  { id, head }: { readonly id: number; readonly head: number },
  rows: Iterable<Change>,
): Promise<void> {
  let part = 0
  for (const body of partsOf(rows))
    await queries.query({
      text: `insert into ${SCHEMA}.snapshots (log, seq, part, body) values ($1, $2, $3, $4)`,
      values: [id, head, part++, body],
    })
}

/** Makes a log for a store, with this content; resolves to its number. */
export async function createLog(queries: Queries, store: number, rows: readonly Change[]): Promise<number> {
  const [made] = await queries.query<{ id: number }>({
    text: `insert into ${SCHEMA}.logs (store) values ($1) returning id::float8 as id`,
    values: [store],
  })
  if (!made) throw new Error('A row that was inserted is not told')
  await writeSnapshot(queries, { id: made.id, head: 0 }, rows)
  await queries.query({
    text: `update ${SCHEMA}.logs set size = $2 where id = $1`,
    values: [made.id, rows.length],
  })
  return made.id
}

/** Takes logs away: one that a copy was made of stays for it, as no store's. */
export async function dropLogs(queries: Queries, logs: readonly number[]): Promise<void> {
  await queries.query({ text: `update ${SCHEMA}.logs set store = null where id = any($1)`, values: [logs] })
}

/** Removes the logs that neither a store nor a copy has. */
export async function forgetUnused(queries: Queries): Promise<void> {
  await queries.query({
    text: `delete from ${SCHEMA}.logs l where store is null and not exists (select from ${SCHEMA}.copied c where c.log = l.id)`,
  })
}

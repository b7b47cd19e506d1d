import type { Change } from './log.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './statement.ts'

/** Signs of JSON in one part of a snapshot, about. */
const PART = 1 << 20

/** The content of a log in parts, each a group as the journal has them. */
export function* partsOf(rows: Iterable<Change>): Generator<string, undefined> {
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
  return undefined
}

/** Writes a snapshot of a log as it is after a group. */
export const writeSnapshot = (queries: Queries, at: Place, rows: Iterable<Change>): Promise<void> =>
  writeParts(queries, at, partsOf(rows), 0)

interface Place {
  readonly id: number
  readonly head: number
}

async function writeParts(queries: Queries, { id, head }: Place, parts: Iterable<string>, from: number) {
  let part = from
  for (const body of parts)
    await queries.query({
      text: `insert into ${SCHEMA}.snapshots (log, seq, part, body) values ($1, $2, $3, $4)`,
      values: [id, head, part++, body],
    })
}

/** Makes a log, and the first part of its content where it has any. */
const CREATE = `
with made as (insert into ${SCHEMA}.logs (store, size) values ($1, $2) returning id),
begun as (insert into ${SCHEMA}.snapshots (log, seq, part, body) select id, 0, 0, $3 from made where $3::text is not null)
select id::float8 as id from made`

/** Makes a log for a store, with this content; resolves to its number. */
export async function createLog(queries: Queries, store: number, rows: readonly Change[]): Promise<number> {
  const parts = partsOf(rows)
  const { value: first } = parts.next()
  const values = [store, rows.length, first ?? null]
  const [made] = await queries.query<{ id: number }>({ name: 'create', text: CREATE, values })
  if (!made) throw new Error('A row that was inserted is not told')
  await writeParts(queries, { id: made.id, head: 0 }, parts, 1)
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

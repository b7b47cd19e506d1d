import type { Counted } from '../window.ts'
import type { Change } from './log.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './server.ts'

/** How far apart the clocks of two machines may be, in milliseconds: a window that begins a little later has begun. */
const SKEW_MS = 1000

/** What a turn knew and did of a log. */
export interface Known {
  readonly log: number
  /** The last group that was in memory. */
  readonly head: number
  /** What is to be appended, under an id of its own. */
  readonly group: { readonly id: string; readonly body: string; readonly growth: number } | null
  /** What is to be counted in the window of its store, and on top of what. */
  readonly count: Count | null
}

export interface Count {
  /** What the turn took the window to be. */
  readonly base: Counted
  readonly now: number
  readonly length: number
  readonly by: number
}

/** A group that others appended, or that an answer was lost of. */
export interface Group {
  readonly seq: number
  readonly id: string
  readonly changes: readonly Change[]
}

/** What the database knows of a log. */
export interface Told {
  readonly log: number
  /** The last group before this was asked. */
  readonly head: number
  /** Groups after the one that was known, in order. */
  readonly newer: readonly Group[]
  /** Whether the group was appended. */
  readonly isAppended: boolean
  /** The window before and after what was counted; undefined for none. */
  readonly window: { readonly base: Counted; readonly used: number } | undefined
  /** Whether groups that come after the known one are there no more, as they went into a snapshot. */
  readonly isFolded: boolean
}

/** Stands between groups in one text, as no JSON has it in it: PostgreSQL and the driver read an array of texts sign by sign. */
const BETWEEN = '\x1e'

/**
 * One statement, which is all that a turn asks of the database. It counts what is to be counted; appends to each log that is still
 * as it was known, so that of two who do it at once one does; and tells what came since. $9: to all logs or to none. Nothing is appended
 * where what belongs to the whole system ($10) is not as it was known any more. Tables are looked into by `lateral … offset 0`, row by row by
 * their keys: the plan is made once, while they may be empty, and must not go through all of them once they are large.
 */
const LIVE = `live as (
  select l.id, l.head, k.head as known
  from unnest($1::bigint[], $2::bigint[]) as k (log, head)
  cross join lateral (select id, head from ${SCHEMA}.logs where id = k.log and store is not null offset 0) l
)`

const IS_OPEN = `excluded.at >= w.start - ${SKEW_MS} and excluded.at < w.start + excluded.length`

const COUNTED = `asked as (
  select a.*
  from unnest($3::bigint[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[], $8::int[])
    as a (log, start, used, at, length, counts) join live on live.id = a.log
),
counted as (
  insert into ${SCHEMA}.windows as w (log, start, used, at, length, counts)
  select log, start, used + counts, at, length, counts from asked order by log
  on conflict (log) do update set
    start = case when ${IS_OPEN} then w.start else excluded.at end,
    used = case when ${IS_OPEN} then w.used else 0 end + excluded.counts,
    at = excluded.at, length = excluded.length, counts = excluded.counts
  returning w.log, w.start, w.used
)`

const APPENDED = `missed as (
  select a.log from asked a join counted c using (log) where c.start <> a.start or c.used <> a.used + a.counts
),
changes as (select * from unnest($11::bigint[], $12::uuid[], string_to_array($13, $15), $14::int[]) as c (log, id, body, growth)),
fit as (
  select l.id from (
    select live.* from live join changes c on c.log = live.id where c.log not in (select log from missed) order by live.id
  ) k cross join lateral (
    select id from ${SCHEMA}.logs where id = k.id and head = k.known and store is not null for update
  ) l
),
moved as (
  update ${SCHEMA}.logs l set head = l.head + 1, size = l.size + c.growth from changes c
  where l.id = c.log and l.id = any (array(select id from fit))
    and exists (select from live where id = $10 and head = known)
    and (not $9 or ((select count(*) from fit) = (select count(*) from changes) and not exists (select from missed)))
  returning l.id
),
added as (
  insert into ${SCHEMA}.journal (log, seq, id, body)
  select c.log, live.known + 1, c.id, c.body from moved join changes c on c.log = moved.id join live on live.id = c.log
)`

const TOLD = `select live.id::float8 as log, live.head::float8 as head,
  coalesce(counted.start, w.start)::float8 as start, counted.used as counted, w.used,
  j.seq::float8 as seq, j.id, j.body`

const FROM = `from live
  left join counted on counted.log = live.id
  left join lateral (select start, used from ${SCHEMA}.windows where log = live.id offset 0) w on true
  left join lateral (
    select seq, id, body from ${SCHEMA}.journal where log = live.id and seq > live.known offset 0
  ) j on true`

const CONFIRM = `with ${LIVE}, ${COUNTED}, ${APPENDED}
${TOLD}, moved.id is not null as appended ${FROM} left join moved on moved.id = live.id order by live.id, j.seq`

/** The same where nothing is to be appended. */
const CATCH_UP = `with ${LIVE}, ${COUNTED} ${TOLD}, false as appended ${FROM} order by live.id, j.seq`

interface Row {
  log: number
  head: number
  appended: boolean
  start: number | null
  counted: number | null
  used: number | null
  seq: number | null
  id: string
  body: string
}

/**
 * Asks whether logs are as they were known, and appends to them where they are; of several that belong together
 * (`isWhole`) to all or to none. Of a log that is not there any more nothing is told. The first is what belongs to the whole system.
 */
export async function confirm(
  queries: Queries,
  known: readonly Known[],
  isWhole: boolean,
): Promise<Map<number, Told>> {
  const counts = known.flatMap(({ log, count }) => (count ? [{ log, ...count }] : []))
  const asked = [
    known.map(({ log }) => log),
    known.map(({ head }) => head),
    counts.map(({ log }) => log),
    counts.map(({ base }) => base.start),
    counts.map(({ base }) => base.used),
    counts.map(({ now }) => Math.floor(now)),
    counts.map(({ length }) => length),
    counts.map(({ by }) => by),
  ]
  const appended = known.flatMap(({ log, group }) => (group ? [{ log, ...group }] : []))
  const rows =
    appended.length === 0
      ? await queries.query<Row>({ name: 'catch-up', text: CATCH_UP, values: asked })
      : await queries.query<Row>({
          name: 'confirm',
          text: CONFIRM,
          values: [
            ...asked,
            isWhole,
            known[0]?.log,
            appended.map(({ log }) => log),
            appended.map(({ id }) => id),
            appended.map(({ body }) => body).join(BETWEEN),
            appended.map(({ growth }) => growth),
            BETWEEN,
          ],
        })
  return toldBy(rows, known)
}

function toldBy(rows: readonly Row[], known: readonly Known[]): Map<number, Told> {
  const byLog = new Map<number, Row[]>()
  for (const row of rows) byLog.set(row.log, [...(byLog.get(row.log) ?? []), row])
  const told = known.flatMap(({ log, head, count }) => {
    const own = byLog.get(log)
    return own ? [[log, toldOf(own, head, count)] as const] : []
  })
  return new Map(told)
}

// What stands in a body is written nowhere but here.
const changesIn = (body: string) => JSON.parse(body) as Change[]

function toldOf(rows: readonly Row[], known: number, count: Count | null): Told {
  const [{ log, head, appended, start, counted, used }] = rows as [Row] // a group has one at least
  const newer = rows.flatMap(({ seq, id, body }) =>
    seq === null ? [] : [{ seq, id, changes: changesIn(body) }],
  )
  const before = counted === null ? used : counted - (count?.by ?? 0)
  const window =
    start === null || before === null ? undefined : { base: { start, used: before }, used: counted ?? before }
  const isFolded = head > known && newer.length < head - known
  return { log, head, newer, isAppended: appended, window, isFolded }
}

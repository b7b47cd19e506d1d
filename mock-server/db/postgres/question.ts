import { SCHEMA } from './schema.ts'

/** How far apart the clocks of two machines may be, in milliseconds: a window that begins a little later has begun. */
const SKEW_MS = 1000

/** Stands between groups in one text, as no JSON has it in it: PostgreSQL and the driver read an array of texts sign by sign. */
export const BETWEEN = '\x1e'

const LIVE = `live as (
  select l.id, l.head, k.head as known
  from unnest($1::bigint[], $2::bigint[]) as k (log, head)
  cross join lateral (select id, head from ${SCHEMA}.logs where id = k.log and store is not null offset 0) l
)`

const IS_SAME_SYSTEM = 'exists (select from live s where s.id = $10 and s.head = s.known)'

// A statement that began before the clock was set may come to a window that others began after: one is begun in the place of the one known alone.
const IS_OPEN = `excluded.at >= w.start - ${SKEW_MS} and excluded.at < w.start + excluded.length`

const COUNTED = `asked as (
  select a.*
  from unnest($3::bigint[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[], $8::int[], $9::bigint[])
    as a (log, start, used, at, length, counts, told) join live on live.id = a.log
  where ${IS_SAME_SYSTEM}
),
counted as (
  insert into ${SCHEMA}.windows as w (log, start, used, at, length, counts)
  select log, start, used + counts, at, length, counts from asked order by log
  on conflict (log) do update set
    start = case when ${IS_OPEN} then w.start else excluded.at end,
    used = case when ${IS_OPEN} then w.used else 0 end + excluded.counts,
    at = excluded.at, length = excluded.length, counts = excluded.counts
  where ${IS_OPEN} or w.start = (select told from asked where asked.log = w.log)
  returning w.log, w.start, w.used
)`

const APPENDED = `missed as (
  select a.log from asked a left join counted c using (log)
  where c.log is null or c.start <> a.start or c.used <> a.used + a.counts
),
changes as (select * from unnest($12::bigint[], $13::uuid[], string_to_array($14, $16), $15::int[]) as c (log, id, body, growth)),
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
    and ${IS_SAME_SYSTEM}
    and (not $11 or (
      (select count(*) from live where head = known) = cardinality($1::bigint[])
      and (select count(*) from fit) = (select count(*) from changes) and not exists (select from missed)))
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

/**
 * One statement, which is all that a turn asks of the database. It counts what is to be counted; appends to each log that is still
 * as it was known, so that of two who do it at once one does; and tells what came since. $11: to all logs or to none, and to
 * none where any is not as it was known. Nothing is counted or
 * appended where what belongs to the whole system ($10) is not as it was known any more: by another clock the window is another. Tables are
 * looked into by `lateral … offset 0`, row by row by their keys: the plan is made once, while they may be empty, and must not go through all
 * of them once they are large.
 */
export const CONFIRM = `with ${LIVE}, ${COUNTED}, ${APPENDED}
${TOLD}, moved.id is not null as appended ${FROM} left join moved on moved.id = live.id order by live.id, j.seq`

/** The same where nothing is to be appended. */
export const CATCH_UP = `with ${LIVE}, ${COUNTED} ${TOLD}, false as appended ${FROM} order by live.id, j.seq`

/** Counts in the window of one log ($1) where that, the log and what belongs to the whole system ($8) are as they were known; else it does nothing. */
export const COUNT_AS_KNOWN = `update ${SCHEMA}.windows w set used = w.used + $7, at = $5, length = $6, counts = $7
  from ${SCHEMA}.logs l, ${SCHEMA}.logs s
  where w.log = $1 and w.start = $3 and w.used = $4 and $5 >= w.start - ${SKEW_MS} and $5 < w.start + $6
    and l.id = w.log and l.head = $2 and l.store is not null
    and s.id = $8 and s.head = $9 and s.store is not null`

/** That, and appends to the log. Where somebody else appends to it just then it only counts. */
export const KEEP_AS_KNOWN = `with counted as (${COUNT_AS_KNOWN} returning w.log),
moved as (
  update ${SCHEMA}.logs l set head = l.head + 1, size = l.size + $12 from counted
  where l.id = counted.log and l.head = $2 and l.store is not null returning l.id
),
added as (insert into ${SCHEMA}.journal (log, seq, id, body) select id, $2::bigint + 1, $10, $11 from moved)
select moved.id is not null as appended from counted left join moved on true`

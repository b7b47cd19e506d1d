import type { Counted } from '../window.ts'
import type { Change } from './log.ts'
import { BETWEEN, CATCH_UP, CONFIRM } from './question.ts'
import type { Queries } from './statement.ts'

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
  /** When the window began that was told last; null for none. */
  readonly told: number | null
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
  /** The window before and after what was counted, which may be nothing; undefined for none. */
  readonly window: { readonly base: Counted; readonly used: number } | undefined
  /** Whether groups that come after the known one are there no more, as they went into a snapshot. */
  readonly isFolded: boolean
}

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
 * (`isWhole`) to all, or to none where any is not as it was known. Of a log that is not there any more nothing is told. The first is what belongs to the whole system.
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
    counts.map(({ told }) => told),
    known[0]?.log,
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

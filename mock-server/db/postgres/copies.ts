import type { CopyChange } from '../change.ts'
import type { Content, Copy } from '../copies.ts'
import type { Key } from '../key.ts'
import type { Table } from '../table.ts'
import { IDS } from './blocks.ts'
import { Log, SYSTEM, type Change } from './log.ts'
import type { Memory } from './memory.ts'
import { SCHEMA } from './schema.ts'
import type { Queries } from './statement.ts'
import { Conflict } from './turn.ts'

/** What is known of a copy without its content; in the table of this name of the whole system. */
interface About {
  readonly store: number | null
  readonly about: unknown
  readonly size: number
  /** Counts them in the order in which they were kept. */
  readonly number: number
}

export const COPIES = 'copies'

/** The content of a copy is wanted that is not in memory. */
export class MissingCopy extends Error {
  readonly copy: string

  constructor(copy: string) {
    super(`The content of the copy "${copy}" is in the database`)
    this.copy = copy
  }
}

/** Rows by store, of one copy. */
type CopyRows = ReadonlyMap<number, readonly Change[]>

/** Copies of content: the database keeps where each log stood, and what went before that for as long as a copy needs it. */
export class Copies {
  readonly #memory: Memory
  #loaded: { readonly name: string; readonly rows: CopyRows } | null = null
  /** Documents that there are, of all stores, while copies are changed. */
  total: number | null = null

  constructor(memory: Memory) {
    this.#memory = memory
  }

  get all(): ReadonlyMap<string, Copy> {
    const known = [...this.#table.entries()].toSorted(([, one], [, other]) => one.number - other.number)
    return new Map(known.map(([name, about]) => [String(name), this.#copyOf(String(name), about)]))
  }

  /** Brings the content of a copy into memory. @throws Conflict where another process forgot it */
  async load(queries: Queries, name: string): Promise<void> {
    const rows = await rowsOf(queries, name)
    this.#memory.isOld = rows.size === 0
    if (rows.size === 0) throw new Conflict()
    this.#loaded = { name, rows }
  }

  forget(): void {
    this.#loaded = null
    this.total = null
  }

  change(change: CopyChange): void {
    if ('keep' in change) this.#keep(change)
    else if ('forget' in change) this.#table.delete(change.forget)
    else this.#bring(change.bring, change.as)
    this.#memory.copying.push(change)
  }

  get #table(): Table<About> {
    // What is in this table is written nowhere but here.
    return this.#memory.of(SYSTEM).log.table(COPIES) as unknown as Table<About>
  }

  #keep({ keep, store, about }: Extract<CopyChange, { keep: string }>): void {
    const size = store === null ? (this.total ?? 0) : this.#memory.of(store).log.size
    const number = 1 + Math.max(0, ...[...this.#table.values()].map((each) => each.number))
    this.#table.set(keep, { store, about, size, number })
  }

  #bring(name: string, as: number | null): void {
    const copy = this.#table.get(name)
    if (!copy) throw new Error(`There is no copy "${name}"`)
    const rows = this.#rows(name)
    if (copy.store === null) return this.#memory.replaceBy(this.#logsOf(rows))
    const number = as ?? copy.store
    const records = this.#memory.of(SYSTEM).log.table('stores')
    if (records.has(number) || this.#memory.find(number)) this.#memory.drop(number)
    this.#memory.begin(number)
    // Numbers that it had are others' by now.
    const own = (rows.get(copy.store) ?? []).filter(([table]) => table !== IDS)
    this.#memory.of(number).log.apply(own)
  }

  /** All logs of a copy of everything; copies stay those that there are. */
  #logsOf(rows: CopyRows): Log[] {
    const copies = [...this.#table.entries()].map(([name, about]): Change => [COPIES, name, about])
    return [...rows].map(([store, own]) => {
      const log = new Log(store, null, this.#memory.mayChange)
      log.apply(store === SYSTEM ? [...own.filter(([table]) => table !== COPIES), ...copies] : own)
      return log
    })
  }

  #copyOf(name: string, { store, about, size }: About): Copy {
    const rows = () => this.#rows(name)
    return {
      store,
      about,
      size,
      get content() {
        return contentOf(rows())
      },
    }
  }

  #rows(name: string): CopyRows {
    if (this.#loaded?.name !== name) throw new MissingCopy(name)
    return this.#loaded.rows
  }
}

function contentOf(rows: CopyRows): Content {
  const stores = [...rows].map(([store, own]) => {
    const tables = new Map<string, Map<Key, unknown>>()
    for (const [table, key, document] of own)
      tables.set(table, (tables.get(table) ?? new Map<Key, unknown>()).set(key, document))
    return [store === SYSTEM ? null : store, tables] as const
  })
  return new Map(stores)
}

/** The newest snapshot of each log up to where it stood, and the groups from there. */
const ROWS = `
select c.store, of.body from ${SCHEMA}.copied c
cross join lateral (
  select coalesce(max(s.seq), 0) as base from ${SCHEMA}.snapshots s where s.log = c.log and s.seq <= c.seq
) b
cross join lateral (
  select 0 as kind, s.part as at, s.body from ${SCHEMA}.snapshots s where s.log = c.log and s.seq = b.base
  union all
  select 1, j.seq, j.body from ${SCHEMA}.journal j where j.log = c.log and j.seq > b.base and j.seq <= c.seq
) of
where c.copy = $1 order by c.store, of.kind, of.at`

async function rowsOf(queries: Queries, name: string): Promise<CopyRows> {
  const rows = await queries.query<{ store: number; body: string }>({ text: ROWS, values: [name] })
  const logs = new Map<number, Log>()
  for (const { store, body } of rows) {
    const log = logs.get(store) ?? new Log(store, null, () => {})
    logs.set(store, log)
    // What stands in a body is written nowhere but here.
    log.apply(JSON.parse(body) as Change[])
  }
  return new Map([...logs].map(([store, log]) => [store, log.rows()]))
}

/** Does in the database what was done with copies; logs stand there as they are to be copied. */
export async function keepCopies(queries: Queries, changes: readonly CopyChange[]): Promise<void> {
  for (const change of changes) {
    const name = 'keep' in change ? change.keep : 'forget' in change ? change.forget : null
    if (name !== null)
      await queries.query({ text: `delete from ${SCHEMA}.copied where copy = $1`, values: [name] })
    if ('keep' in change)
      await queries.query({
        text: `insert into ${SCHEMA}.copied (copy, store, log, seq, start, used)
          select $1, l.store, l.id, l.head, w.start, w.used
          from ${SCHEMA}.logs l left join ${SCHEMA}.windows w on w.log = l.id
          where l.store is not null and ($2::int is null or l.store = $2)`,
        values: [change.keep, change.store],
      })
  }
}

/** Windows of stores that were brought back go on where they stood. */
export async function keepWindows(queries: Queries, changes: readonly CopyChange[]): Promise<void> {
  for (const change of changes)
    if ('bring' in change)
      await queries.query({
        text: `insert into ${SCHEMA}.windows (log, start, used, at, length, counts)
          select l.id, c.start, c.used, c.start, 0, 0
          from ${SCHEMA}.copied c join ${SCHEMA}.logs l on l.store = coalesce($2, c.store)
          where c.copy = $1 and c.start is not null on conflict do nothing`,
        values: [change.bring, change.as],
      })
}

/** Documents that there are. */
export async function countAll(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ size: number }>({
    text: `select coalesce(sum(size), 0)::float8 as size from ${SCHEMA}.logs where store is not null`,
  })
  return row?.size ?? 0
}

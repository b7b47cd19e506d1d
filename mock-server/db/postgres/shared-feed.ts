import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { Feed, Told } from '../feed.ts'
import { SCHEMA } from './schema.ts'
import type { Server } from './server.ts'
import { KEPT, Untold, type Item, type Taken } from './untold.ts'

/** How long what is told waits for more, and how often it is asked whether others told anything, in milliseconds. */
const EVERY_MS = 200
/** Batches that all have heard by then: those are kept, too. */
const RECENT = 50

/**
 * A batch gets its numbers, the last of which it is kept under, while nobody else tells anything: so whoever has heard a number has heard
 * all before it. One whose answer was lost is not told twice.
 */
const TELL = `
with turn as materialized (select pg_advisory_xact_lock($1) as mine)
insert into ${SCHEMA}.told (number, count, replica, batch, body)
select setval('${SCHEMA}.told_numbers', nextval('${SCHEMA}.told_numbers') + $2 - 1), $2, $3, $4, $5 from turn where turn.mine is not null
on conflict (batch) do nothing`

const LOCK = 0x1_4b_69_76

/** Of batches that are known here ($2) without what they tell. */
const HEAR = `
select number::float8 as number, count, replica, batch, case when batch = any ($2::uuid[]) then null else body end as body
from ${SCHEMA}.told where number > $1 order by number`

/** What nobody is to hear any more. */
const FORGET = `
delete from ${SCHEMA}.told
where number <= (select max(number) from ${SCHEMA}.told) - ${KEPT}
  and number < (select min(number) from (select number from ${SCHEMA}.told order by number desc limit ${RECENT}) as recent)`

interface Row {
  /** That of the last of them. */
  number: number
  count: number
  replica: string
  batch: string
  body: string | null
}

/** What is told together, once. */
interface Batch extends Taken {
  readonly id: string
}

/** Kept in a table that outlives processes and no crash of the database. */
export class SharedFeed implements Feed {
  readonly replica = `${hostname()}-${process.pid}-${(count += 1)}`
  readonly #server: Server
  readonly #listeners: ((told: Told) => void)[] = []
  readonly #before: (() => void)[] = []
  readonly #untold = new Untold()
  /** It may be told, or not yet. */
  #sending: Batch | null = null
  /** Told, and not heard yet. */
  readonly #own = new Map<string, readonly Item[]>()
  #latest = 0
  #timer: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  constructor(server: Server) {
    this.#server = server
  }

  get isBusy(): boolean {
    return this.#untold.isMuch
  }

  tell(topic: string, value: unknown, weight: number | null = null): void {
    this.#untold.push([Date.now(), topic, value], weight)
  }

  hear(heard: (told: Told) => void, before: () => void, many: number): void {
    this.#listeners.push(heard)
    this.#before.push(before)
    this.#untold.keep(many)
    this.#timer ??= setInterval(() => void this.catchUp(), EVERY_MS).unref()
  }

  catchUp(): Promise<void> {
    // While the database is away it is tried again, and nobody waits for it.
    return (this.#last = this.#last.then(() => this.#exchange()).catch(() => {}))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.catchUp()
  }

  async #exchange(): Promise<void> {
    // Its answer was lost: what came since goes in one of its own.
    if (this.#sending) await this.#send(this.#sending)
    for (const before of this.#before) before()
    const taken = await this.#untold.take()
    if (taken) await this.#send((this.#sending = { id: randomUUID(), ...taken }))
    const rows = await this.#server.query<Row>({
      name: 'heard',
      text: HEAR,
      values: [this.#latest, [...this.#own.keys()]],
    })
    for (const row of rows) this.#heard(row)
    // What was not among them is lost: a crash of the database empties the table.
    this.#own.clear()
  }

  #heard({ number, count, replica, batch, body }: Row): void {
    this.#latest = number
    // What stands in a body is written nowhere but here.
    const items = body === null ? (this.#own.get(batch) ?? []) : (JSON.parse(body) as Item[])
    for (const [index, [at, topic, value]] of items.entries())
      for (const heard of this.#listeners)
        heard({ number: number - count + 1 + index, replica, at, topic, value })
  }

  async #send({ id, items, body }: Batch): Promise<void> {
    await this.#server.query({
      name: 'tell',
      text: TELL,
      values: [LOCK, items.length, this.replica, id, body],
    })
    this.#own.set(id, items)
    this.#sending = null
    // What anybody tells once this is known has a later time.
    while (Date.now() === items.at(-1)?.[0]) await setImmediate()
    await this.#server.query({ name: 'forget', text: FORGET })
  }
}

/** Of mocks in one process. */
let count = 0

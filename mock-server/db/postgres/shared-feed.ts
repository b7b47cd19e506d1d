import { hostname } from 'node:os'
import type { Feed, Told } from '../feed.ts'
import { SCHEMA } from './schema.ts'
import type { Server } from './server.ts'

/** How long what is told waits for more, and how often it is asked whether others told anything, in milliseconds. */
const EVERY_MS = 200
/** How much is kept in the database, for processes that come later, and here while the database is away. */
const KEPT = 2000

/**
 * What was told gets its number while nobody else tells anything: so whoever has heard a number has heard all before it.
 */
const TELL = `
with turn as materialized (select pg_advisory_xact_lock($1) as mine)
insert into ${SCHEMA}.told (replica, at, topic, value)
select $2, t.at, t.topic, t.value from turn, unnest($3::bigint[], $4::text[], $5::text[]) as t (at, topic, value) where turn.mine is not null`

const LOCK = 0x1_4b_69_76

interface Row {
  number: number
  replica: string
  at: number
  topic: string
  value: string
}

/** Kept in a table that outlives processes and no crash of the database. */
export class SharedFeed implements Feed {
  readonly replica = `${hostname()}-${process.pid}-${(count += 1)}`
  readonly #server: Server
  readonly #listeners: ((told: Told) => void)[] = []
  readonly #before: (() => void)[] = []
  #pending: { readonly at: number; readonly topic: string; readonly value: string }[] = []
  #latest = 0
  #timer: NodeJS.Timeout | undefined
  #last = Promise.resolve()

  constructor(server: Server) {
    this.#server = server
  }

  tell(topic: string, value: unknown): void {
    this.#pending.push({ at: Date.now(), topic, value: JSON.stringify(value) })
  }

  hear(heard: (told: Told) => void, before: () => void): void {
    this.#listeners.push(heard)
    this.#before.push(before)
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
    for (const before of this.#before) before()
    await this.#send()
    const rows = await this.#server.query<Row>({
      name: 'heard',
      text: `select number::float8 as number, replica, at::float8 as at, topic, value from ${SCHEMA}.told where number > $1 order by number`,
      values: [this.#latest],
    })
    for (const { value, ...row } of rows) {
      this.#latest = row.number
      for (const heard of this.#listeners) heard({ ...row, value: JSON.parse(value) })
    }
  }

  async #send(): Promise<void> {
    const sent = this.#pending.slice(-KEPT)
    if (sent.length === 0) return
    this.#pending = []
    try {
      await this.#server.query({
        name: 'tell',
        text: TELL,
        values: [
          LOCK,
          this.replica,
          sent.map(({ at }) => at),
          sent.map(({ topic }) => topic),
          sent.map(({ value }) => value),
        ],
      })
      await this.#server.query({
        text: `delete from ${SCHEMA}.told where number <= (select max(number) from ${SCHEMA}.told) - ${KEPT}`,
      })
    } catch (error) {
      this.#pending.unshift(...sent)
      throw error
    }
  }
}

/** Of mocks in one process. */
let count = 0

import type { Log } from './log.ts'
import type { Memory } from './memory.ts'
import { SCHEMA } from './schema.ts'
import type { Server } from './server.ts'
import { writeSnapshot } from './whole.ts'

/** A log has a group for so many documents at least before it is folded: else those who write to a large store write all of it again and again. */
const DOCUMENTS_A_GROUP = 4

/** Groups that stay beside a snapshot, for who is a little behind. */
const STAYING = 200

/**
 * From here on a log begins with its newer snapshot. Groups before it stay where a copy needs them. One statement, so that nobody waits for a process
 * that is paused amid this.
 */
const FOLD = `
with begun as (
  update ${SCHEMA}.logs l set base = $2 where id = $1 and base < $2 returning id
),
needless as (
  select id from begun where not exists (select from ${SCHEMA}.copied c where c.log = begun.id)
),
groups as (
  delete from ${SCHEMA}.journal j using needless where j.log = needless.id and j.seq <= $2 - ${STAYING}
)
delete from ${SCHEMA}.snapshots s using needless where s.log = needless.id and s.seq < $2`

/** Puts snapshots in the place of many groups: each process looks after the logs that it has in memory. */
export class Folding {
  readonly #server: Server
  readonly #long: number
  /** By log, how far it was folded when this was looked at last. */
  readonly #bases = new Map<number, number>()
  #isUnderWay = false

  /** @param long how many groups since its snapshot a log has at least that is folded */
  constructor(server: Server, long: number) {
    this.#server = server
    this.#long = long
  }

  /** To be called while no turn is under way: what is in memory is then what is kept. Goes on by itself. */
  look({ all }: Memory): void {
    if (this.#isUnderWay) return
    const long = [...all].flatMap(({ log }) => (this.#isLong(log) ? [this.#fold(log)] : []))
    if (long.length === 0) return
    this.#isUnderWay = true
    // Where one fails nothing is lost, and it is tried again.
    void Promise.allSettled(long).then(() => (this.#isUnderWay = false))
  }

  #isLong({ position, size }: Log): boolean {
    return position !== null && position.head - (this.#bases.get(position.id) ?? 0) >= this.#longFor(size)
  }

  #longFor(documents: number): number {
    return Math.max(this.#long, documents / DOCUMENTS_A_GROUP)
  }

  async #fold(log: Log): Promise<void> {
    if (!log.position) return
    const { id, head } = log.position
    // Documents are never changed, so these stay as they are while they are written.
    const rows = log.rows()
    const [found] = await this.#server.query<{ base: number }>({
      text: `select base::float8 as base from ${SCHEMA}.logs where id = $1`,
      values: [id],
    })
    this.#bases.set(id, found?.base ?? head)
    if (!found || head - found.base < this.#longFor(log.size)) return
    // Of two who do it at once one finds it done.
    await this.#server.transaction((queries) => writeSnapshot(queries, { id, head }, rows))
    await this.#server.query({ text: FOLD, values: [id, head] })
    this.#bases.set(id, head)
  }
}

import type { ClauseId } from '../../../schemas/clauses.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import { judgeAgree } from './judge.ts'
import { foreignIds } from './own.ts'
import { perRun } from '../../server/per-run.ts'
import type { RecordKind, Shown } from './record-kind.ts'
import { deviation, sameFieldThere } from './same-record.ts'

/**
 * Others may write too. A change of their record that moves its updated_at, or takes it away, tells against the
 * server when one of the last audits saw such a thing as well.
 */
const LAST_AUDITS = 2
/** A list of more pages than this is not read after each write, but after each so many. */
const MANY_PAGES = 2
const SELDOM = 10

/** Audits of a clause so far, and the last one that saw another's record change. */
const suspicions = perRun<ClauseId, { audits: number; last: number }>()

const isRepeated = ({ audits, last }: { audits: number; last: number }) =>
  audits !== last && audits - last <= LAST_AUDITS

/** Watches the list across writes: each must change its own record there, and no other. */
export class Audit {
  readonly #law: Law
  readonly #kind: RecordKind
  readonly #theirs: ReadonlySet<number>
  #before: Collection<Shown>
  #writes = 0

  static async begin(law: Law, kind: RecordKind): Promise<Audit> {
    return new Audit(law, kind, await foreignIds(law.session, kind), await kind.all(law.session))
  }

  private constructor(law: Law, kind: RecordKind, theirs: ReadonlySet<number>, before: Collection<Shown>) {
    this.#law = law
    this.#kind = kind
    this.#theirs = theirs
    this.#before = before
  }

  /** The records of ours and others as the last look at the list showed them. */
  get items(): readonly Shown[] {
    return this.#before.items
  }

  /** Those of them that were not deleted since: their ids are taken. */
  get kept(): readonly Shown[] {
    return this.items.filter(({ id }) => this.#isKept(id))
  }

  /**
   * Looks at the list after a write: the clause demands that it shows these records as they are known, and all
   * others that we have not deleted as they were.
   */
  async judge(clause: ClauseId, known: readonly Shown[], writes: readonly Exchange[]): Promise<void> {
    if (this.#before.exchanges.length > MANY_PAGES && this.#writes++ % SELDOM !== 0) return
    const before = this.#before
    this.#before = await this.#kind.all(this.#law.session)
    const exchanges = [...writes, ...this.#before.exchanges.slice(0, 2)]
    const suspicion = suspicions(this.#law.session, clause, () => ({ audits: 0, last: -Infinity }))
    suspicion.audits++
    for (const record of known) this.#judgeListed(clause, record, exchanges)
    const others = before.items.filter(
      (record) =>
        this.#isKept(record.id) && !this.#isAnothers(record) && !known.some(({ id }) => id === record.id),
    )
    for (const record of others) this.#judgeUntouched(clause, record, exchanges, suspicion)
  }

  /** A record that was there before the run, or one of the run's own that it still has. */
  #isKept(id: number): boolean {
    return this.#theirs.has(id) || this.#law.ledger.entries[this.#kind.many].includes(id)
  }

  /** A record of another run of the suite, which works on the store at the same time. */
  #isAnothers(record: Shown): boolean {
    return this.#theirs.has(record.id) && otherRunOf(record, this.#law.marker) !== null
  }

  #judgeListed(clause: ClauseId, record: Shown, exchanges: readonly Exchange[]): void {
    const { one } = this.#kind
    const listed = this.#before.items.find(({ id }) => id === record.id)
    if (listed) return judgeAgree(this.#law, clause, this.#kind, record, listed, exchanges)
    if (!this.#before.complete)
      return this.#law.of(clause).missing(`the store has more ${this.#kind.many} than are read`)
    throw this.#law.of(clause).violation({
      expected: `${one} ${record.id} in the list`,
      got: `${this.#before.items.length} others`,
      exchanges,
    })
  }

  #judgeUntouched(
    clause: ClauseId,
    record: Shown,
    exchanges: readonly Exchange[],
    suspicion: { audits: number; last: number },
  ): void {
    const { one } = this.#kind
    const now = this.#before.items.find(({ id }) => id === record.id)
    if (!now && !this.#before.complete) return
    const field = now ? deviation(this.#kind, record, now, sameFieldThere) : undefined
    if (now && field === undefined) return this.#law.of(clause).pass()
    if (this.#mayBeTheirs(record, now) && !isRepeated(suspicion)) {
      suspicion.last = suspicion.audits
      return
    }
    throw this.#law.of(clause).violation({
      message: `a write of ours changed another ${one}`,
      expected: `${one} ${record.id} as before${field === undefined ? '' : `: ${field} ${JSON.stringify(record[field])}`}`,
      got: now ? JSON.stringify(now[field!]) : 'it is gone',
      exchanges,
    })
  }

  /** Whether someone else may have changed the record: then it is theirs, and was updated or deleted. */
  #mayBeTheirs(record: Shown, now: Shown | undefined): boolean {
    return this.#theirs.has(record.id) && record['updated_at'] !== now?.['updated_at']
  }
}

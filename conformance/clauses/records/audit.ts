import { atOnce } from '../../judge/at-once.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Collection } from '../../server/store/inventory.ts'
import { otherRunOf } from '../../server/store/marker.ts'
import type { RecordKind, Shown } from './record-kind.ts'
import type { Records } from './records.ts'
import { deviation, sameFieldThere } from './same-record.ts'

/**
 * Others may write too. A change of their record that moves its updated_at, or takes it away, tells against the
 * server when one of the last audits saw such a thing as well.
 */
const LAST_AUDITS = 2
/** A list of more pages than this is not read after each write, but after each so many. */
const MANY_PAGES = 2
const SELDOM = 10

/** Fields of another record that a write may change: where it changes one, it updates the record. */
type Loose = (record: Shown) => readonly string[]
const NOTHING: Loose = () => []

/** Watches the list across writes: each must change its own record there, and no other. */
export class Audit {
  readonly #records: Records
  readonly #theirs: ReadonlySet<number>
  #before: Collection<Shown>
  #writes = 0
  #audits = 0
  /** The audit that last saw another's record change. */
  #suspected = -Infinity

  static async begin(records: Records): Promise<Audit> {
    return new Audit(records, await records.theirs(), await records.all())
  }

  private constructor(records: Records, theirs: ReadonlySet<number>, before: Collection<Shown>) {
    this.#records = records
    this.#theirs = theirs
    this.#before = before
  }

  /** The records as the last look at the list showed them. */
  get items(): readonly Shown[] {
    return this.#before.items
  }

  /** Those of them that were not deleted since: their ids are taken. */
  get kept(): readonly Shown[] {
    return this.items.filter(({ id }) => this.#theirs.has(id) || this.#records.isItsOwn(id))
  }

  /** What the list shows now is no write's doing. */
  async lookAnew(): Promise<void> {
    this.#before = await this.#records.all()
  }

  /** Does what is judged, and once more where that saw what somebody else may have done: the server does it again. */
  async inDoubtTwice(act: () => Promise<void>, undo: (to: readonly Shown[]) => Promise<void>): Promise<void> {
    const { items } = this
    const begun = this.#audits
    await act()
    if (this.#suspected <= begun) return
    this.#suspected = this.#audits
    await undo(items)
    await this.lookAnew()
    await act()
  }

  /**
   * Looks at the list after a write: the clause demands that it shows these records as they are known, and all
   * others that we have not deleted as they were, but for what is loose.
   */
  async judge(known: readonly Shown[], writes: readonly Exchange[], loose = NOTHING): Promise<void> {
    if (this.#before.exchanges.length > MANY_PAGES && this.#writes++ % SELDOM !== 0) return
    const others = this.kept.filter(
      (record) => !this.#isAnothers(record) && !known.some(({ id }) => id === record.id),
    )
    this.#before = await this.#records.all()
    this.#audits++
    const exchanges = [...writes, ...this.#before.exchanges.slice(0, 2)]
    for (const record of known) this.#judgeListed(record, exchanges)
    for (const record of others) this.#judgeUntouched(record, loose(record), exchanges)
  }

  /** The same, and reads the record at once. */
  async judgeEverywhere(known: Shown, writes: readonly Exchange[]): Promise<void> {
    const looks = [() => this.#records.judgeRead(known, writes), () => this.judge([known], writes)]
    await atOnce(looks, async (look) => void (await look()))
  }

  /** A record of another run of the suite, which works on the store at the same time. */
  #isAnothers(record: Shown): boolean {
    return this.#theirs.has(record.id) && otherRunOf(record, this.#records.law.marker) !== null
  }

  #listed({ id }: Shown): Shown | undefined {
    return this.items.find((item) => item.id === id)
  }

  #judgeListed(record: Shown, exchanges: readonly Exchange[]): void {
    const { law, kind } = this.#records
    const listed = this.#listed(record)
    if (listed) return this.#records.judgeAgree(record, listed, exchanges)
    if (!this.#before.complete) return law.missing(`the store has more ${kind.many} than are read`)
    throw law.violation({
      expected: `${kind.one} ${record.id} in the list`,
      got: `${this.items.length} others`,
      exchanges,
    })
  }

  #judgeUntouched(was: Shown, loose: readonly string[], exchanges: readonly Exchange[]): void {
    const { law, kind } = this.#records
    const now = this.#listed(was)
    if (!now && !this.#before.complete) return
    const record = now ? withLoose(was, now, loose) : was
    const field = now && changedField(kind, record, now)
    if (now && field === undefined) return law.pass()
    // What uses a record of the store may move when it was updated, which nothing states.
    if (field === 'updated_at' && this.#theirs.has(record.id)) return
    if (this.#mayBeTheirs(record, now) && !this.#isRepeated()) {
      this.#suspected = this.#audits
      return
    }
    throw law.violation({
      message: `a write of ours changed another ${kind.one}`,
      expected: `${kind.one} ${record.id} as before${field === undefined ? '' : `: ${field} ${JSON.stringify(record[field])}`}`,
      got: now && field !== undefined ? JSON.stringify(now[field]) : 'it is gone',
      exchanges,
    })
  }

  /** Whether someone else may have changed the record: then it is theirs, and was updated or deleted. */
  #mayBeTheirs(record: Shown, now: Shown | undefined): boolean {
    return this.#theirs.has(record.id) && record['updated_at'] !== now?.['updated_at']
  }

  #isRepeated(): boolean {
    return this.#audits !== this.#suspected && this.#audits - this.#suspected <= LAST_AUDITS
  }
}

/** A record as it was, with what is loose of it as it is now; and when it was updated, where something of that changed. */
function withLoose(was: Shown, now: Shown, loose: readonly string[]): Shown {
  const changed = loose.filter((field) => was[field] !== now[field])
  const moved = changed.length > 0 ? [...changed, 'updated_at'] : []
  return { ...was, ...Object.fromEntries(moved.map((field) => [field, now[field]])) }
}

/** What was changed tells more than when. */
function changedField(kind: RecordKind, was: Shown, now: Shown): string | undefined {
  const { updated_at } = now
  return (
    deviation(kind, { ...was, updated_at }, now, sameFieldThere) ?? deviation(kind, was, now, sameFieldThere)
  )
}

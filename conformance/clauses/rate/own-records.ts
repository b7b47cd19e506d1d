import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { perRun } from '../../server/per-run.ts'
import { records } from '../../server/store/inventory.ts'
import {
  CUSTOMERS,
  shownBy,
  TEMPLATES,
  type Fields,
  type RecordKind,
  type Shown,
} from '../records/record-kind.ts'
import { searchFor } from '../views.ts'
import type { Own } from '../writes.ts'

const key = 'rate_limited'

/** What the run has there, and what answered its deletion beyond the limit. */
const ownOf = perRun<typeof key, Map<RecordKind, Own>>()
const refusedOf = perRun<typeof key, Map<RecordKind, Exchange>>()

/**
 * Records of the run's own in the rate-limited store, to be changed and deleted beyond the limit: the store's own
 * are left alone. Each is made when a check of the run first asks for it, and its limit waited out for that.
 */
export class LimitedStore {
  readonly #law: Law
  readonly #own: Map<RecordKind, Own>
  readonly #refused: Map<RecordKind, Exchange>
  readonly #offered = new Map<RecordKind, string>()

  constructor(law: Law) {
    this.#law = law
    this.#own = ownOf(law.session, key, () => new Map())
    this.#refused = refusedOf(law.session, key, () => new Map())
  }

  /** null where writes are not permitted, or the store took none. */
  async own(kind: RecordKind): Promise<Own | null> {
    const known = this.#own.get(kind)
    if (known || !this.#law.permits(kind.operations.create)) return known ?? null
    const input = await kind.input(this.#law.session)
    const body = { [kind.one]: input }
    const shown = shownBy(kind, await this.#law.call(kind.operations.create, { body, key }))
    if (!shown) return null
    const own = { kind, id: shown.id, input }
    this.#own.set(kind, own)
    this.#note(kind, shown)
    return own
  }

  /** The deletion of the store's own record was answered rate-limited. */
  keptFrom(kind: RecordKind, refusal: Exchange): void {
    this.#refused.set(kind, refusal)
  }

  /** The answer to a deletion that deleted its record all the same, and the reading that does not find it; null where there is none. */
  async goneAllTheSame(): Promise<readonly Exchange[] | null> {
    for (const [kind, refusal] of this.#refused) {
      const { id } = this.#own.get(kind) ?? {}
      if (id === undefined) continue
      const read = await this.#law.call(kind.operations.read, { params: { id }, key })
      if (this.#law.is('not-found', read)) return [refusal, read]
    }
    return null
  }

  /** What is to be created beyond the limit, and found again where it was. */
  async offer(kind: RecordKind): Promise<Fields> {
    const input = await kind.input(this.#law.session)
    this.#offered.set(kind, String(input[kind.known_by]))
    return { [kind.one]: input }
  }

  /** What writes that were carried out made is deleted, and what they deleted is forgotten. */
  async undo(answers: readonly Exchange[]): Promise<void> {
    for (const kind of [TEMPLATES, CUSTOMERS]) {
      for (const answer of answers.filter(isSuccess)) {
        const made = answer.operation === kind.operations.create && shownBy(kind, answer)
        if (made) await this.#unmake(kind, made)
        if (answer.operation === kind.operations.delete) this.#forget(kind)
      }
    }
  }

  /** Deletes what is left, once no check asks for it any more; what is not, the end of the run deletes. */
  async clear(): Promise<void> {
    for (const [kind, { id }] of this.#own) await this.#delete(kind, id)
    this.#own.clear()
  }

  /** Deletes what was made of an offer, however often a faulty server took it. */
  async clearOffered(kind: RecordKind): Promise<void> {
    const text = this.#offered.get(kind)
    if (text === undefined) return
    const listed = await this.#law.call(kind.operations.list, { ...searchFor(kind, text), key })
    for (const one of records<Shown>(listed, kind.many))
      if (one[kind.known_by] === text) await this.#unmake(kind, one)
  }

  async #unmake(kind: RecordKind, made: Shown): Promise<void> {
    this.#note(kind, made)
    await this.#delete(kind, made.id)
  }

  #note({ many }: RecordKind, { id }: Shown): void {
    this.#law.ledger.createdElsewhere({ key, kind: many, id })
  }

  /** What is not gone by this is deleted again at the end of the run. */
  async #delete(kind: RecordKind, id: number): Promise<void> {
    const gone = await this.#law.call(kind.operations.delete, { params: { id }, key })
    if (isSuccess(gone) || this.#law.is('not-found', gone)) this.#gone(kind, id)
  }

  #forget(kind: RecordKind): void {
    const own = this.#own.get(kind)
    if (own) this.#gone(kind, own.id)
    this.#own.delete(kind)
  }

  #gone({ many }: RecordKind, id: number): void {
    this.#law.ledger.deletedElsewhere({ key, kind: many, id })
  }
}

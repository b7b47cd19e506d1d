import type { OperationId } from '../../../schemas/operations.ts'
import type { InvoiceSummary } from '../../../schemas/types.ts'
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

/** What the run has there, what answered its deletion beyond the limit, and what showed the store before. */
const ownOf = perRun<typeof key, Map<RecordKind, Own>>()
const refusedOf = perRun<typeof key, Map<RecordKind, Exchange>>()
const sightsOf = perRun<typeof key, Map<OperationId, Exchange>>()

/**
 * Records of the run's own in the rate-limited store, to be changed and deleted beyond the limit: the store's own
 * are left alone. Each is made when a check of the run first asks for it, and its limit waited out for that. What
 * one check saw of the store serves the next, since each window lets few requests through.
 */
export class LimitedStore {
  readonly #law: Law
  readonly #own: Map<RecordKind, Own>
  readonly #refused: Map<RecordKind, Exchange>
  readonly #sights: Map<OperationId, Exchange>
  readonly #offered = new Map<RecordKind, string>()

  constructor(law: Law) {
    this.#law = law
    this.#own = ownOf(law.session, key, () => new Map())
    this.#refused = refusedOf(law.session, key, () => new Map())
    this.#sights = sightsOf(law.session, key, () => new Map())
  }

  /** How a list, or the settings, were before anything was refused: asked for once. */
  async before(operation: OperationId): Promise<Exchange> {
    const known = this.#sights.get(operation)
    if (known) return known
    const sight = await this.#law.call(operation, { key })
    this.saw(sight)
    return sight
  }

  /** Keeps what an answer shows. */
  saw(sight: Exchange): void {
    if (sight.operation && isSuccess(sight)) this.#sights.set(sight.operation, sight)
  }

  /** What was carried out may have changed what was seen. */
  forgetSights(): void {
    this.#sights.clear()
  }

  /** The first of its list. */
  async firstInvoice(): Promise<InvoiceSummary | undefined> {
    return records<InvoiceSummary>(await this.before('listInvoices'), 'invoices')[0]
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

  /** The answers to deletions of its own records that were rate-limited. */
  get keptFromDeletion(): readonly Exchange[] {
    return [...this.#refused].filter(([kind]) => this.#own.has(kind)).map(([, refusal]) => refusal)
  }

  /** What is to be created beyond the limit, and found again where it was. */
  async offer(kind: RecordKind): Promise<Fields> {
    const input = await kind.input(this.#law.session)
    this.#offered.set(kind, String(input[kind.known_by]))
    return { [kind.one]: input }
  }

  /** What writes that were carried out made is deleted, and what they deleted is forgotten. */
  async undo(answers: readonly Exchange[]): Promise<void> {
    if (answers.some(isSuccess)) this.forgetSights()
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
    this.forgetSights()
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
    this.#refused.delete(kind)
  }

  #gone({ many }: RecordKind, id: number): void {
    this.#law.ledger.deletedElsewhere({ key, kind: many, id })
  }
}

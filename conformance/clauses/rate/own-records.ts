import type { Law } from '../../judge/law.ts'
import { isSuccess, type Exchange } from '../../server/client/exchange.ts'
import { records } from '../../server/store/inventory.ts'
import { shownBy } from '../records/own.ts'
import { CUSTOMERS, TEMPLATES, type Fields, type RecordKind, type Shown } from '../records/record-kind.ts'

/** A record of the run's own in the rate-limited store. */
export interface OwnRecord {
  readonly id: number
  readonly input: Fields
}

const key = 'rate_limited'

/**
 * Records of the run's own in the rate-limited store, to be changed and deleted beyond the limit: the store's own
 * are left alone. Each is made when it is first asked for, and its limit waited out for that.
 */
export class LimitedStore {
  readonly #law: Law
  readonly #records = new Map<RecordKind, OwnRecord>()

  constructor(law: Law) {
    this.#law = law
  }

  /** null where writes are not permitted, or the store took none. */
  async own(kind: RecordKind): Promise<OwnRecord | null> {
    const known = this.#records.get(kind)
    if (known || !this.#law.permits(kind.operations.create)) return known ?? null
    const input = await kind.input(this.#law.session)
    const shown = shownBy(
      kind,
      await this.#law.call(kind.operations.create, { body: { [kind.one]: input }, key }),
    )
    if (!shown) return null
    const own = { id: shown.id, input }
    this.#records.set(kind, own)
    return own
  }

  /** What writes that were carried out made is deleted, and what they deleted is forgotten. */
  async undo(answers: readonly Exchange[]): Promise<void> {
    for (const kind of [TEMPLATES, CUSTOMERS]) {
      for (const answer of answers.filter(isSuccess)) {
        const made = answer.operation === kind.operations.create && shownBy(kind, answer)
        if (made) await this.#remove(kind, made.id)
        if (answer.operation === kind.operations.remove) this.#records.delete(kind)
      }
    }
  }

  /** Deletes what is left of them; what cannot be is told. */
  async clear(): Promise<void> {
    for (const [kind, { id }] of this.#records) await this.#remove(kind, id)
    this.#records.clear()
  }

  /** Deletes the records with that text in a field, however many a faulty server took. */
  async removeWith(kind: RecordKind, field: string, text: string): Promise<void> {
    const query = kind === CUSTOMERS ? { search: text, per_page: 250 } : {}
    const listed = await this.#law.call(kind.operations.list, { query, key })
    for (const one of records<Shown>(listed, kind.many))
      if (String(one[field]).toLowerCase() === text.toLowerCase()) await this.#remove(kind, one.id)
  }

  async #remove({ one, operations }: RecordKind, id: number): Promise<void> {
    try {
      await this.#law.call(operations.remove, { params: { id }, key })
    } catch (error) {
      this.#law.ledger.left_behind.push(`${one} ${id} of the rate-limited store`)
      throw error
    }
  }
}

import type { CustomerInput, TemplateInput } from '../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../../server/client/exchange.ts'
import type { Law } from '../../judge/law.ts'
import { records } from '../../server/store/inventory.ts'
import { customerInput, templateInput } from '../../server/store/own-records.ts'

const OPERATIONS = {
  template: { create: 'createTemplate', remove: 'deleteTemplate' },
  customer: { create: 'createCustomer', remove: 'deleteCustomer' },
} as const
export type OwnKind = keyof typeof OPERATIONS

/** A record of the run's own in the rate-limited store. */
export interface OwnRecord {
  id: number
  input: Partial<TemplateInput & CustomerInput>
}

const key = 'rate_limited'

/**
 * Records of the run's own in the rate-limited store, to be changed and deleted beyond the limit: the store's own
 * are left alone. Each is made when it is first asked for, and its limit waited out for that.
 */
export class LimitedStore {
  readonly #law: Law
  readonly #records = new Map<OwnKind, OwnRecord>()

  constructor(law: Law) {
    this.#law = law
  }

  /** null where writes are not permitted, or the store took none. */
  async own(kind: OwnKind): Promise<OwnRecord | null> {
    const known = this.#records.get(kind)
    if (known || !this.#law.permits(OPERATIONS[kind].create)) return known ?? null
    const input = await this.input(kind)
    const answer = await this.#law.call(OPERATIONS[kind].create, { body: { [kind]: input }, key })
    const id = idIn(answer, kind)
    if (id === undefined) return null
    this.#records.set(kind, { id, input })
    return { id, input }
  }

  /** What a record is made of. */
  async input(kind: OwnKind, overrides: OwnRecord['input'] = {}): Promise<OwnRecord['input']> {
    const { session } = this.#law
    return kind === 'template' ? templateInput(session, overrides) : customerInput(session, overrides)
  }

  /** It was deleted by what was judged. */
  gone(kind: OwnKind): void {
    this.#records.delete(kind)
  }

  /** Deletes what is left of them; what cannot be is told. */
  async clear(): Promise<void> {
    for (const [kind, { id }] of this.#records) await this.remove(kind, id)
    this.#records.clear()
  }

  async remove(kind: OwnKind, id: number): Promise<void> {
    const { ledger } = this.#law.session
    try {
      await this.#law.call(OPERATIONS[kind].remove, { params: { id }, key })
    } catch (error) {
      ledger.left_behind.push(`${kind} ${id} of the rate-limited store`)
      throw error
    }
  }

  /** Deletes templates of that name and customers of that email, however many a faulty server took. */
  async removeNamed(name: string, email: string): Promise<void> {
    if (!this.#law.permits('deleteTemplate')) return
    const query = { search: email, per_page: 250 }
    const customers = await this.#law.call('listCustomers', { query, key })
    for (const one of records<{ id: number; email: unknown }>(customers, 'customers'))
      if (String(one.email).toLowerCase() === email) await this.remove('customer', one.id)
    const templates = await this.#law.call('listTemplates', { key })
    for (const one of records<{ id: number; name: unknown }>(templates, 'templates'))
      if (one.name === name) await this.remove('template', one.id)
  }
}

/** The id of the record that a creation answered with. */
export function idIn(exchange: Exchange, kind: OwnKind): number | undefined {
  const record = member(exchange, kind)
  return isSuccess(exchange) && isObject(record) && typeof record['id'] === 'number'
    ? record['id']
    : undefined
}

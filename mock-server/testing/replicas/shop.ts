import type { Replica } from './replicas.ts'

/** What was answered, as JSON; or null: there was no answer or 503, so that nobody knows whether it was done. */
export type Answer = { readonly status: number; readonly body: Body } | null

/** All that answers hold which the writers look at. */
export interface Body {
  readonly id?: number
  readonly name?: string
  readonly customer?: { readonly id: number; readonly email: string }
  readonly invoice?: { readonly slug: string; readonly number: string }
  readonly settings?: {
    readonly business_name: string
    readonly footer_message: string
    readonly next_invoice_number: string
  }
  readonly customers?: readonly { readonly id: number; readonly email: string }[]
  readonly invoices?: readonly {
    readonly id: number
    readonly slug: string
    readonly number: string
    readonly order_name: string
  }[]
  readonly meta?: { readonly total_pages: number }
}

/** One store, as its clients see it through all replicas. */
export class Shop {
  readonly name: string
  readonly #replicas: readonly Replica[]
  readonly #key: string
  #turn = 0

  constructor(name: string, key: string, replicas: readonly Replica[]) {
    this.name = name
    this.#key = key
    this.#replicas = replicas
  }

  /** The next replica in turn that is not out. */
  next(): Replica {
    const there = this.#replicas.filter(({ isOut }) => !isOut)
    const next = there[++this.#turn % there.length]
    if (next === undefined) throw new Error('All replicas are out')
    return next
  }

  call(method: string, path: string, body?: object, replica = this.next()): Promise<Answer> {
    return this.#send(method, `${replica.base_url}${path}`, body)
  }

  /** Asks the admin API for what is of this store. */
  admin(method: string, path: string, body?: object): Promise<Answer> {
    return this.#send(method, `${this.next().admin_url}/stores/${this.name}${path}`, body)
  }

  async #send(method: string, url: string, body?: object): Promise<Answer> {
    const headers = { 'x-auth-token': this.#key, 'content-type': 'application/json' }
    try {
      const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const text = await answer.text()
      if (answer.status === 503) return null
      return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
    } catch {
      return null
    }
  }

  /** All pages of a list of one replica, which is asked again where it does not answer. */
  async all<Key extends 'customers' | 'invoices'>(
    key: Key,
    replica: Replica,
  ): Promise<NonNullable<Body[Key]>[number][]> {
    const found: NonNullable<Body[Key]>[number][] = []
    for (let page = 1; ;) {
      const answer = await this.call('GET', `/${key}?per_page=250&page=${page}`, undefined, replica)
      if (answer === null) continue
      found.push(...(answer.body[key] ?? []))
      if (page++ >= (answer.body.meta?.total_pages ?? 0)) return found
    }
  }
}

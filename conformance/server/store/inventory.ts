import type { OperationId } from '../../../schemas/operations.ts'
import type { Customer, InvoiceSummary, Template } from '../../../schemas/types.ts'
import type { Client } from '../client/client.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../client/exchange.ts'
import { markedAt } from './marker.ts'

/** Records of one collection as its pages showed them. */
export interface Collection<T> {
  items: T[]
  /** Whether the pages were read to the end. */
  complete: boolean
  exchanges: readonly [Exchange, ...Exchange[]]
}

/** What filters keep of the list: no more of it than tells, since much is remembered. */
export interface Kept {
  ids: ReadonlySet<number>
  complete: boolean
  first_page: Exchange
  /** The first page that was no success; null where all were. */
  refused: Exchange | null
}

/** A large store is known by its first records alone. */
const MOST_PAGES = 12
const PER_PAGE = 250

/**
 * What a store holds, read when first asked for and again after a write of ours. It trusts the listings: whether
 * they deserve it is what checks judge.
 */
export class Inventory {
  readonly #client: Client
  readonly #key: KeyName
  readonly #isOwn: (template: number) => boolean
  #invoices: Promise<Collection<InvoiceSummary>> | null = null
  /** By the filters that were asked for. */
  readonly #kept = new Map<string, Promise<Kept>>()
  #customers: Promise<Collection<Customer>> | null = null
  #templates: Promise<Collection<Template>> | null = null
  #is_unreadable = false

  /** @param isOwn whether the run made a template, which it deletes: where updates reset a name, that does not tell */
  constructor(client: Client, key: KeyName = 'api', isOwn: (template: number) => boolean = () => false) {
    this.#client = client
    this.#key = key
    this.#isOwn = isOwn
  }

  invoices(): Promise<Collection<InvoiceSummary>> {
    this.#invoices ??= remembered(this.#readInvoices(), () => (this.#invoices = null))
    return this.#invoices
  }

  /** Whether the list of invoices was unreadable when it was read last: that it showed none then says nothing. */
  get isUnreadable(): boolean {
    return this.#is_unreadable
  }

  /** Which invoices filters keep. */
  kept(query: Readonly<Record<string, string>>): Promise<Kept> {
    const asked = JSON.stringify(query)
    const forget = () => this.#kept.delete(asked)
    const kept = this.#kept.get(asked) ?? remembered(this.#readKept(query), forget, ({ refused }) => !refused)
    this.#kept.set(asked, kept)
    return kept
  }

  customers(): Promise<Collection<Customer>> {
    this.#customers ??= remembered(
      walk(this.#client, 'listCustomers', { key: this.#key }),
      () => (this.#customers = null),
    )
    return this.#customers
  }

  templates(): Promise<Collection<Template>> {
    this.#templates ??= remembered(this.#readTemplates(), () => (this.#templates = null))
    return this.#templates
  }

  /** Templates that are there to stay: those of a run, which may be another one's, are soon deleted. */
  async lastingTemplates(type?: Template['template_type']): Promise<Template[]> {
    const { items } = await this.templates()
    const lasting = items.filter(({ id, name }) => markedAt(name) === null && !this.#isOwn(id))
    return type === undefined ? lasting : lasting.filter(({ template_type }) => template_type === type)
  }

  /** A write was sent: what it may have changed is read anew. */
  forget(operation: OperationId): void {
    if (operation === 'createInvoice' || operation === 'regenerateInvoice') this.#forgetInvoices()
    if (operation.endsWith('Customer')) this.#customers = null
    if (operation.endsWith('Template')) this.#templates = null
  }

  /** Somebody else may have written: all is read anew. */
  forgetAll(): void {
    this.#forgetInvoices()
    this.#customers = null
    this.#templates = null
  }

  #forgetInvoices(): void {
    this.#invoices = null
    this.#kept.clear()
  }

  async #readInvoices(): Promise<Collection<InvoiceSummary>> {
    const collection = await walk(this.#client, 'listInvoices', { key: this.#key })
    this.#is_unreadable = !collection.complete && collection.items.length === 0
    return collection
  }

  async #readKept(query: Readonly<Record<string, string>>): Promise<Kept> {
    const { items, complete, exchanges } = await walk(this.#client, 'listInvoices', { query, key: this.#key })
    const refused = exchanges.find((exchange) => !isSuccess(exchange)) ?? null
    return { ids: new Set(items.map(({ id }) => id)), complete, first_page: exchanges[0], refused }
  }

  async #readTemplates(): Promise<Collection<Template>> {
    const exchange = await this.#client.call('listTemplates', { key: this.#key })
    return {
      items: records<Template>(exchange, 'templates'),
      complete: isSuccess(exchange),
      exchanges: [exchange],
    }
  }
}

/** A reading that is forgotten where it failed, so that the next reader asks again. */
function remembered<T>(reading: Promise<T>, forget: () => void, isGood: (read: T) => boolean = () => true) {
  reading.then((read) => isGood(read) || forget(), forget)
  return reading
}

/** What the paginated listings hold. */
export interface Listed {
  listInvoices: InvoiceSummary
  searchInvoices: InvoiceSummary
  listCustomers: Customer
}

export type Paginated = keyof Listed

/** Key of the array that a listing answers. */
export const MANY = {
  listInvoices: 'invoices',
  searchInvoices: 'invoices',
  listCustomers: 'customers',
} as const satisfies Record<Paginated, string>

/** How a listing is read. */
export interface Walk {
  /** What every page is asked with, such as a filter. */
  query?: Readonly<Record<string, unknown>>
  key?: KeyName
  per_page?: number
  most_pages?: number
}

/** Reads the pages of a listing one after the other until one is empty or repeats. */
export async function walk<Operation extends Paginated>(
  client: Client,
  operation: Operation,
  { query = {}, key = 'api', per_page = PER_PAGE, most_pages = MOST_PAGES }: Walk = {},
): Promise<Collection<Listed[Operation]>> {
  const ask = (page: number) => client.call(operation, { query: { ...query, page, per_page }, key })
  const items = new Map<number, Listed[Operation]>()
  let exchange = await ask(1)
  const exchanges: [Exchange, ...Exchange[]] = [exchange]
  for (;;) {
    const before = items.size
    for (const item of records<Listed[Operation]>(exchange, MANY[operation])) items.set(item.id, item)
    const isNews = items.size > before
    const complete = isNews ? items.size >= (totalOf(exchange) ?? Infinity) : isSuccess(exchange)
    if (complete || !isNews || exchanges.length === most_pages)
      return { items: [...items.values()], complete, exchanges }
    exchange = await ask(exchanges.length + 1)
    exchanges.push(exchange)
  }
}

/** How many records a listing says that it has on all its pages. */
export function totalOf(exchange: Exchange): number | undefined {
  const meta = member(exchange, 'meta')
  return isObject(meta) && typeof meta['total'] === 'number' ? meta['total'] : undefined
}

/** The objects with an id of a listing's array; what is no such object is left out. */
export function records<T>(exchange: Exchange, name: string): T[] {
  const list = member(exchange, name)
  return Array.isArray(list) ? list.filter((item) => isObject(item) && typeof item['id'] === 'number') : []
}

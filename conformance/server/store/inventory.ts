import type { Customer, InvoiceSummary, Template } from '../../../schemas/types.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import type { Client } from '../client/client.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../client/exchange.ts'
import { markedAt } from './marker.ts'

/** Records of one collection as its pages showed them. */
export interface Collection<T> {
  items: T[]
  /** Whether the pages were read to the end. */
  complete: boolean
  exchanges: Exchange[]
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
  #invoices: Promise<Collection<InvoiceSummary>> | null = null
  #customers: Promise<Collection<Customer>> | null = null
  #templates: Promise<Collection<Template>> | null = null

  constructor(client: Client, key: KeyName = 'api') {
    this.#client = client
    this.#key = key
  }

  invoices(): Promise<Collection<InvoiceSummary>> {
    this.#invoices ??= walk<InvoiceSummary>(this.#client, 'listInvoices', 'invoices', {}, this.#key)
    return this.#invoices
  }

  customers(): Promise<Collection<Customer>> {
    this.#customers ??= walk<Customer>(this.#client, 'listCustomers', 'customers', {}, this.#key)
    return this.#customers
  }

  templates(): Promise<Collection<Template>> {
    this.#templates ??= this.#readTemplates()
    return this.#templates
  }

  /** Templates that are there to stay: those of a run, which may be another one's, are soon deleted. */
  async lastingTemplates(type?: Template['template_type']): Promise<Template[]> {
    const { items } = await this.templates()
    const lasting = items.filter(({ name }) => markedAt(name) === null)
    return type === undefined ? lasting : lasting.filter(({ template_type }) => template_type === type)
  }

  /** A write was sent: what it may have changed is read anew. */
  forget(operation: OperationId): void {
    if (operation === 'createInvoice' || operation === 'regenerateInvoice') this.#invoices = null
    if (operation.endsWith('Customer')) this.#customers = null
    if (operation.endsWith('Template')) this.#templates = null
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

/**
 * Reads the pages of a listing one after the other until one is empty or repeats.
 * @param query filters that every page is asked with
 */
export async function walk<T extends { id: number }>(
  client: Client,
  operation: OperationId,
  name: string,
  query: { [parameter: string]: unknown } = {},
  key: KeyName = 'api',
  per_page = PER_PAGE,
  most_pages = MOST_PAGES,
): Promise<Collection<T>> {
  const items = new Map<number, T>()
  const exchanges: Exchange[] = []
  for (let page = 1; page <= most_pages; page++) {
    const exchange = await client.call(operation, { query: { ...query, page, per_page }, key })
    exchanges.push(exchange)
    const found = records<T>(exchange, name)
    const before = items.size
    for (const item of found) items.set(item.id, item)
    if (items.size === before) return { items: [...items.values()], complete: isSuccess(exchange), exchanges }
    if (isLastPage(exchange, items.size)) return { items: [...items.values()], complete: true, exchanges }
  }
  return { items: [...items.values()], complete: false, exchanges }
}

/** The objects with an id of a listing's array; what is no such object is left out. */
export function records<T>(exchange: Exchange, name: string): T[] {
  const list = member(exchange, name)
  return Array.isArray(list) ? list.filter((item) => isObject(item) && typeof item['id'] === 'number') : []
}

function isLastPage(exchange: Exchange, known: number): boolean {
  const meta = member(exchange, 'meta')
  return isObject(meta) && typeof meta['total'] === 'number' && known >= meta['total']
}

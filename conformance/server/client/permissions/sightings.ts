import type { Call } from '../call.ts'
import type { Outgoing } from './outgoing.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../exchange.ts'

type RecordKind = 'templates' | 'customers'

/** Ids of the records of one kind, store by store: two stores may give the same id. */
class RecordIds {
  readonly #ids = new Set<string>()

  add(key: KeyName, id: unknown): void {
    this.#ids.add(`${storeOf(key)} ${String(id)}`)
  }

  has(key: KeyName, id: unknown): boolean {
    return this.#ids.has(`${storeOf(key)} ${String(id)}`)
  }
}

/** True if the request carries a key that no store has; an empty one counts as none. */
export const isWrongKey = ({ key, token }: Call): boolean => key === 'bad' && token !== ''

/** Without a good key a request is meant for the judged store. */
const storeOf = (key: KeyName): KeyName => (key === 'none' || key === 'bad' ? 'api' : key)

/**
 * What the answers of a run have shown of the deployment, as far as permissions depend on it. All clients of a run
 * share it.
 */
export class Sightings {
  /** Templates and customers that this run created. */
  readonly #own = { templates: new RecordIds(), customers: new RecordIds() }
  /** Templates and customers that an answer showed. */
  readonly #shown = { templates: new RecordIds(), customers: new RecordIds() }
  /** Invoices that an answer showed, by slug: the key of their store, and the number of the answer that showed them first. */
  readonly invoices = new Map<string, { readonly key: KeyName; readonly answer: number }>()
  /** Answers so far. */
  answers = 0
  /** Recipients of invoices by slug, as the invoices showed them last. */
  readonly recipients = new Map<string, string>()
  /** Slugs of invoices that this run created or was given back for one of its orders. */
  readonly ownInvoices = new Set<string>()
  /** Platform orders that the run created through hooks. */
  readonly ownOrders = new Set<number>()
  /** Download URLs as the service gave them. */
  readonly downloadUrls = new Set<string>()
  /** Settings as an answer showed them last; null before the first. */
  settings: Readonly<Record<string, unknown>> | null = null
  /** Settings as the first answer showed them: to write these values is to restore them. */
  firstSettings: Readonly<Record<string, unknown>> = {}
  /** Email addresses that the run gave to orders and customers. */
  readonly ownAddresses = new Set<string>()
  /** Requests so far that are limited in number without a permission. */
  readonly sent = { wrongKeys: 0, plainDocuments: 0, unknownSlugs: 0 }

  /** Counts a request that is about to be sent, and remembers what it sets. */
  count(request: Outgoing): void {
    if (request.to === 'hook') return this.#noteAddresses(request.body)
    if (request.to === 'download') return
    const { operation, call } = request
    const slug = call.params?.['slug']
    if (isWrongKey(call)) this.sent.wrongKeys++
    if (slug !== undefined && !this.invoices.has(String(slug))) this.sent.unknownSlugs++
    else if (operation === 'readInvoicePdf') this.sent.plainDocuments++
  }

  /** Learns from an answer. */
  note(exchange: Exchange): void {
    this.answers++
    const { json } = exchange.response
    if (!isObject(json) || !isSuccess(exchange)) return
    this.#noteInvoices(exchange)
    this.#noteRecords(exchange)
    const settings = json['settings']
    if (exchange.key === 'api' && isObject(settings)) this.#noteSettings(settings)
  }

  #noteAddresses(body: unknown): void {
    const customer = isObject(body) ? body['customer'] : undefined
    for (const holder of [body, customer])
      if (isObject(holder) && typeof holder['email'] === 'string')
        this.ownAddresses.add(holder['email'].toLowerCase())
  }

  #noteSettings(settings: Record<string, unknown>): void {
    if (this.settings === null) this.firstSettings = settings
    this.settings = settings
  }

  #noteInvoices(exchange: Exchange): void {
    const list = member(exchange, 'invoices')
    for (const invoice of [member(exchange, 'invoice'), ...(Array.isArray(list) ? list : [])]) {
      if (!isObject(invoice)) continue
      const slug = String(invoice['slug'])
      const customer = invoice['customer']
      const email = isObject(customer) ? customer['email'] : invoice['customer_email']
      if (!this.invoices.has(slug)) this.invoices.set(slug, { key: exchange.key, answer: this.answers })
      if (typeof email === 'string') this.recipients.set(slug, email)
      if (exchange.operation === 'createInvoice') this.ownInvoices.add(slug)
      if (typeof invoice['pdf_url'] === 'string') this.downloadUrls.add(invoice['pdf_url'])
    }
  }

  /** An update that a faulty server took for another store shows nothing of that store. */
  #noteRecords({ operation, key, response }: Exchange): void {
    if (operation === 'updateTemplate' || operation === 'updateCustomer') return
    for (const [kind, one] of RECORDS) {
      const { [kind]: list, [one]: record } = response.json as Record<string, unknown> // note() has seen an object
      for (const shown of [record, ...(Array.isArray(list) ? list : [])]) {
        if (!isObject(shown)) continue
        const ids = operation === CREATION[kind] ? this.#own : this.#shown
        ids[kind].add(key, shown['id'])
      }
    }
  }

  /** True if a record of the store was there before this run, or is another client's. */
  isOthers(kind: RecordKind, key: KeyName, id: unknown): boolean {
    return this.#shown[kind].has(key, id) && !this.#own[kind].has(key, id)
  }
}

const RECORDS = [
  ['templates', 'template'],
  ['customers', 'customer'],
] as const
const CREATION = { templates: 'createTemplate', customers: 'createCustomer' } as const

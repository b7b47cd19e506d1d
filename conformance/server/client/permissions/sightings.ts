import type { Call } from '../call.ts'
import type { Outgoing } from './outgoing.ts'
import { isObject, isSuccess, member, type Exchange, type KeyName } from '../exchange.ts'
import { SeenRecords } from './seen-records.ts'

/** True if the request carries a key that no store has; an empty one counts as none. */
export const isWrongKey = ({ key, token }: Call): boolean => key === 'bad' && token !== ''

/** True for a template or customer of the judged store that the run takes for its own. */
export type IsMade = (kind: 'templates' | 'customers', id: number) => boolean

/**
 * Facts that the answers of a run have shown and that permissions depend on. All clients of a run
 * share it.
 */
export class Sightings {
  /** Templates and customers that answers have shown. */
  readonly templates: SeenRecords
  readonly customers: SeenRecords
  #hasWritten = false
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
  /** Email addresses that answers showed before the run sent them. */
  readonly #shownAddresses = new Set<string>()
  /** Requests so far that are limited in number without a permission. */
  readonly sent = { wrongKeys: 0, plainDocuments: 0, unknownSlugs: 0 }

  constructor(isMade: IsMade = () => false) {
    this.templates = new SeenRecords((id) => isMade('templates', id))
    this.customers = new SeenRecords((id) => isMade('customers', id))
  }

  /** Counts a request that is about to be sent, and remembers what it sets. */
  count(request: Outgoing): void {
    if (request.to === 'hook') return this.#noteAddresses(request.body)
    if (request.to === 'download') return
    const { operation, call } = request
    const slug = call.params?.['slug']
    if (operation === 'updateSettings')
      this.#noteAddresses(isObject(call.body) ? call.body['settings'] : null)
    if (request.request.method !== 'GET') this.#hasWritten = true
    if (isWrongKey(call)) this.sent.wrongKeys++
    if (slug !== undefined && !this.invoices.has(String(slug))) this.sent.unknownSlugs++
    else if (operation === 'readInvoicePdf' && !['none', 'bad'].includes(call.key ?? 'api'))
      this.sent.plainDocuments++
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

  /**
   * An address is the run's if its domain is reserved (RFC 2606) and no answer showed it before: a patch may restore
   * the address of a customer or of the store.
   */
  #noteAddresses(body: unknown): void {
    if (!isObject(body)) return
    const customer = isObject(body['customer']) ? body['customer'] : {}
    for (const value of [body['email'], body['invoice_bcc_email'], customer['email']]) {
      const email = String(value ?? '').toLowerCase()
      if (RESERVED.test(email) && !this.#shownAddresses.has(email)) this.ownAddresses.add(email)
    }
  }

  /** The address that gets a blind copy of each email of the judged store; null for none. */
  get blindCopy(): string | null {
    const { invoice_bcc, invoice_bcc_email } = this.settings ?? {}
    return invoice_bcc === true && typeof invoice_bcc_email === 'string' && invoice_bcc_email !== ''
      ? invoice_bcc_email
      : null
  }

  /** Recipients of the invoices that a service may take a slug for: the invoice itself, and those that begin alike. */
  recipientsNear(slug: string): string[] {
    const start = startOf(slug)
    return [...this.recipients].filter(([one]) => one === slug || startOf(one) === start).map(([, to]) => to)
  }

  #noteSettings(settings: Record<string, unknown>): void {
    if (this.settings === null) this.firstSettings = settings
    this.settings = settings
    this.#showAddress(settings['invoice_bcc_email'])
  }

  #showAddress(value: unknown): void {
    const email = String(value ?? '').toLowerCase()
    if (!this.ownAddresses.has(email)) this.#shownAddresses.add(email)
  }

  #noteInvoices(exchange: Exchange): void {
    const list = member(exchange, 'invoices')
    for (const invoice of [member(exchange, 'invoice'), ...(Array.isArray(list) ? list : [])]) {
      if (!isObject(invoice)) continue
      const slug = String(invoice['slug'])
      const customer = invoice['customer']
      const email = isObject(customer) ? customer['email'] : invoice['customer_email']
      if (!this.invoices.has(slug)) this.invoices.set(slug, { key: exchange.key, answer: this.answers })
      // The answer with a download URL shows no recipient.
      if (email !== undefined || !this.recipients.has(slug)) this.recipients.set(slug, String(email ?? ''))
      this.#showAddress(email)
      if (exchange.operation === 'createInvoice') this.ownInvoices.add(slug)
      if (typeof invoice['pdf_url'] === 'string') this.downloadUrls.add(invoice['pdf_url'])
    }
  }

  /** An update that a faulty server took for another store shows nothing of that store. */
  #noteRecords({ operation, key, response }: Exchange): void {
    if (operation === 'updateTemplate' || operation === 'updateCustomer') return
    for (const [kind, one, creation] of RECORDS) {
      const { [kind]: list, [one]: record } = response.json as Record<string, unknown> // note() has seen an object
      for (const shown of [record, ...(Array.isArray(list) ? list : [])]) {
        if (!isObject(shown)) continue
        if (operation === creation) this[kind].create(key, shown['id'])
        else this[kind].show(key, shown, !this.#hasWritten)
      }
    }
  }
}

const RESERVED = /@([\w-]+\.)*(example|test|invalid|localhost|example\.(com|net|org))$/

/** The first characters of a slug, without the punctuation that other forms of a UUID lack. */
const startOf = (slug: string): string =>
  slug
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .slice(0, 8)

const RECORDS = [
  ['templates', 'template', 'createTemplate'],
  ['customers', 'customer', 'createCustomer'],
] as const

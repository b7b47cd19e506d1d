import type { OperationId } from '../../../../schemas/operations.ts'
import type { ReportEffects } from '../../../../schemas/types.ts'
import { isObject, isSuccess, member, type Exchange } from '../exchange.ts'
import type { ApiRequest, Outgoing } from '../permissions/outgoing.ts'
import type { Sightings } from '../permissions/sightings.ts'
import type { Target } from '../../target.ts'
import { Tally } from './tally.ts'

/** Operations by what their success does to a kind of record. */
const RECORD_EFFECTS: Partial<Record<OperationId, readonly ['created' | 'changed' | 'restored', string]>> = {
  createTemplate: ['created', 'templates'],
  createCustomer: ['created', 'customers'],
  bulkPdf: ['created', 'bulk actions'],
  regenerateInvoice: ['changed', 'invoices'],
  deleteTemplate: ['restored', 'templates'],
  deleteCustomer: ['restored', 'customers'],
}

/**
 * Counts what a run does to the deployment, from the requests that its clients send and the answers that come. Checks
 * have no part in it.
 */
export class Effects {
  readonly #sightings: Sightings
  readonly #requests = new Tally()
  readonly #counts = { created: new Tally(), changed: new Tally(), restored: new Tally() }
  readonly #emails = new Tally()
  readonly #documents = new Set<string>()
  readonly #settings = new Set<string>()
  readonly #orders = {
    /** The number of answers when the run first asked for the invoice of an order. */
    asked: new Map<string, number>(),
    used: new Set<string>(),
    fresh: new Set<string>(),
    edited: new Set<string>(),
    restored: 0,
  }
  #printed = 0
  #firstNumber: unknown
  #lastNumber: unknown

  /** @param sightings what the same clients have seen; it must hear of an answer after this does */
  constructor(sightings: Sightings) {
    this.#sightings = sightings
  }

  /** Counts a request that is sent. */
  sent(request: Outgoing): void {
    if (request.to === 'api') return this.#noteRequest(request)
    if (request.to === 'download') return this.#requests.add('downloads')
    this.#requests.add(`hook ${request.hook}`)
    if (request.hook === 'create_order' || request.hook === 'create_draft_order')
      this.#counts.created.add('orders')
    if (request.hook === 'delete_order') this.#counts.changed.add('deleted orders')
    if (request.order !== null && isEdit(request)) this.#orders.edited.add(request.order)
  }

  #noteRequest({ operation, call }: ApiRequest): void {
    this.#requests.add(operation ?? 'other paths')
    const order = operation === 'createInvoice' ? orderIn(call.body) : null
    if (order !== null && !this.#orders.asked.has(order))
      this.#orders.asked.set(order, this.#sightings.answers)
  }

  /** An order has its former values again. */
  orderRestored(): void {
    this.#orders.restored++
  }

  /** Counts what an answer says was done. */
  answered(exchange: Exchange): void {
    const { operation } = exchange
    if (operation === null || !isSuccess(exchange)) return
    const [effect, kind] = RECORD_EFFECTS[operation] ?? []
    if (effect !== undefined && kind !== undefined) this.#counts[effect].add(kind)
    this.#handlers[operation]?.(exchange)
  }

  readonly #handlers: Partial<Record<OperationId, (exchange: Exchange) => void>> = {
    readSettings: (exchange) => this.#noteSettings(exchange),
    updateSettings: (exchange) => {
      const body = isObject(exchange.input) ? exchange.input['settings'] : undefined
      if (exchange.key === 'api' && isObject(body))
        for (const name of Object.keys(body)) this.#settings.add(name)
      this.#noteSettings(exchange)
    },
    updateTemplate: (exchange) => this.#noteUpdate('templates', exchange),
    updateCustomer: (exchange) => this.#noteUpdate('customers', exchange),
    createInvoice: (exchange) => this.#noteCreation(exchange),
    regenerateInvoice: ({ params, query }) =>
      this.#documents.add(`${params['slug']} ${JSON.stringify(query)}`),
    readInvoicePdf: ({ params, query }) => this.#documents.add(`${params['slug']} ${JSON.stringify(query)}`),
    bulkPdf: (exchange) => {
      const action = member(exchange, 'bulk_action')
      if (isObject(action) && typeof action['total_count'] === 'number')
        this.#printed += action['total_count']
    },
    sendInvoiceEmail: ({ params }) => {
      this.#printed++
      const recipient = this.#sightings.recipients.get(String(params['slug'])) ?? 'unknown recipient'
      this.#emails.add(recipient === '' ? 'invoices without an address' : recipient)
      if (this.#sightings.blindCopy !== null) this.#emails.add(this.#sightings.blindCopy)
    },
  }

  /** Only updates of records that were there before the run count: its own are gone in the end. */
  #noteUpdate(kind: 'templates' | 'customers', { key, params }: Exchange): void {
    if (this.#sightings[kind].isOthers(key, params['id'])) this.#counts.changed.add(kind)
  }

  #noteCreation({ input, response }: Exchange): void {
    const { invoice } = isObject(response.json) ? response.json : {}
    const order = orderIn(input)
    if (!isObject(invoice) || order === null || this.#orders.used.has(order)) return
    this.#orders.used.add(order)
    const slug = String(invoice['slug'])
    const seen = this.#sightings.invoices.get(slug)
    if (seen !== undefined && seen.answer <= (this.#orders.asked.get(order) ?? 0)) return
    this.#orders.fresh.add(order)
    this.#counts.created.add('invoices')
    if (!isObject(input) || input['generate_pdf'] !== false) this.#documents.add(`${slug} {}`)
  }

  #noteSettings(exchange: Exchange): void {
    const settings = member(exchange, 'settings')
    if (exchange.key !== 'api' || !isObject(settings)) return
    this.#firstNumber ??= settings['next_invoice_number']
    this.#lastNumber = settings['next_invoice_number']
  }

  /** Effects of the run so far. @param target with all orders that were given */
  report({ order_ids, draft_order_ids }: Pick<Target, 'order_ids' | 'draft_order_ids'>): ReportEffects {
    const given = order_ids.length + draft_order_ids.length
    const { used, fresh, edited, restored } = this.#orders
    const changed = { ...this.#counts.changed.entries(), ...counted('settings', this.#settings.size) }
    return {
      requests: this.#requests.entries(),
      created: this.#counts.created.entries(),
      changed: { ...changed, ...counted('orders', edited.size) },
      restored: {
        ...this.#counts.restored.entries(),
        ...counted('settings', this.#restoredSettings()),
        ...counted('orders', restored),
      },
      orders: { given, used: used.size, fresh: fresh.size, left: estimateLeft(given, used.size, fresh.size) },
      emails: Object.entries(this.#emails.entries()).map(([to, count]) => ({ to, count })),
      counters: this.#movedCounters(),
      documents: this.#documents.size + this.#printed,
    }
  }

  #restoredSettings(): number {
    const { settings, firstSettings } = this.#sightings
    const isSame = (name: string) => JSON.stringify(settings?.[name]) === JSON.stringify(firstSettings[name])
    return [...this.#settings].filter(isSame).length
  }

  #movedCounters(): ReportEffects['counters'] {
    const [from, to] = [this.#firstNumber, this.#lastNumber].map((number) => String(number ?? ''))
    if (from === undefined || to === undefined || from === to) return []
    return [{ name: 'next_invoice_number', from, to }]
  }
}

/** The order whose invoice a creation asks for: `order 5` or `draft 5`; null for none. */
function orderIn(body: unknown): string | null {
  if (!isObject(body) || typeof body['order_id'] !== 'number') return null
  return `${body['draft'] === true ? 'draft' : 'order'} ${body['order_id']}`
}

const EDITS: readonly string[] = ['edit_order', 'edit_draft_order']

const isEdit = (request: Outgoing & { to: 'hook' }): boolean =>
  EDITS.includes(request.hook) && isObject(request.body) && Object.keys(request.body).length > 0

const counted = (kind: string, count: number): Record<string, number> =>
  count === 0 ? {} : { [kind]: count }

/** Unused orders are assumed to have invoices as often as used ones. */
function estimateLeft(given: number, used: number, fresh: number): number {
  const untried = Math.max(0, given - used)
  return used === 0 ? untried : Math.round((untried * fresh) / used)
}

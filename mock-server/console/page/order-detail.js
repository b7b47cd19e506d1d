/** @import { InvoiceSummary } from '../../../schemas/types.ts' */
/** @import { AnyOrder } from './orders-tab.js' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { PAYMENTS } from './invoices-tab.js'
import { Panel } from './panel.js'
import { visible } from './shown.js'
import { asClient, ofStore } from './store-choice.js'
import { attempt, facts, fold } from './told.js'

const SAVED = 'Saved; its amounts are computed anew.'

/** One order: to be edited, taken away, and invoiced as a client would. */
export class OrderDetail extends Panel {
  static properties = {
    store: {},
    kind: {},
    order: {},
    record: { state: true },
    invoice: { state: true },
    trouble: { state: true },
  }

  constructor() {
    super()
    this.store = ''
    this.kind = 'orders'
    /** Its id. */
    this.order = ''
    /** @type {AnyOrder | null} */
    this.record = null
    /** @type {InvoiceSummary | null} */
    this.invoice = null
    this.trouble = ''
  }

  get #place() {
    return ofStore(this.store, `/${this.kind}/${this.order}`)
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!['store', 'kind', 'order'].some((name) => changed.has(name))) return
    Object.assign(this, { record: null, invoice: null, trouble: '' })
    void this.#load()
  }

  async #load() {
    const { order, kind } = this
    try {
      const query = `order_id=${order}&draft=${kind === 'draft_orders'}`
      const [record, { invoices }] = await Promise.all([
        admin('GET', this.#place),
        admin('GET', ofStore(this.store, `/invoices?${query}`)),
      ])
      if (order === this.order) Object.assign(this, { record, invoice: invoices[0] ?? null })
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  /** @param {() => Promise<unknown>} deed @param {string} done */
  async #do(deed, done) {
    // What was refused stays in the form, to be put right.
    if ((await attempt(deed, done)) === undefined) return
    await this.#load()
    this.dispatchEvent(new Event('changed'))
  }

  render() {
    return html`<article aria-label="Order">
      <a class="back" href="#/orders/${this.store}/${this.kind}">All orders</a>
      ${this.trouble ? html`<p class="failed">${this.trouble}</p>` : nothing}
      ${this.record ? this.#shown(this.record) : nothing}
    </article>`
  }

  /** @param {AnyOrder} order */
  #shown(order) {
    const { name, id, customer, currency } = order
    return html`
      <h2><bdi>${visible(name)}</bdi></h2>
      ${facts({
        Id: id,
        Customer: visible(`${customer.first_name} ${customer.last_name} ${customer.email}`),
        Currency: currency,
        Invoice: this.invoice
          ? html`<a href="#/invoices/${this.store}/${this.invoice.slug}">${visible(this.invoice.number)}</a>`
          : 'none yet',
      })}
      ${this.#actions(order)}
      <order-form
        .order=${order}
        @save=${(/** @type {CustomEvent<object>} */ { detail }) => this.#do(() => admin('PATCH', this.#place, detail), SAVED)}
      ></order-form>
      ${fold('Edit it as JSON', this.#editor(order))}
    `
  }

  /** @param {AnyOrder} order */
  #actions({ id, financial_status }) {
    const draft = this.kind === 'draft_orders'
    const invoiced = () => asClient(this.store, 'POST', '/invoices', { order_id: id, draft })
    const paid = (/** @type {string} */ status) => () =>
      admin('PATCH', this.#place, { financial_status: status })
    return html`<div class="actions">
      <button class="main" @click=${() => this.#do(invoiced, 'POST /invoices was sent, as a client would.')}>
        Invoice it
      </button>
      <label>
        <span>Payment</span>
        <select
          @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) =>
            this.#do(paid(target.value), 'Changed. An invoice follows when it is regenerated.')}
        >
          ${Object.entries(PAYMENTS).map(([status, words]) => html`<option value=${status} ?selected=${status === financial_status}>${words}</option>`)}
        </select>
      </label>
      <button class="danger" @click=${() => this.#drop()}>Take it away</button>
    </div>`
  }

  async #drop() {
    const { store, kind } = this
    await attempt(() => admin('DELETE', this.#place), 'The order is gone; an invoice of it stays.')
    this.dispatchEvent(new Event('changed'))
    location.hash = `#/orders/${store}/${kind}`
  }

  /** @param {AnyOrder} order */
  #editor(order) {
    return html`<form
      @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#save(event)}
    >
      <textarea
        aria-label="The order as JSON"
        name="json"
        spellcheck="false"
        .value=${JSON.stringify(order, null, 2)}
      ></textarea>
      <div class="actions"><button>Save the JSON</button></div>
    </form>`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  #save(event) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('json'))
    return this.#do(() => admin('PUT', this.#place, text), SAVED)
  }
}

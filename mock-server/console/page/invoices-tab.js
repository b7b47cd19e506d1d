/** @import { InvoiceSummary, ListInvoicesQuery } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { RecordsTab } from './records-tab.js'
import { counted, visible } from './shown.js'
import { ofStore, pagesAt, storeChoice, storeIn } from './store-choice.js'
import { rowHeight } from './width.js'

/** @typedef {Exclude<keyof ListInvoicesQuery, 'page' | 'per_page' | 'created_at_min' | 'created_at_max'>} Filter */

/**
 * The values of a filter, each as people read it.
 * @template {Filter} Name
 * @typedef {{ readonly [value in NonNullable<ListInvoicesQuery[Name]>]: string }} Values
 */

/** @type {Values<'financial_status'>} */
export const PAYMENTS = {
  paid: 'paid',
  pending: 'pending',
  partially_paid: 'partially paid',
  partially_refunded: 'partially refunded',
  refunded: 'refunded',
  voided: 'voided',
  authorized: 'authorized',
}

/** @type {{ readonly [name in Filter]: readonly [label: string, values: Values<name>] }} */
const FILTERS = {
  invoice_type: ['Type', { invoice: 'invoice', quote: 'quote', pro_forma: 'pro forma' }],
  financial_status: ['Payment', PAYMENTS],
}

/**
 * The invoices of a store, a page at a time, and one of them.
 * @extends {RecordsTab<InvoiceSummary>}
 */
export class InvoicesTab extends RecordsTab {
  static properties = { ...RecordsTab.properties, filters: { state: true } }

  constructor() {
    super()
    /** @type {Record<string, string>} */
    this.filters = {}
  }

  /** @param {string} store */
  #rowsIn(store) {
    const query = this.words ? { q: this.words } : this.filters
    const path = `${ofStore(store, '/invoices')}?${new URLSearchParams(query)}`
    return this.rowsOf(path, pagesAt(path, 'invoices'))
  }

  render() {
    const [named = '', slug = ''] = this.route
    const store = storeIn(named)
    if (!store) return html`<p class="soft">There is no store.</p>`
    const rows = this.#rowsIn(store.name)
    return html`<section class="tab" aria-label="Invoices">
      <div class="tools">${storeChoice('invoices', store.name)} ${this.#filters()}</div>
      <p class="count" role="status">${rows.total === null ? 'Asking …' : counted(rows.total, 'invoice')}</p>
      <div class="panes ${slug ? 'open' : ''}">
        <windowed-list
          label="Invoices"
          .subject=${this.subject}
          .count=${rows.total ?? 0}
          .height=${rowHeight()}
          .row=${(/** @type {number} */ at) => rowOf(rows.at(at), store.name, slug)}
        ></windowed-list>
        ${slug ? html`<invoice-detail class="detail" .store=${store.name} .slug=${slug}></invoice-detail>` : nothing}
      </div>
    </section>`
  }

  #filters() {
    return html`<input
        type="search"
        aria-label="Search invoices"
        placeholder="Search number, customer, email, order, country"
        @change=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
      />
      ${Object.entries(FILTERS).map(
        ([name, [label, values]]) =>
          html`<select
            aria-label=${label}
            ?disabled=${this.words !== ''}
            @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => this.#filter(name, target.value)}
          >
            <option value="">${label.toLowerCase()}: all</option>
            ${Object.entries(values).map(([value, words]) => html`<option value=${value}>${words}</option>`)}
          </select>`,
      )}`
  }

  /** @param {string} name @param {string} value */
  #filter(name, value) {
    const { [name]: _before, ...others } = this.filters
    this.filters = value === '' ? others : { ...others, [name]: value }
  }
}

/** @param {InvoiceSummary | undefined} invoice @param {string} store @param {string} chosen */
function rowOf(invoice, store, chosen) {
  if (!invoice) return html`<span class="row soft">…</span>`
  const { slug, number, invoice_type, financial_status, total_price, currency, order_name, customer_name } =
    invoice
  return html`<a
    class="row invoice"
    href="#/invoices/${store}/${slug}"
    aria-current=${slug === chosen ? 'true' : nothing}
  >
    <span class="number">${visible(number)}</span>
    <span class="kind">${invoice_type.replace('_', ' ')}</span>
    <span class="payment"
      ><b class="badge ${toneOf(financial_status)}">${financial_status.replace('_', ' ')}</b></span
    >
    <bdi class="who">${visible(customer_name)}</bdi>
    <bdi class="order">${visible(order_name)}</bdi>
    <span class="amount">${total_price} ${currency}</span>
  </a>`
}

/** @param {string} status */
export const toneOf = (status) =>
  status === 'paid' ? 'good' : /pending|partially|authorized/.test(status) ? 'warn' : ''

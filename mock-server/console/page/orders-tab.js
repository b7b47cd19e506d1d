/** @import { PlatformDraftOrder, PlatformOrder } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { toneOf } from './invoices-tab.js'
import { RecordsTab } from './records-tab.js'
import { counted, visible } from './shown.js'
import { ofStore, storeChoice, storeIn } from './store-choice.js'
import { attempt } from './told.js'
import { rowHeight } from './width.js'

/** @typedef {PlatformOrder | PlatformDraftOrder} AnyOrder */
/** @typedef {{ order: AnyOrder, isOpen: boolean }} Row */

const KINDS = /** @type {const} */ ({ orders: 'orders', draft_orders: 'draft orders' })

/**
 * The orders of the platform behind a store, and one of them.
 * @extends {RecordsTab<Row>}
 */
export class OrdersTab extends RecordsTab {
  static properties = { ...RecordsTab.properties, open: { state: true } }

  constructor() {
    super()
    /** Whether only those without an invoice are wanted. */
    this.open = false
  }

  /** @param {string} store @param {string} kind */
  #rowsIn(store, kind) {
    const query = new URLSearchParams({ q: this.words, open: String(this.open) })
    const path = `${ofStore(store, `/${kind}`)}?${query}`
    return this.rowsOf(path, rowsAt(path, kind))
  }

  render() {
    const [named = '', given = 'orders', id = ''] = this.route
    const store = storeIn(named)
    if (!store) return html`<p class="soft">There is no store.</p>`
    const kind = given === 'draft_orders' ? given : 'orders'
    const rows = this.#rowsIn(store.name, kind)
    return html`<section class="tab" aria-label="Orders">
      <div class="tools">${storeChoice('orders', store.name)} ${this.#tools(store.name, kind)}</div>
      <p class="count" role="status">
        ${rows.total === null ? 'Asking …' : counted(rows.total, KINDS[kind].slice(0, -1))}
      </p>
      <div class="panes ${id ? 'open' : ''}">
        <windowed-list
          label="Orders"
          .subject=${this.subject}
          .count=${rows.total ?? 0}
          .height=${rowHeight()}
          .row=${(/** @type {number} */ at) => rowOf(rows.at(at), `${store.name}/${kind}`, id)}
        ></windowed-list>
        ${
          id
            ? html`<order-detail
                class="detail"
                .store=${store.name}
                .kind=${kind}
                .order=${id}
                @changed=${this.anew}
              ></order-detail>`
            : nothing
        }
      </div>
    </section>`
  }

  /** @param {string} store @param {keyof typeof KINDS} kind */
  #tools(store, kind) {
    return html`<select
        aria-label="Kind"
        @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (location.hash = `#/orders/${store}/${target.value}`)}
      >
        ${Object.entries(KINDS).map(([name, label]) => html`<option value=${name} ?selected=${name === kind}>${label}</option>`)}
      </select>
      <input
        type="search"
        aria-label="Search orders"
        placeholder="Search id, name, customer, email"
        @change=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
      />
      <label class="check">
        <input
          type="checkbox"
          @change=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => (this.open = target.checked)}
        />
        without an invoice
      </label>
      <button class="main" @click=${() => this.#add(store, kind)}>New ${KINDS[kind].slice(0, -1)}</button>`
  }

  /** @param {string} store @param {keyof typeof KINDS} kind */
  async #add(store, kind) {
    const made = () => /** @type {Promise<AnyOrder>} */ (admin('POST', ofStore(store, `/${kind}`), {}))
    const order = await attempt(made, ({ name }) => `${name} is there, made up.`)
    if (!order) return
    this.anew()
    location.hash = `#/orders/${store}/${kind}/${order.id}`
  }
}

/**
 * @param {string} path
 * @param {string} kind
 * @returns {(query: string) => Promise<{ records: Row[], total: number }>}
 */
const rowsAt = (path, kind) => async (query) => {
  const answer = await admin('GET', `${path}&${query}`)
  const open = new Set(answer.open_ids)
  const records = answer[kind].map((/** @type {AnyOrder} */ order) => ({ order, isOpen: open.has(order.id) }))
  return { records, total: answer.meta.total }
}

/** @param {Row | undefined} row @param {string} place @param {string} chosen */
function rowOf(row, place, chosen) {
  if (!row) return html`<span class="row soft">…</span>`
  const { id, name, customer, line_items, currency, financial_status, processed_at } = row.order
  return html`<a
    class="row order-row"
    href="#/orders/${place}/${id}"
    aria-current=${String(id) === chosen ? 'true' : nothing}
  >
    <bdi class="number">${visible(name)}</bdi>
    <span class="payment"
      ><b class="badge ${toneOf(financial_status)}">${financial_status.replace('_', ' ')}</b>
      ${row.isOpen ? nothing : html`<b class="badge">invoiced</b>`}</span
    >
    <bdi class="who">${visible(`${customer.first_name} ${customer.last_name}`)}</bdi>
    <span class="when">${processed_at.slice(0, 10)}</span>
    <span class="amount">${counted(line_items.length, 'line')}, ${currency}</span>
  </a>`
}

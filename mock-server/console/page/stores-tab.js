/** @import { ShownStore } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { admin } from './admin-api.js'
import { download } from './files.js'
import { live } from './live.js'
import { Panel } from './panel.js'
import { counted, timeOf, visible } from './shown.js'
import { ofStore } from './store-choice.js'
import { attempt, copy, facts } from './told.js'

/** @typedef {{ store: string, requests: number, window_seconds: number, used: number, resets_at: string | null }} Quota */

/** More are found by their name. */
const MOST_SHOWN = 100

/** The stores: keys, quotas, orders that are left; to make one, and to drop one. */
export class StoresTab extends Panel {
  static properties = { quotas: { state: true }, words: { state: true } }

  constructor() {
    super()
    /** @type {Map<string, Quota>} */
    this.quotas = new Map()
    this.words = ''
    this.asking = false
  }

  /** Once for all requests that come while it is asked. */
  #load = async () => {
    if (this.asking) return
    this.asking = true
    /** @type {{ quotas: Quota[] } | undefined} */
    const answer = await attempt(() => admin('GET', '/quotas'))
    this.asking = false
    if (answer) this.quotas = new Map(answer.quotas.map((quota) => [quota.store, quota]))
  }

  hears = { request: this.#load, clock: this.#load }

  begin() {
    void live.refresh()
    void this.#load()
  }

  render() {
    const wanted = live.stores.filter(({ name }) => name.includes(this.words))
    return html`<section class="tab" aria-label="Stores">
      <div class="tools">
        <input
          type="search"
          aria-label="Search stores"
          placeholder="Search name"
          @input=${(/** @type {InputEvent & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
        />
        <form
          class="tools"
          @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#add(event)}
        >
          <input
            name="name"
            aria-label="Name of the new store"
            placeholder="name, or made up"
            pattern="[a-z0-9\\-]*"
          />
          <select name="plan" aria-label="Plan of the new store">
            <option>paid</option>
            <option>free</option>
          </select>
          <button class="main">New store</button>
        </form>
      </div>
      <p class="count" role="status">
        ${counted(wanted.length, 'store')}${wanted.length > MOST_SHOWN ? `, the first ${MOST_SHOWN}` : ''}
      </p>
      <div class="cards">
        ${repeat(
          wanted.slice(0, MOST_SHOWN),
          ({ name }) => name,
          (store) => this.#card(store),
        )}
      </div>
    </section>`
  }

  /** @param {ShownStore} store */
  #card({ name, plan, api_key, order_ids, draft_order_ids, clock, dialect }) {
    const curl = `curl -sS -H 'X-Auth-Token: ${api_key}' '${location.origin}${live.api}/invoices'`
    return html`<article aria-label="Store ${name}">
      <h2>${name} ${plan === 'free' ? html`<b class="badge warn">free plan</b>` : nothing}</h2>
      ${facts({
        Key: html`<code>${visible(api_key)}</code>`,
        Quota: this.#quota(name),
        'Orders left': html`<a href="#/orders/${name}">${counted(order_ids.length, 'order')}</a>,
          <a href="#/orders/${name}/draft_orders">${counted(draft_order_ids.length, 'draft order')}</a>`,
        Clock: clock ? `its own: ${clock.now}${clock.frozen ? ', frozen' : ''}` : undefined,
        Dialect: dialect ? 'its own' : undefined,
      })}
      <div class="actions">
        <button @click=${() => copy(api_key)}>Copy the key</button>
        <button @click=${() => copy(curl)}>Copy as curl</button>
        <button
          @click=${() => attempt(() => download(`/target?store=${encodeURIComponent(name)}`, 'target.json'))}
        >
          target.json
        </button>
        <a href="#/invoices/${name}">Invoices</a>
        <button class="danger" @click=${() => this.#drop(name)}>Drop</button>
      </div>
    </article>`
  }

  /** @param {string} name */
  #quota(name) {
    const quota = this.quotas.get(name)
    if (!quota) return 'unknown'
    const { used, requests, window_seconds, resets_at } = quota
    return html`<meter min="0" max=${requests} .value=${used} aria-label="Quota used"></meter> ${used} of
      ${requests} in ${window_seconds} s${resets_at ? `, anew at ${timeOf(resets_at)}` : ''}`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async #add(event) {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const described = { plan: given.get('plan'), ...(given.get('name') && { name: given.get('name') }) }
    const made = () => /** @type {Promise<ShownStore>} */ (admin('POST', '/stores', described))
    if (await attempt(made, ({ name }) => `The store ${name} is there.`)) form.reset()
    await Promise.all([live.refresh(), this.#load()])
  }

  /** @param {string} name */
  async #drop(name) {
    if (!confirm(`Drop the store ${name} with all it has?`)) return
    await attempt(() => admin('DELETE', ofStore(name, '')), `The store ${name} is gone.`)
    await live.refresh()
  }
}

/** @import { TemplateResult } from 'lit' */
import { html, nothing } from 'lit'
import { Problem, useToken } from './admin-api.js'
import { EmailsTab } from './emails-tab.js'
import { InvoiceDetail } from './invoice-detail.js'
import { InvoicesTab } from './invoices-tab.js'
import { live } from './live.js'
import { OrderDetail } from './order-detail.js'
import { OrderForm } from './order-form.js'
import { OrdersTab } from './orders-tab.js'
import { Panel } from './panel.js'
import { loadQuestions } from './questions.js'
import { RequestDetail } from './request-detail.js'
import { RequestsTab } from './requests-tab.js'
import { ClockCard } from './clock-card.js'
import { DialectCard } from './dialect-card.js'
import { FaultsCard } from './faults-card.js'
import { ScenarioCard } from './scenario-card.js'
import { SnapshotsCard } from './snapshots-card.js'
import { StateTab } from './state-tab.js'
import { CoverageTab } from './coverage-tab.js'
import { StoresTab } from './stores-tab.js'
import { WindowedList } from './windowed-list.js'

/**
 * A tab: its name for people, and what it shows of the rest of the address.
 * @typedef {readonly [name: string, show: (rest: string[]) => TemplateResult]} Tab
 */

/** @type {Readonly<Record<string, Tab>>} */
const TABS = {
  requests: ['Requests', ([seq = '']) => html`<requests-tab .chosen=${seq}></requests-tab>`],
  invoices: ['Invoices', (route) => html`<invoices-tab .route=${route}></invoices-tab>`],
  orders: ['Orders', (route) => html`<orders-tab .route=${route}></orders-tab>`],
  emails: ['Emails', ([id = '']) => html`<emails-tab .chosen=${id}></emails-tab>`],
  state: ['State', ([place = '']) => html`<state-tab .place=${place}></state-tab>`],
  stores: ['Stores', () => html`<stores-tab></stores-tab>`],
  coverage: ['Coverage', () => html`<coverage-tab></coverage-tab>`],
}

/** So long what was said stands there, in milliseconds; until something else is said. */
const SAID_MS = 8000

/** The page: its head, the tabs, and the one that the address names. */
class MockConsole extends Panel {
  static properties = {
    route: { state: true },
    locked: { state: true },
    ready: { state: true },
    said: { state: true },
    trouble: { state: true },
  }

  constructor() {
    super()
    this.route = routeOf(location.hash)
    /** Whether the mock wants a token first. */
    this.locked = false
    /** Whether it listens, so that what tabs ask for stays true. */
    this.ready = false
    this.trouble = ''
    /** @type {{ text: string, tone: string } | null} */
    this.said = null
  }

  connectedCallback() {
    super.connectedCallback()
    addEventListener('hashchange', () => (this.route = routeOf(location.hash)))
    document.addEventListener('told', (event) => this.#say(/** @type {CustomEvent} */ (event).detail))
    void this.#start()
  }

  async #start() {
    try {
      await live.start()
      this.locked = false
      this.ready = true
      await loadQuestions()
    } catch (error) {
      this.locked = error instanceof Problem && error.status === 401
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  /** @param {{ text: string, tone: string }} said */
  #say(said) {
    this.said = said
    setTimeout(() => {
      if (this.said === said) this.said = null
    }, SAID_MS)
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    // On a phone not all tabs are in sight.
    if (changed.has('route')) this.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
  }

  render() {
    if (this.locked) return html`<main class="locked">${this.#door()}</main>`
    const [name = '', ...rest] = this.route
    const [title, show] = TABS[name] ?? ['', () => html``]
    document.title = `${title} · Invoicing mock`
    return html`<header>${this.#head()} ${navigation(name)}</header>
      <main>
        ${this.trouble ? html`<p class="failed">${this.trouble}</p>` : nothing}${this.ready ? show(rest.map(decodeURIComponent)) : nothing}
      </main>
      <div class="said ${this.said?.tone ?? ''}" role="status" aria-live="polite">${this.said?.text}</div>`
  }

  #head() {
    const { connected, clock, health } = live
    return html`<div class="head">
      <h1>Invoicing mock</h1>
      <span class="live ${connected ? 'on' : ''}">${connected ? 'live' : 'not connected'}</span>
      ${clock ? html`<a href="#/state">${live.now.slice(0, 16).replace('T', ' ')}${clock.frozen ? ' (frozen)' : ''}</a>` : nothing}
      ${health ? html`<a href="#/state/scenario">scenario ${health.scenario}</a>` : nothing}
      <a class="away" href="/docs">API docs</a>
    </div>`
  }

  #door() {
    return html`<form @submit=${this.#open}>
      <h1>Invoicing mock</h1>
      <p>This mock was started with an admin token. It is kept in this page alone, and forgotten with it.</p>
      <label>Admin token <input name="token" type="password" autocomplete="off" required autofocus /></label>
      <button>Open</button>
      <p class="failed" role="status">${this.trouble}</p>
    </form>`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async #open(event) {
    event.preventDefault()
    useToken(String(new FormData(event.currentTarget).get('token')))
    this.trouble = ''
    await this.#start()
  }
}

/** @param {string} chosen */
const navigation = (chosen) =>
  html`<nav aria-label="Console">
    ${Object.entries(TABS).map(
      ([name, [title]]) =>
        html`<a href="#/${name}" aria-current=${name === chosen ? 'page' : nothing}>${title}</a>`,
    )}
  </nav>`

/** The steps of an address: `#/requests/12`; without any, the first tab. */
function routeOf(/** @type {string} */ hash) {
  const steps = hash.replace(/^#\/?/, '').split('/')
  return Object.hasOwn(TABS, steps[0] ?? '') ? steps : Object.keys(TABS).slice(0, 1)
}

const ELEMENTS = {
  'windowed-list': WindowedList,
  'request-detail': RequestDetail,
  'requests-tab': RequestsTab,
  'invoice-detail': InvoiceDetail,
  'invoices-tab': InvoicesTab,
  'order-detail': OrderDetail,
  'order-form': OrderForm,
  'orders-tab': OrdersTab,
  'emails-tab': EmailsTab,
  'clock-card': ClockCard,
  'dialect-card': DialectCard,
  'faults-card': FaultsCard,
  'scenario-card': ScenarioCard,
  'snapshots-card': SnapshotsCard,
  'state-tab': StateTab,
  'coverage-tab': CoverageTab,
  'stores-tab': StoresTab,
  'mock-console': MockConsole,
}

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element)

/** @import { SeenLine } from './live.js' */
import { html, nothing } from 'lit'
import { live } from './live.js'
import { Panel } from './panel.js'
import { counted, milliseconds, timeOf, visible } from './shown.js'
import { rowHeight } from './width.js'

/** Answers by the first digit of their status. */
const CLASSES = { 2: '2xx', 3: '3xx', 4: '4xx', 5: '5xx', none: 'unanswered' }

/** What of a path tells nothing here. */
const shortPath = (/** @type {string} */ path) =>
  path.startsWith(live.api) ? path.slice(live.api.length) : path

/** What arrived, live, and one request of it. */
export class RequestsTab extends Panel {
  static properties = {
    chosen: {},
    words: { state: true },
    operation: { state: true },
    status: { state: true },
    broken: { state: true },
    paused: { state: true },
  }

  constructor() {
    super()
    /** Number of the request that is looked at; empty for none. */
    this.chosen = ''
    this.words = ''
    this.operation = ''
    this.status = ''
    this.broken = false
    /** @type {SeenLine[] | null} What is shown while what comes is held back. */
    this.paused = null
  }

  /** The requests that are wanted, the oldest first. As long as all are, nothing is looked through. */
  get #wanted() {
    const all = this.paused ?? live.requests
    if (this.#asked === '') return all
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean)
    return all.filter(
      (line) =>
        (this.operation === '' || (line.operation ?? 'none') === this.operation) &&
        (this.status === '' || String(line.answer.status ?? 'none').startsWith(this.status)) &&
        (!this.broken || line.violations.length > 0) &&
        words.every((word) => saidOf(line).includes(word)),
    )
  }

  /** What is asked for; empty for all. */
  get #asked() {
    return [this.words, this.operation, this.status, this.broken ? 'broken' : ''].join(' ').trim()
  }

  /** How many of them came since the page was opened. @param {SeenLine[]} wanted */
  #arrived(wanted) {
    if (this.paused) return 0
    return this.#asked === ''
      ? live.arrived
      : wanted.length - wanted.findLastIndex(({ seq }) => seq <= live.before) - 1
  }

  render() {
    const wanted = this.#wanted
    const at = (/** @type {number} */ index) => wanted[wanted.length - 1 - index]
    return html`<section class="tab" aria-label="Requests">
      <div class="tools">${this.#filters()} ${this.#buttons()}</div>
      <p class="count" role="status">${this.#says(wanted.length)}</p>
      <div class="panes ${this.chosen ? 'open' : ''}">
        <windowed-list
          label="Requests"
          .count=${wanted.length}
          .height=${rowHeight()}
          .arrived=${this.#arrived(wanted)}
          .subject=${this.#asked}
          .key=${(/** @type {number} */ index) => at(index)?.seq}
          .row=${(/** @type {number} */ index) => rowOf(at(index), this.chosen)}
        ></windowed-list>
        ${this.chosen ? html`<request-detail class="detail" .seq=${this.chosen}></request-detail>` : nothing}
      </div>
    </section>`
  }

  /** @param {number} shown */
  #says(shown) {
    const all = this.paused ?? live.requests
    if (live.trouble) return live.trouble
    if (all.length === 0 && live.loading) return 'Asking for the requests …'
    if (all.length === 0) return 'No request yet: what comes to the API is shown here at once.'
    return shown === all.length
      ? counted(shown, 'request')
      : `${shown.toLocaleString('en')} of ${counted(all.length, 'request')}`
  }

  #filters() {
    const operations = [...live.operations].toSorted()
    return html`
      <input
        type="search"
        aria-label="Search requests"
        placeholder="Search path, store, outcome, violation"
        @input=${(/** @type {InputEvent & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
      />
      <select
        aria-label="Operation"
        @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (this.operation = target.value)}
      >
        <option value="">all operations</option>
        ${operations.map((name) => html`<option value=${name} ?selected=${name === this.operation}>${name}</option>`)}
      </select>
      <select
        aria-label="Status"
        @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (this.status = target.value)}
      >
        <option value="">all statuses</option>
        ${Object.entries(CLASSES).map(([value, name]) => html`<option value=${value}>${name}</option>`)}
      </select>
      <label class="check">
        <input
          type="checkbox"
          @change=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => (this.broken = target.checked)}
        />
        violations only
      </label>
    `
  }

  #buttons() {
    return html`
      <button
        aria-pressed=${this.paused !== null}
        @click=${() => (this.paused = this.paused ? null : [...live.requests])}
      >
        ${this.paused ? 'Go on' : 'Pause'}
      </button>
      <button @click=${() => this.#clear()}>Clear</button>
    `
  }

  async #clear() {
    this.paused = null
    await live.clearRequests()
    location.hash = '#/requests'
  }
}

/** What can be searched for in a request. */
const saidOf = (/** @type {SeenLine} */ { method, path, store, operation, answer, fault, violations, seq }) =>
  [
    `#${seq}`,
    method,
    path,
    store,
    operation,
    answer.status,
    answer.outcome,
    fault,
    ...violations.flatMap(({ rule, where, says }) => [rule, where, says]),
  ]
    .join(' ')
    .toLowerCase()

/** @param {SeenLine | undefined} line @param {string} chosen */
function rowOf(line, chosen) {
  if (!line) return html``
  const { seq, at, method, path, store, answer, ms, fault, violations } = line
  return html`<a
    class="row request"
    href="#/requests/${seq}"
    aria-current=${String(seq) === chosen ? 'true' : nothing}
  >
    <time datetime=${at}>${timeOf(at)}</time>
    <span class="method">${method}</span>
    <bdi class="path" title=${path}>${visible(shortPath(path))}</bdi>
    <span class="status s${String(answer.status ?? 0).charAt(0)}">${answer.status ?? '—'}</span>
    <span class="outcome"
      ><span>${answer.outcome}</span>${fault ? html` <b class="badge fault">${fault}</b>` : nothing}${
        violations.length > 0
          ? html` <b class="badge broken" title=${violations.map(({ says }) => says).join('\n')}
              >${violations.length}<span class="word">
                ${violations.length === 1 ? 'violation' : 'violations'}</span
              ></b
            >`
          : nothing
      }</span
    >
    <span class="store">${store ?? ''}</span>
    <span class="ms">${milliseconds(ms)}</span>
  </a>`
}

/** @import { Fault } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { admin } from './admin-api.js'
import { live } from './live.js'
import { Panel } from './panel.js'
import { ERROR_KINDS } from './reasons.js'
import { counted } from './shown.js'
import { attempt } from './told.js'

/** What can go wrong: in words, and with which numbers at first. */
const KINDS = /** @type {Readonly<Record<string, { says: string, numbers?: Record<string, number> }>>} */ ({
  latency: { says: 'a late answer', numbers: { ms: 2000 } },
  answer: { says: 'an error of the contract' },
  status: { says: 'any status, as from a proxy', numbers: { status: 503 } },
  reset: { says: 'a reset connection, nothing done' },
  'lost-answer': { says: 'done, but the answer is lost' },
  hang: { says: 'no answer ever' },
  drip: { says: 'the right answer, slowly', numbers: { bytes_per_second: 50 } },
  cut: { says: 'an answer that ends too early', numbers: { bytes: 40 } },
  garbage: { says: 'a body that cannot be read' },
  expired: { says: 'a download URL that is over' },
})

/** The faults that stand, and a form for another. */
export class FaultsCard extends Panel {
  static properties = { faults: { state: true }, operations: { state: true }, kind: { state: true } }

  constructor() {
    super()
    /** @type {Fault[]} */
    this.faults = []
    /** @type {string[]} */
    this.operations = []
    this.kind = 'latency'
  }

  #load = async () => {
    /** @type {{ faults: Fault[] } | undefined} */
    const answer = await attempt(() => admin('GET', '/faults'))
    if (answer) this.faults = answer.faults
  }

  hears = { fault: this.#load, state: this.#load }

  begin() {
    void this.#load()
    void this.#loadOperations()
  }

  async #loadOperations() {
    /** @type {{ operations: object } | undefined} */
    const answer = await attempt(() => admin('GET', '/coverage'))
    if (answer) this.operations = [...Object.keys(answer.operations), 'download']
  }

  render() {
    return html`<h2>Faults</h2>
      <ul class="rows">
        ${repeat(
          this.faults,
          ({ id }) => id,
          (fault) => this.#row(fault),
        )}
      </ul>
      ${
        this.faults.length > 1
          ? html`<button
              class="danger"
              @click=${() => attempt(() => admin('DELETE', '/faults'), 'Nothing goes wrong any more.')}
            >
              Drop all
            </button>`
          : nothing
      }
      ${this.faults.length === 0 ? html`<p class="soft">None: nothing goes wrong on purpose.</p>` : nothing}
      ${this.#form()}`
  }

  /** @param {Fault} fault */
  #row({ id, when, fault, played, left }) {
    return html`<li>
      <span>
        <b>${id}</b> <code>${JSON.stringify(fault)}</code>
        <span class="soft"
          >on
          ${Object.entries(when).length > 0 ? html`<code>${JSON.stringify(when)}</code>` : 'every request'},
          played ${counted(played, 'time')}${left === null ? '' : `, ${left} left`}</span
        >
      </span>
      <button
        class="danger"
        aria-label="Drop ${id}"
        @click=${() => attempt(() => admin('DELETE', `/faults/${id}`), `${id} is dropped.`)}
      >
        Drop
      </button>
    </li>`
  }

  #form() {
    const { numbers = {} } = KINDS[this.kind] ?? {}
    return html`<form
      class="grid"
      @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#add(event)}
    >
      <label
        >What goes wrong
        <select
          name="kind"
          @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (this.kind = target.value)}
        >
          ${Object.entries(KINDS).map(([name, { says }]) => html`<option value=${name}>${says}</option>`)}
        </select>
      </label>
      ${
        this.kind === 'answer'
          ? html`<label
              >Error
              <select name="error">
                ${ERROR_KINDS.map((error) => html`<option>${error}</option>`)}
              </select></label
            >`
          : nothing
      }
      ${Object.entries(numbers).map(
        ([name, value]) =>
          html`<label
            >${name.replaceAll('_', ' ')}
            <input name=${name} type="number" min="0" .value=${String(value)} required
          /></label>`,
      )}
      <label
        >Operation
        <select name="operation">
          <option value="">all</option>
          ${this.operations.map((name) => html`<option>${name}</option>`)}
        </select>
      </label>
      <label
        >Store
        <select name="store">
          <option value="">all</option>
          ${live.stores.map(({ name }) => html`<option>${name}</option>`)}
        </select>
      </label>
      <label>How often, at most <input name="times" type="number" min="1" placeholder="without end" /></label>
      <label
        >Of 100 fitting requests <input name="percent" type="number" min="1" max="100" value="100"
      /></label>
      <label>After how many <input name="after" type="number" min="0" value="0" /></label>
      <button class="main">Add the fault</button>
    </form>`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async #add(event) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const number = (/** @type {string} */ name) => Number(given.get(name))
    const { numbers = {} } = KINDS[this.kind] ?? {}
    const fault = {
      kind: this.kind,
      ...(this.kind === 'answer' && { error: given.get('error') }),
      ...Object.fromEntries(Object.keys(numbers).map((name) => [name, number(name)])),
    }
    const when = {
      ...(given.get('operation') && { operation: given.get('operation') }),
      ...(given.get('store') && { store: given.get('store') }),
      ...(given.get('times') && { times: number('times') }),
      ...(number('percent') < 100 && { share: number('percent') / 100 }),
      ...(number('after') > 0 && { after: number('after') }),
    }
    await attempt(() => admin('POST', '/faults', { when, fault }), 'The fault stands.')
  }
}

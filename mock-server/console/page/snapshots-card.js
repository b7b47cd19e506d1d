/** @import { Snapshot } from '../../../schemas/types.ts' */
import { html } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { admin } from './admin-api.js'
import { live } from './live.js'
import { Panel } from './panel.js'
import { counted, dateAndTime, visible } from './shown.js'
import { attempt } from './told.js'

/** States to jump back to. */
export class SnapshotsCard extends Panel {
  static properties = { snapshots: { state: true } }

  constructor() {
    super()
    /** @type {Snapshot[]} */
    this.snapshots = []
  }

  #load = async () => {
    /** @type {{ snapshots: Snapshot[] } | undefined} */
    const answer = await attempt(() => admin('GET', '/snapshots'))
    if (answer) this.snapshots = answer.snapshots
  }

  hears = { state: this.#load }

  begin() {
    void this.#load()
  }

  render() {
    return html`<h2>Snapshots</h2>
      <form
        class="actions"
        @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#take(event)}
      >
        <input
          name="name"
          aria-label="Name of the snapshot"
          placeholder="before checkout"
          required
          maxlength="100"
        />
        <select name="store" aria-label="What the snapshot is of">
          <option value="">everything</option>
          ${live.stores.map(({ name }) => html`<option value=${name}>store ${name}</option>`)}
        </select>
        <button>Keep it as it is</button>
      </form>
      <ul class="rows">
        ${repeat(
          this.snapshots,
          ({ name }) => name,
          (snapshot) => this.#row(snapshot),
        )}
      </ul>
      ${this.snapshots.length === 0 ? html`<p class="soft">None yet. Taking one costs milliseconds, however much there is.</p>` : ''}`
  }

  /** @param {Snapshot} snapshot */
  #row({ name, store, taken_at, records }) {
    const place = `/snapshots/${encodeURIComponent(name)}`
    return html`<li>
      <span
        ><b><bdi>${visible(name)}</bdi></b>
        <span class="soft"
          >${store ? `store ${store}` : 'everything'}, ${dateAndTime(taken_at)},
          ${counted(records, 'record')}</span
        ></span
      >
      <button @click=${() => this.#do(() => admin('POST', `${place}/restore`), `It is as it was: ${name}.`)}>
        Restore
      </button>
      <button class="danger" @click=${() => this.#do(() => admin('DELETE', place), 'Forgotten.')}>
        Forget
      </button>
    </li>`
  }

  /** @param {() => Promise<unknown>} deed @param {string} done */
  async #do(deed, done) {
    await attempt(deed, done)
    await this.#load()
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  async #take(event) {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const store = given.get('store')
    await this.#do(
      () => admin('POST', '/snapshots', { name: given.get('name'), ...(store && { store }) }),
      'It is kept.',
    )
    form.reset()
  }
}

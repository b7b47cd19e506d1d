import { html } from 'lit'
import { admin } from './admin-api.js'
import { live } from './live.js'
import { Panel } from './panel.js'
import { dateAndTime } from './shown.js'
import { attempt } from './told.js'

const HOUR = 3_600_000

const STEPS = { '+1 minute': 60_000, '+1 hour': HOUR, '+1 day': 24 * HOUR, '+30 days': 720 * HOUR }

/** The mock's clock. */
export class ClockCard extends Panel {
  render() {
    const frozen = live.clock?.frozen ?? false
    return html`<h2>Clock</h2>
      <p><b>${dateAndTime(live.now)}</b> UTC${frozen ? ', frozen' : ''}</p>
      <p class="soft">Signed URLs end, quotas begin anew and bulk actions go on by it.</p>
      <div class="actions">
        <button aria-pressed=${frozen} @click=${() => this.#put({ frozen: !frozen })}>
          ${frozen ? 'Let it run' : 'Freeze'}
        </button>
        ${Object.entries(STEPS).map(
          ([name, ms]) =>
            html`<button
              @click=${() => attempt(() => admin('POST', '/clock/advance', { ms }), `The clock moved: ${name}.`)}
            >
              ${name}
            </button>`,
        )}
        <button @click=${() => this.#put({ now: null, frozen: false })}>The machine's time</button>
      </div>
      <form
        class="actions"
        @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#set(event)}
      >
        <label>Set it to <input name="now" type="datetime-local" step="1" required /> UTC</label>
        <button>Set</button>
      </form>`
  }

  /** @param {{ now?: string | null, frozen?: boolean }} change */
  #put(change) {
    return attempt(() => admin('PUT', '/clock', change), 'The clock is set.')
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  #set(event) {
    event.preventDefault()
    return this.#put({ now: `${new FormData(event.currentTarget).get('now')}Z` })
  }
}

/** @import { ScenarioList } from '../../../schemas/types.ts' */
import { html } from 'lit'
import { admin } from './admin-api.js'
import { chosenText, download } from './files.js'
import { Panel } from './panel.js'
import { attempt } from './told.js'

/** What is loaded, and what could be. */
export class ScenarioCard extends Panel {
  static properties = { list: { state: true }, chosen: { state: true } }

  constructor() {
    super()
    /** @type {ScenarioList | null} */
    this.list = null
    this.chosen = ''
  }

  #load = async () => {
    /** @type {ScenarioList | undefined} */
    const list = await attempt(() => admin('GET', '/scenarios'))
    if (!list) return
    this.list = list
    this.chosen ||= list.scenarios.some(({ name }) => name === list.loaded.scenario)
      ? list.loaded.scenario
      : ''
  }

  hears = { state: this.#load }

  begin() {
    void this.#load()
  }

  render() {
    if (!this.list)
      return html`<h2>Scenario</h2>
        <p class="soft">Asking …</p>`
    const { scenarios, loaded } = this.list
    const described = scenarios.find(({ name }) => name === this.chosen)?.description
    return html`<h2>Scenario</h2>
      <p><b>${loaded.scenario}</b>, seed ${loaded.seed}</p>
      <div class="actions">
        <button
          @click=${() => attempt(() => admin('POST', '/reset'), 'All stores are as the scenario says.')}
        >
          Reset all stores
        </button>
        <button @click=${() => attempt(() => download('/state', 'state.json'))}>Save the state</button>
        <label class="button"
          >Load a file
          <input
            type="file"
            accept=".json,.yaml,.yml"
            @change=${(/** @type {Event} */ event) => this.#import(event)}
        /></label>
      </div>
      <form
        class="actions"
        @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#change(event)}
      >
        <select
          name="scenario"
          aria-label="Scenario"
          @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (this.chosen = target.value)}
        >
          ${scenarios.map(({ name }) => html`<option ?selected=${name === this.chosen}>${name}</option>`)}
        </select>
        <label>seed <input name="seed" type="number" min="0" value="1" class="short" /></label>
        <button>Load</button>
      </form>
      <p class="soft">${described} Loading takes the place of all stores.</p>`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  #change(event) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const name = String(given.get('scenario'))
    const load = () => admin('POST', `/scenarios/${encodeURIComponent(name)}?seed=${given.get('seed')}`)
    return attempt(load, `The scenario ${name} is loaded.`)
  }

  /** @param {Event} event */
  async #import(event) {
    const text = await chosenText(event)
    if (text !== undefined) await attempt(() => admin('PUT', '/state', text), 'The file is loaded.')
  }
}

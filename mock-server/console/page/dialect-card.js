/** @import { Question } from './questions.js' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { chosenText, download } from './files.js'
import { Panel } from './panel.js'
import { allQuestions, loadQuestions } from './questions.js'
import { counted } from './shown.js'
import { attempt } from './told.js'

/** Whether the mock was told another answer than its own. */
const isOther = (/** @type {Question} */ { schema, answer }) =>
  schema !== undefined && JSON.stringify(answer) !== JSON.stringify(schema.default)

/** What the specification leaves open, and what the mock answers. */
export class DialectCard extends Panel {
  static properties = { words: { state: true }, others: { state: true } }

  constructor() {
    super()
    this.words = ''
    /** Whether only the answers that are not the mock's own are shown. */
    this.others = false
  }

  render() {
    const all = allQuestions()
    const words = this.words.toLowerCase()
    const wanted = all.filter(
      (each) =>
        `${each.key} ${each.question}`.toLowerCase().includes(words) && (!this.others || isOther(each)),
    )
    return html`<h2>Dialect</h2>
      <p class="soft">
        ${counted(all.length, 'open question')}, ${all.filter(({ adjustable }) => adjustable).length}
        adjustable, ${all.filter(isOther).length} answered otherwise than the mock does by itself.
      </p>
      <div class="tools">
        <input
          type="search"
          aria-label="Search questions"
          placeholder="Search key, question"
          @input=${(/** @type {InputEvent & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
        />
        <label class="check">
          <input
            type="checkbox"
            @change=${(/** @type {Event & { target: HTMLInputElement }} */ { target }) => (this.others = target.checked)}
          />
          answered otherwise
        </label>
        <button @click=${() => attempt(() => download('/dialect', 'dialect.json'))}>Export</button>
        <label class="button"
          >Import
          <input type="file" accept=".json" @change=${(/** @type {Event} */ event) => this.#import(event)}
        /></label>
        <button @click=${() => this.#tell('PUT', {}, "The mock's own answers hold.")}>The mock's own</button>
      </div>
      <ul class="dialect">
        ${wanted.map((question) => this.#row(question))}
      </ul>`
  }

  /** @param {Question} question */
  #row(question) {
    const { key, question: text, ours, others, adjustable } = question
    return html`<li class=${isOther(question) ? 'other' : nothing}>
      <div>
        <code>${key}</code> <span>${text}</span>
        <p class="soft">By itself: ${ours}. Others: ${others}.</p>
      </div>
      ${adjustable ? this.#control(question) : html`<span class="soft">fixed</span>`}
    </li>`
  }

  /** @param {Question} question */
  #control({ key, schema, answer }) {
    const values = schema?.enum ?? (schema?.type === 'boolean' ? [true, false] : null)
    const change = (/** @type {Event & { target: HTMLInputElement | HTMLSelectElement }} */ { target }) =>
      this.#change(key, target.value)
    const now = JSON.stringify(answer)
    if (values === null)
      return html`<input aria-label=${key} .value=${now} @change=${change} spellcheck="false" />`
    return html`<select aria-label=${key} @change=${change}>
      ${values.map((/** @type {unknown} */ value) => html`<option value=${JSON.stringify(value)} .selected=${JSON.stringify(value) === now}>${String(value)}</option>`)}
    </select>`
  }

  /** @param {string} key @param {string} text */
  async #change(key, text) {
    await this.#tell('PATCH', `{${JSON.stringify(key)}: ${text}}`, `${key} is ${text} now.`)
  }

  /** @param {Event} event */
  async #import(event) {
    const text = await chosenText(event)
    if (text !== undefined) await this.#tell('PUT', text, 'The dialect holds.')
  }

  /** @param {string} method @param {object | string} body @param {string} done */
  async #tell(method, body, done) {
    const told = () => /** @type {Promise<{ notes: string[] }>} */ (admin(method, '/dialect', body))
    await attempt(told, ({ notes }) => [done, ...notes].join(' '))
    await loadQuestions()
    this.requestUpdate()
  }
}

/** @import { Coverage } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { live } from './live.js'
import { Panel } from './panel.js'
import { counted, visible } from './shown.js'
import { attempt } from './told.js'

/**
 * One thing that requests break, and those that do.
 * @typedef {{ rule: string, where: string, says: string, seqs: number[] }} Broken
 */

/** What of the contract the client met, and where it broke it. */
export class CoverageTab extends Panel {
  static properties = { coverage: { state: true } }

  constructor() {
    super()
    /** @type {Coverage | null} */
    this.coverage = null
    this.asking = false
  }

  /** Once for all requests that come while it is asked. */
  #load = async () => {
    if (this.asking) return
    this.asking = true
    const coverage = await attempt(() => /** @type {Promise<Coverage>} */ (admin('GET', '/coverage')))
    this.asking = false
    if (coverage) this.coverage = coverage
  }

  hears = { request: this.#load }

  begin() {
    void this.#load()
  }

  render() {
    if (!this.coverage) return html`<p class="soft">Asking …</p>`
    const { says, operations, never } = this.coverage
    const broken = brokenIn()
    return html`<section class="cards" aria-label="Coverage">
      <article class="wide" aria-label="In short">
        <h2>${says}</h2>
        <div class="actions"><button @click=${() => this.#clear()}>Count anew</button></div>
      </article>
      <article class="wide" aria-label="Violations">
        <h2>Where requests break the contract</h2>
        ${broken.length === 0 ? html`<p class="soft">Nowhere in the ${counted(live.requests.length, 'request')} that are kept.</p>` : nothing}
        <ul class="rows">
          ${broken.map(rowOf)}
        </ul>
      </article>
      <article aria-label="Operations">
        <h2>What was met</h2>
        ${Object.entries(operations).map(
          ([name, { requests, outcomes }]) =>
            html`<h3>${name} <span class="soft">${counted(requests, 'request')}</span></h3>
              <p class="chips">${chips(outcomes)}</p>`,
        )}
      </article>
      <article aria-label="Never met">
        <h2>What never was: ${never.length}</h2>
        <ul>
          ${never.map((thing) => html`<li>${thing}</li>`)}
        </ul>
      </article>
    </section>`
  }

  async #clear() {
    await attempt(() => admin('DELETE', '/coverage'), 'It counts anew.')
    await this.#load()
  }
}

/** @param {Record<string, number>} counts */
const chips = (counts) =>
  Object.entries(counts).map(
    ([name, times]) => html`<span class="badge ${times > 0 ? 'good' : ''}">${name} ${times}</span> `,
  )

/** @param {Broken} broken */
const rowOf = ({ rule, where, says, seqs }) =>
  html`<li>
    <span
      ><b class="badge broken">${rule}</b> <code><bdi>${visible(where)}</bdi></code>
      <bdi>${visible(says)}</bdi></span
    >
    <span>${counted(seqs.length, 'time')}, last <a href="#/requests/${seqs.at(-1)}">#${seqs.at(-1)}</a></span>
  </li>`

/** The violations of all requests that are kept, equal ones together, the most frequent first. */
function brokenIn() {
  /** @type {Map<string, Broken>} */
  const found = new Map()
  for (const { seq, violations } of live.requests)
    for (const { rule, where, says } of violations) {
      const key = `${rule} ${where} ${says}`
      const broken = found.get(key) ?? { rule, where, says, seqs: [] }
      broken.seqs.push(seq)
      found.set(key, broken)
    }
  return [...found.values()].toSorted((one, other) => other.seqs.length - one.seqs.length)
}

/** @import { Seen } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { curlOf, sendAgain, unrepeatable, urlOf } from './client-request.js'
import { Panel } from './panel.js'
import { forcible, reasonOf } from './reasons.js'
import { bodyText, counted, dateAndTime, milliseconds, MOST_SIGNS, visible } from './shown.js'
import { attempt, copy, facts, fold } from './told.js'
import { answerOf, questionText } from './questions.js'

/** One request: what was sent, what was answered, and why. */
export class RequestDetail extends Panel {
  static properties = { seq: {}, request: { state: true }, trouble: { state: true }, whole: { state: true } }

  constructor() {
    super()
    this.seq = ''
    /** @type {Seen | null} */
    this.request = null
    this.trouble = ''
    /** Whether long texts are shown whole. */
    this.whole = false
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('seq')) void this.#load(this.seq)
  }

  /** @param {string} seq */
  async #load(seq) {
    Object.assign(this, { request: null, trouble: '', whole: false })
    try {
      /** @type {Seen} */
      const request = await admin('GET', `/requests/${encodeURIComponent(seq)}`)
      if (seq === this.seq) this.request = request
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  render() {
    return html`<article aria-label="Request ${this.seq}">
      <a class="back" href="#/requests">All requests</a>
      ${this.trouble ? html`<p class="failed">${this.trouble}</p>` : nothing}
      ${this.request ? this.#shown(this.request) : nothing}
    </article>`
  }

  /** @param {Seen} request */
  #shown(request) {
    const { seq, at, method, store, operation, ms, fault, answer, headers } = request
    return html`
      <h2><span class="method">${method}</span> <bdi>${visible(urlOf(request))}</bdi></h2>
      <p class="verdict">
        <span class="status s${String(answer.status ?? 0).charAt(0)}">${answer.status ?? 'no answer'}</span>
        <b>${answer.outcome}</b> ${reasonOf(request)}
      </p>
      ${fault ? html`<p class="verdict"><span class="badge fault">${fault}</span> A fault was played on it: see <a href="#/state/faults">State</a>.</p>` : nothing}
      ${because(request)} ${this.#violations(request)} ${this.#actions(request)}
      ${facts({
        Request: `#${seq}`,
        Operation: operation ?? 'none',
        Store: store ?? 'none was found',
        Came: `${dateAndTime(at)} UTC on the clock of the store`,
        Took: milliseconds(ms),
        'Sent by': headers.referer?.includes('/__admin/console') ? 'this console' : headers['user-agent'],
      })}
      ${this.#questions(request)} ${this.#sent(request)} ${this.#answered(request)}
      ${fold('As curl', html`<pre class="code" tabindex="0" aria-label="The request as curl">${visible(curlOf(request))}</pre>`)}
    `
  }

  /** @param {Seen} request */
  #violations({ violations }) {
    if (violations.length === 0) return nothing
    return html`<h3>${counted(violations.length, 'violation')} of the contract</h3>
      <ul class="violations">
        ${violations.map(
          ({ rule, where, says, instead }) =>
            html`<li>
              <b class="badge broken">${rule}</b> <code><bdi>${visible(where)}</bdi></code>
              <bdi>${visible(says)}</bdi>
              ${
                instead === undefined
                  ? nothing
                  : html`<span class="instead"
                      >right: <code><bdi>${visible(instead)}</bdi></code></span
                    >`
              }
            </li>`,
        )}
      </ul>`
  }

  /** @param {Seen} request */
  #actions(request) {
    const obstacle = unrepeatable(request)
    const answers = forcible(request)
    return html`<div class="actions">
      <button @click=${() => copy(curlOf(request))}>Copy as curl</button>
      <button
        ?disabled=${obstacle !== null}
        title=${obstacle ?? ''}
        @click=${() =>
          attempt(
            () => sendAgain(request),
            ({ status }) => `Sent again, and answered ${status}.`,
          )}
      >
        Send again
      </button>
      <label>
        <span>Next time</span>
        <select
          aria-label="Force an answer next time"
          @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => this.#force(request, target)}
        >
          <option value="">force an answer …</option>
          ${Object.keys(answers).map((name) => html`<option>${name}</option>`)}
        </select>
      </label>
    </div>`
  }

  /** @param {Seen} request @param {HTMLSelectElement} select */
  async #force(request, select) {
    const name = select.value
    const fault = forcible(request)[name]
    select.value = ''
    const { operation, store, method } = request
    const when = { ...(operation ? { operation } : { method }), ...(store && { store }), times: 1 }
    await attempt(
      () => admin('POST', '/faults', { when, fault }),
      `The next ${operation ?? method}${store ? ` of ${store}` : ''} meets: ${name}.`,
    )
  }

  /** @param {Seen} request */
  #questions({ questions, store }) {
    if (questions.length === 0) return nothing
    return fold(
      `The answer depended on ${counted(questions.length, 'open question')}`,
      html`<ul class="questions">
        ${questions.map((key) => html`<li><code>${key}</code> = <code>${answerOf(key, store)}</code> <span>${questionText(key)}</span></li>`)}
      </ul>`,
    )
  }

  /** @param {Seen} request */
  #sent({ query, headers, body, truncated }) {
    return html`<h3>Sent</h3>
      ${Object.keys(query).length > 0 ? fold('Query', table(query), true) : nothing}
      ${fold('Headers', table(headers))} ${this.#body(body, truncated, 'Body that was sent')}`
  }

  /** @param {Seen} request */
  #answered({ answer: { headers, body, truncated } }) {
    return html`<h3>Answered</h3>
      ${fold('Headers', table(headers))} ${this.#body(body, truncated, 'Body that was answered')}`
  }

  /** @param {unknown} body @param {boolean | undefined} truncated @param {string} label */
  #body(body, truncated, label) {
    if (body === null)
      return html`<p class="soft">${truncated ? 'A document, which is not kept here.' : 'No body.'}</p>`
    const text = bodyText(body)
    const shown = this.whole ? text : text.slice(0, MOST_SIGNS)
    return html`<pre class="code" tabindex="0" aria-label=${label}>${shown}</pre>
      ${truncated ? html`<p class="soft">This is not all of it.</p>` : nothing}
      ${
        shown.length < text.length
          ? html`<button @click=${() => (this.whole = true)}>
              Show all ${counted(text.length, 'sign')}
            </button>`
          : nothing
      }`
  }
}

/** @param {Seen} request */
const because = ({ why }) =>
  why
    ? html`<p class="why">
        ${why.near_key ? html`<b><bdi>${visible(why.near_key)}</bdi></b>` : nothing} ${why.says}
        <code>${why.clause}</code>
      </p>`
    : nothing

/** @param {Record<string, string | string[]>} pairs */
const table = (pairs) =>
  html`<dl class="pairs">
    ${Object.entries(pairs).map(
      ([name, value]) =>
        html`<dt><bdi>${visible(name)}</bdi></dt>
          <dd><bdi>${visible([value].flat().join(', '))}</bdi></dd>`,
    )}
  </dl>`

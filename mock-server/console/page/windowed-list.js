/** @import { TemplateResult } from 'lit' */
import { html } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { Panel } from './panel.js'

/** Rows that are drawn above and below those in sight. */
const BEYOND = 8

const KEYS = /** @type {Readonly<Record<string, (at: number, last: number, page: number) => number>>} */ ({
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, _last, page) => at + page,
  PageUp: (at, _last, page) => at - page,
  Home: () => 0,
  End: (_at, last) => last,
})

/** A list of any length, of which only the rows in sight are there. Each row holds one link, and arrow keys lead from one to the next. */
export class WindowedList extends Panel {
  static properties = {
    count: { type: Number },
    row: { attribute: false },
    key: { attribute: false },
    height: { type: Number },
    label: {},
    arrived: { type: Number },
    subject: {},
  }

  constructor() {
    super()
    this.count = 0
    /** @type {(index: number) => TemplateResult} */
    this.row = () => html``
    /** @type {(index: number) => unknown} What tells a row from others, wherever it stands. */
    this.key = (index) => index
    /** Of each row, in pixels. */
    this.height = 34
    this.label = ''
    /** Counts the rows that were put on top: a reader further down stays with what is read. */
    this.arrived = 0
    /** What the list is of: another begins at its top. */
    this.subject = ''
  }

  get #box() {
    return this.querySelector('.window')
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    const before = changed.get('arrived')
    const box = this.#box
    if (changed.has('subject')) box?.scrollTo(0, 0)
    else if (typeof before === 'number' && box && box.scrollTop > 0)
      box.scrollTop += (this.arrived - before) * this.height
  }

  firstUpdated() {
    this.requestUpdate()
    new ResizeObserver(() => this.requestUpdate()).observe(this)
  }

  render() {
    const { scrollTop = 0, clientHeight = 0 } = this.#box ?? {}
    const first = Math.max(0, Math.floor(scrollTop / this.height) - BEYOND)
    const last = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.height) + BEYOND)
    const shown = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at)
    return html`<div class="window" @scroll=${() => this.requestUpdate()} @keydown=${this.#onKey}>
      <div role="list" aria-label=${this.label} .style=${`height: ${this.count * this.height}px`}>
        ${repeat(shown, this.key, (index) => this.#slot(index))}
      </div>
    </div>`
  }

  /** @param {number} index */
  #slot(index) {
    return html`<div
      class="slot"
      role="listitem"
      aria-setsize=${this.count}
      aria-posinset=${index + 1}
      data-index=${index}
      .style=${`transform: translateY(${index * this.height}px); height: ${this.height}px`}
    >
      ${this.row(index)}
    </div>`
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const move = KEYS[event.key]
    const slot = event.target instanceof Element ? event.target.closest('.slot') : null
    if (!move || !(slot instanceof HTMLElement)) return
    event.preventDefault()
    const page = Math.floor((this.#box?.clientHeight ?? 0) / this.height)
    const wanted = move(Number(slot.dataset.index), this.count - 1, page)
    this.#focus(Math.max(0, Math.min(this.count - 1, wanted)))
  }

  /**
   * At once, as the next key may be on its way.
   * @param {number} index
   */
  #focus(index) {
    const box = this.#box
    if (!box) return
    const top = index * this.height
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + this.height > box.scrollTop + box.clientHeight)
      box.scrollTop = top + this.height - box.clientHeight
    this.requestUpdate()
    this.performUpdate()
    const link = this.querySelector(`[data-index="${index}"] a`)
    if (link instanceof HTMLElement) link.focus({ preventScroll: true })
  }
}

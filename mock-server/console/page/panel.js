import { LitElement } from 'lit'
import { live } from './live.js'

/** A part of the page: drawn anew whenever what the page knows of the mock changes. Its elements stand in the page itself. */
export class Panel extends LitElement {
  /**
   * What else it hears of the mock while it is on the page, and what it does then.
   * @type {Readonly<Record<string, (event: Event) => void>>}
   */
  hears = {}

  #changed = () => this.requestUpdate()

  createRenderRoot() {
    return this
  }

  /** Done when it comes onto the page. */
  begin() {}

  connectedCallback() {
    super.connectedCallback()
    live.addEventListener('change', this.#changed)
    for (const [name, heard] of Object.entries(this.hears)) live.addEventListener(name, heard)
    this.begin()
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    live.removeEventListener('change', this.#changed)
    for (const [name, heard] of Object.entries(this.hears)) live.removeEventListener(name, heard)
  }
}

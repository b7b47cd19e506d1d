import { LitElement } from 'lit'
import { live } from './live.js'

/** A part of the page: drawn anew whenever what the page knows of the mock changes. Its elements stand in the page itself. */
export class Panel extends LitElement {
  #changed = () => this.requestUpdate()

  createRenderRoot() {
    return this
  }

  connectedCallback() {
    super.connectedCallback()
    live.addEventListener('change', this.#changed)
  }

  disconnectedCallback() {
    super.disconnectedCallback()
    live.removeEventListener('change', this.#changed)
  }
}

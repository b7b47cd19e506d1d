import { html } from 'lit'
import { Panel } from './panel.js'

/** How the mock is set, and what it holds: clock, faults, scenario, snapshots, dialect. */
export class StateTab extends Panel {
  static properties = { place: {} }

  constructor() {
    super()
    /** The part that the address names: `#/state/faults`. */
    this.place = ''
  }

  /** @param {Map<PropertyKey, unknown>} changed */
  updated(changed) {
    if (changed.has('place') && this.place !== '')
      this.querySelector(`#${CSS.escape(this.place)}`)?.scrollIntoView()
  }

  render() {
    return html`<section class="cards" aria-label="State">
      <clock-card id="clock"></clock-card>
      <scenario-card id="scenario"></scenario-card>
      <faults-card id="faults"></faults-card>
      <snapshots-card id="snapshots"></snapshots-card>
      <dialect-card id="dialect"></dialect-card>
    </section>`
  }
}

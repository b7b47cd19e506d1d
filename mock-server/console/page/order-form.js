/** @import { PlatformLineItem } from '../../../schemas/types.ts' */
/** @import { AnyOrder } from './orders-tab.js' */
import { html } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { repeat } from 'lit/directives/repeat.js'
import { Panel } from './panel.js'
import { counted } from './shown.js'
import { fold } from './told.js'

/** Fields by their names, each with its label. */
const PERSON = { first_name: 'First name', last_name: 'Last name', email: 'Email' }

const ADDRESS = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  address1: 'Address',
  address2: 'More of the address',
  zip: 'Postcode',
  city: 'City',
  province: 'Province',
  country: 'Country',
  phone: 'Telephone',
}

const LINE = { title: 'Title', variant_title: 'Variant', sku: 'SKU' }

/** @type {PlatformLineItem} */
const NEW_LINE = { title: '', variant_title: '', sku: '', quantity: 1, price: '0.00' }

/** What people change of an order, in a form. It tells a `save` with the changes, as a merge patch. */
export class OrderForm extends Panel {
  static properties = { order: { attribute: false }, lines: { state: true } }

  constructor() {
    super()
    /** @type {AnyOrder | null} */
    this.order = null
    /** @type {{ key: number, line: PlatformLineItem }[]} The lines, each with what its fields are known by. */
    this.lines = []
    this.keys = 0
  }

  /** @param {PlatformLineItem} line */
  #keyed = (line) => ({ key: this.keys++, line })

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('order')) this.lines = this.order?.line_items.map(this.#keyed) ?? []
  }

  render() {
    return this.order ? keyed(this.order, this.#form(this.order)) : html``
  }

  /** Anew for each order that comes: what was typed for another, or before it was saved, is gone. @param {AnyOrder} order */
  #form(order) {
    const { customer, billing_address, shipping_address, note } = order
    return html`<form
      @submit=${(/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => this.#save(event)}
    >
      <fieldset>
        <legend>${counted(this.lines.length, 'line')}, prices without tax</legend>
        ${repeat(
          this.lines,
          ({ key }) => key,
          ({ key, line }, at) => this.#line(line, key, at + 1),
        )}
        <button type="button" @click=${() => (this.lines = [...this.lines, this.#keyed(NEW_LINE)])}>
          Add a line
        </button>
      </fieldset>
      <label class="field">Note <textarea name="note" rows="2" .value=${note}></textarea></label>
      ${group('Customer', 'customer', PERSON, customer)}
      ${fold('Billing address', group('Billing address', 'billing_address', ADDRESS, billing_address))}
      ${fold('Shipping address', group('Shipping address', 'shipping_address', ADDRESS, shipping_address))}
      <div class="actions"><button class="main">Save the form</button></div>
    </form>`
  }

  /** @param {PlatformLineItem} line @param {number} key @param {number} number */
  #line(line, key, number) {
    return html`<div class="fields line" role="group" aria-label="Line ${number}">
      ${inputs(`line_items.${key}`, LINE, line)}
      <label class="field"
        >Pieces
        <input name="line_items.${key}.quantity" type="number" min="1" required .value=${line.quantity}
      /></label>
      <label class="field"
        >Price
        <input
          name="line_items.${key}.price"
          inputmode="decimal"
          required
          pattern="-?[0-9]+([.][0-9]{1,4})?"
          title="A number with a point, such as 49.50"
          .value=${line.price}
      /></label>
      <button
        type="button"
        class="danger"
        aria-label="Take line ${number} away"
        @click=${() => (this.lines = this.lines.filter((one) => one.key !== key))}
      >
        ✕
      </button>
    </div>`
  }

  /** @param {SubmitEvent & { currentTarget: HTMLFormElement }} event */
  #save(event) {
    event.preventDefault()
    const given = new Map(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    )
    const detail = {
      line_items: this.lines.map(({ key, line }) => {
        const entered = under(given, `line_items.${key}`)
        return { ...line, ...entered, quantity: Number(entered.quantity) }
      }),
      note: given.get('note'),
      customer: under(given, 'customer'),
      billing_address: under(given, 'billing_address'),
      shipping_address: under(given, 'shipping_address'),
    }
    this.dispatchEvent(new CustomEvent('save', { detail }))
  }
}

/**
 * The fields whose names begin so, by the rest of their names.
 * @param {Map<string, string>} given
 * @param {string} place
 * @returns {Record<string, string>}
 */
const under = (given, place) =>
  Object.fromEntries(
    [...given].flatMap(([name, value]) =>
      name.startsWith(`${place}.`) ? [[name.slice(place.length + 1), value]] : [],
    ),
  )

/**
 * @param {string} title
 * @param {string} place
 * @param {Record<string, string>} labels
 * @param {object} record
 */
const group = (title, place, labels, record) =>
  html`<fieldset class="fields">
    <legend>${title}</legend>
    ${inputs(place, labels, record)}
  </fieldset>`

/**
 * @param {string} place
 * @param {Record<string, string>} labels
 * @param {object} record
 */
function inputs(place, labels, record) {
  const values = new Map(Object.entries(record))
  return Object.entries(labels).map(
    ([name, label]) =>
      html`<label class="field"
        >${label} <input name="${place}.${name}" .value=${values.get(name) ?? ''}
      /></label>`,
  )
}

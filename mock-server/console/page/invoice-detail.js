/** @import { InvoiceFile, Template } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { Panel } from './panel.js'
import { bodyText, dateAndTime, visible } from './shown.js'
import { asClient, ofStore } from './store-choice.js'
import { attempt, facts, fold } from './told.js'

/** One invoice: its documents, drawn; what it was like; the requests about it. */
export class InvoiceDetail extends Panel {
  static properties = {
    store: {},
    slug: {},
    file: { state: true },
    templates: { state: true },
    document: { state: true },
    template: { state: true },
    trouble: { state: true },
  }

  constructor() {
    super()
    this.store = ''
    this.slug = ''
    /** @type {InvoiceFile | null} */
    this.file = null
    /** @type {Template[]} */
    this.templates = []
    /** Id of the document that is shown; 0 for the newest. */
    this.document = 0
    /** Id of the template that documents are asked for in; empty for the default. */
    this.template = ''
    this.trouble = ''
  }

  #heard = (/** @type {Event} */ event) => {
    const { path } = /** @type {CustomEvent} */ (event).detail
    if (path.includes(this.slug)) void this.#load(this.slug)
  }

  hears = { request: this.#heard }

  /** @param {Map<PropertyKey, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('slug') && !changed.has('store')) return
    Object.assign(this, { file: null, document: 0, trouble: '' })
    void this.#load(this.slug)
  }

  /** @param {string} slug */
  async #load(slug) {
    try {
      /** @type {InvoiceFile} */
      const file = await admin('GET', ofStore(this.store, `/invoices/${encodeURIComponent(slug)}`))
      if (slug === this.slug) this.file = file
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    }
  }

  render() {
    return html`<article aria-label="Invoice">
      <a class="back" href="#/invoices/${this.store}">All invoices</a>
      ${this.trouble ? html`<p class="failed">${this.trouble}</p>` : nothing}
      ${this.file ? this.#shown(this.file) : nothing}
    </article>`
  }

  /** @param {InvoiceFile} file */
  #shown({ invoice, order_id, draft, documents, history, requests }) {
    const made = requests.find(
      ({ operation, outcome }) => operation === 'createInvoice' && outcome === 'created',
    )
    const kind = draft ? 'draft_orders' : 'orders'
    return html`
      <h2>
        <bdi>${visible(invoice.number)}</bdi> ${invoice.invoice_type.replace('_', ' ')},
        ${invoice.financial_status.replace('_', ' ')}
      </h2>
      ${facts({
        Total: `${invoice.total_price} ${invoice.currency}`,
        From: html`<a href="#/orders/${this.store}/${kind}/${order_id}"
          >${draft ? 'draft order' : 'order'} ${visible(invoice.order_name)}</a
        >`,
        'Made by': made
          ? html`<a href="#/requests/${made.seq}">request #${made.seq}</a>, ${dateAndTime(made.at)}`
          : 'the scenario, or a request that is kept no more',
      })}
      ${this.#actions()} ${this.#documents(documents)}
      ${fold('History', historyOf(history, documents), history.length > 1)}
      ${fold(`Requests about it: ${requests.length}`, requestsOf(requests))}
      ${fold('As JSON', html`<pre class="code" tabindex="0" aria-label="The invoice as JSON">${bodyText(invoice)}</pre>`)}
    `
  }

  #actions() {
    const query = this.template === '' ? '' : `&template_id=${this.template}`
    const path = `/invoices/${this.slug}`
    const pdf = (/** @type {boolean} */ slip) => () =>
      asClient(this.store, 'GET', `${path}/pdf?packing_slip=${slip}${query}`)
    const deeds = /** @type {[string, () => Promise<unknown>, string][]} */ ([
      ['Draw the PDF', pdf(false), 'The document is there.'],
      ['Draw the packing slip', pdf(true), 'The packing slip is there.'],
      [
        'Regenerate',
        () => asClient(this.store, 'POST', `${path}/regenerate?${query.slice(1)}`),
        'Synced with its order, and made anew.',
      ],
      [
        'Send email',
        () =>
          asClient(
            this.store,
            'POST',
            `${path}/send_email`,
            this.template === '' ? {} : { template_id: Number(this.template) },
          ),
        'The email is queued: see Emails.',
      ],
    ])
    return html`<div class="actions">
      ${deeds.map(([name, deed, done]) => html`<button @click=${() => this.#do(deed, done)}>${name}</button>`)}
      <label>
        <span>in</span>
        <select
          aria-label="Template"
          @focus=${() => this.#loadTemplates()}
          @change=${(/** @type {Event & { target: HTMLSelectElement }} */ { target }) => (this.template = target.value)}
        >
          <option value="">the default template</option>
          ${this.templates.map(({ id, name }) => html`<option value=${id}>${visible(name)}</option>`)}
        </select>
      </label>
    </div>`
  }

  /** @param {() => Promise<unknown>} deed @param {string} done */
  async #do(deed, done) {
    await attempt(deed, done)
    this.document = 0
    await this.#load(this.slug)
  }

  async #loadTemplates() {
    if (this.templates.length > 0) return
    const answer = await attempt(() => asClient(this.store, 'GET', '/templates'))
    this.templates = answer?.templates ?? []
  }

  /** @param {InvoiceFile['documents']} documents */
  #documents(documents) {
    const shown = documents.find(({ id }) => id === this.document) ?? documents[0]
    if (!shown)
      return html`<p class="soft">No document was drawn yet: the API draws one when it is asked for.</p>`
    return html`<div class="documents" role="group" aria-label="Documents">
        ${documents.map(
          ({ id, kind, template, issued_at, revision }) =>
            html`<button aria-pressed=${id === shown.id} @click=${() => (this.document = id)}>
              ${kind.replace('_', ' ')}
              <span class="word">${visible(template)}, revision ${revision}, ${dateAndTime(issued_at)}</span>
            </button>`,
        )}
      </div>
      <p><a href=${shown.pdf_url} target="_blank" rel="noreferrer">${visible(shown.file_name)}</a></p>
      <iframe title=${shown.file_name} src=${`${shown.pdf_url}#toolbar=0&navpanes=0&view=FitH`}></iframe>`
  }
}

/** @param {InvoiceFile['history']} history @param {InvoiceFile['documents']} documents */
const historyOf = (history, documents) =>
  html`<ul>
    ${history.map(({ revision, updated_at, financial_status, total_price }) => {
      const count = documents.filter((document) => document.revision === revision).length
      return html`<li>
        Revision ${revision}, ${dateAndTime(updated_at)}: ${financial_status.replace('_', ' ')},
        ${total_price}${count > 0 ? `, shown by ${count} of the documents` : ''}
      </li>`
    })}
  </ul>`

/** @param {InvoiceFile['requests']} requests */
const requestsOf = (requests) =>
  html`<ul>
    ${requests.map(
      ({ seq, at, operation, outcome, status }) =>
        html`<li>
          <a href="#/requests/${seq}">#${seq}</a> ${dateAndTime(at)} ${operation} ${outcome} ${status}
        </li>`,
    )}
  </ul>`

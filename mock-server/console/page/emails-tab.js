/** @import { ShownEmail } from '../../../schemas/types.ts' */
import { html, nothing } from 'lit'
import { admin } from './admin-api.js'
import { Panel } from './panel.js'
import { counted, dateAndTime, visible } from './shown.js'
import { attempt, facts } from './told.js'
import { rowHeight } from './width.js'

/** The emails that were queued, and one of them as it would look. */
export class EmailsTab extends Panel {
  static properties = { chosen: {}, emails: { state: true }, words: { state: true } }

  constructor() {
    super()
    /** Id of the email that is looked at; empty for none. */
    this.chosen = ''
    /** @type {ShownEmail[] | null} The newest first. */
    this.emails = null
    this.words = ''
  }

  #load = async () => {
    /** @type {{ emails: ShownEmail[] } | undefined} */
    const answer = await attempt(() => admin('GET', '/emails'))
    if (answer) this.emails = answer.emails.toReversed()
  }

  hears = { email: this.#load, state: this.#load }

  begin() {
    void this.#load()
  }

  render() {
    const words = this.words.toLowerCase()
    const wanted = (this.emails ?? []).filter((email) => saidOf(email).includes(words))
    const email = wanted.find(({ id }) => String(id) === this.chosen)
    return html`<section class="tab" aria-label="Emails">
      <div class="tools">
        <input
          type="search"
          aria-label="Search emails"
          placeholder="Search address, subject, text"
          @input=${(/** @type {InputEvent & { target: HTMLInputElement }} */ { target }) => (this.words = target.value)}
        />
        <button @click=${() => this.#clear()}>Clear</button>
      </div>
      <p class="count" role="status">${this.#says(wanted.length)}</p>
      <div class="panes ${email ? 'open' : ''}">
        <windowed-list
          label="Emails"
          .count=${wanted.length}
          .height=${rowHeight()}
          .key=${(/** @type {number} */ at) => wanted[at]?.id}
          .row=${(/** @type {number} */ at) => rowOf(wanted[at], this.chosen)}
        ></windowed-list>
        ${email ? letter(email) : nothing}
      </div>
    </section>`
  }

  /** @param {number} shown */
  #says(shown) {
    if (this.emails === null) return 'Asking …'
    return this.emails.length === 0
      ? 'No email yet: what POST /invoices/{slug}/send_email queues is shown here. None is ever sent.'
      : counted(shown, 'email')
  }

  async #clear() {
    await attempt(() => admin('DELETE', '/emails'), 'The emails are forgotten.')
    await this.#load()
    location.hash = '#/emails'
  }
}

/** @param {ShownEmail} email */
const saidOf = ({ to, from, bcc, subject, body, store }) =>
  `${to} ${from} ${bcc} ${subject} ${body} ${store}`.toLowerCase()

/** @param {ShownEmail | undefined} email @param {string} chosen */
function rowOf(email, chosen) {
  if (!email) return html``
  const { id, to, subject, store, queued_at } = email
  return html`<a
    class="row email"
    href="#/emails/${id}"
    aria-current=${String(id) === chosen ? 'true' : nothing}
  >
    <time datetime=${queued_at}>${dateAndTime(queued_at)}</time>
    <bdi class="to">${visible(to)}</bdi>
    <bdi class="subject">${visible(subject)}</bdi>
    <span class="store">${store}</span>
  </a>`
}

/** @param {ShownEmail} email */
const letter = ({ id, store, to, from, bcc, subject, body, slug, attachment, queued_at }) =>
  html`<article class="detail" aria-label="Email ${id}">
    <a class="back" href="#/emails">All emails</a>
    <h2><bdi>${visible(subject)}</bdi></h2>
    ${facts({
      To: visible(to),
      From: visible(from),
      Bcc: bcc === null ? undefined : visible(bcc),
      Queued: `${dateAndTime(queued_at)} UTC on the clock of ${store}`,
      Invoice: html`<a href="#/invoices/${store}/${slug}">${slug}</a>`,
    })}
    <div class="letter">${visible(body)}</div>
    ${
      attachment
        ? html`<p>
              <a href=${attachment.pdf_url} target="_blank" rel="noreferrer"
                >${visible(attachment.file_name)}</a
              >
              <span class="soft">${attachment.kind.replace('_', ' ')}, attached</span>
            </p>
            <iframe
              title=${attachment.file_name}
              src=${`${attachment.pdf_url}#toolbar=0&navpanes=0&view=FitH`}
            ></iframe>`
        : html`<p class="soft">The attachment is not kept any more.</p>`
    }
  </article>`

import assert from 'node:assert/strict'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Answers } from './answers.ts'
import { startPlainServer, type PlainServer } from './plain-server.ts'
import { PROFILES } from './profiles.ts'

/** Answers are read as loosely as a client reads parsed JSON. */
export type Loose = ReturnType<typeof JSON.parse>

export interface Answer {
  status: number
  type: string
  headers: Headers
  body: Loose
}

/** One profile's running server and the ways the checks talk to it. */
export class Session {
  readonly server: PlainServer
  readonly answers: Answers

  constructor(server: PlainServer, answers: Answers) {
    this.server = server
    this.answers = answers
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    key = this.server.target.api_key,
  ): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'X-Auth-Token': key, 'Content-Type': 'application/json' }
    const response = await fetch(this.server.target.base_url + path, {
      method,
      headers,
      ...(body !== undefined && { body: text }),
    })
    const raw = await response.text()
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, headers: response.headers, body: raw && JSON.parse(raw) }
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path)
  }

  /** An order id, or draft order id, that no check has taken yet; the coinciding ones stand at the far end. */
  order(draft = false): number {
    const ids = draft ? this.server.target.draft_order_ids : this.server.target.order_ids
    const id = draft ? ids.shift() : ids.pop()
    if (id === undefined) throw new Error('no order left')
    return id
  }

  async invoice(extra: object = {}): Promise<Loose> {
    return (await this.call('POST', '/invoices', { order_id: this.order(), ...extra })).body.invoice
  }

  async template(extra: object = {}): Promise<Loose> {
    return (await this.call('POST', '/templates', { template: { ...TEMPLATE, ...extra } })).body.template
  }

  async all(path: string, list: string): Promise<Loose[]> {
    return (await this.get(`${path}per_page=250`)).body[list]
  }

  async pdf(slug: string, query = ''): Promise<{ bytes: Buffer; text: string; url: string }> {
    const { body } = await this.get(`/invoices/${slug}/pdf${query}`)
    return this.download(body.invoice.pdf_url)
  }

  async download(url: string): Promise<{ bytes: Buffer; text: string; url: string }> {
    const response = await fetch(url)
    if (response.headers.get('content-type') !== 'application/pdf') throw new Error(`no PDF at ${url}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    return { bytes, text, url }
  }

  async hook(name: 'edit_order' | 'edit_draft_order' | 'delete_order' | 'emails', id = 0, patch?: object) {
    const { method, url, headers = {} } = this.server.target.hooks[name]
    const body = patch && JSON.stringify(patch)
    const init = { method, headers, ...(body !== undefined && { body }) }
    return fetch(url.replace('{order_id}', String(id)), init)
  }

  /** Ends the store's bulk action by the hook, where there is one, or by waiting. */
  async endBulk(): Promise<void> {
    const finish = this.server.target.hooks.finish_bulk
    if (finish) await fetch(finish.url, finish)
    else await new Promise((resolve) => setTimeout(resolve, this.answers.bulkMs + 50))
  }

  /** @throws unless the answer is the not-found error */
  notFound({ status, type, body }: Answer): void {
    assert.equal(status, this.answers.notFoundStatus)
    assert.match(type, /^application\/json/)
    assert.equal(typeof body.error, 'string')
  }

  /** @throws unless the answer is the unprocessable error */
  unprocessable({ status, type, body }: Answer): void {
    assert.equal(status, this.answers.unprocessableStatus)
    assert.match(type, /^application\/json/)
    assert.deepEqual([typeof body.error, typeof body.errors], ['string', 'object'])
  }

  /** The whole state of the store as a client sees it. */
  async state(): Promise<object> {
    return {
      invoices: await this.all('/invoices?', 'invoices'),
      templates: await this.all('/templates?', 'templates'),
      customers: await this.all('/customers?', 'customers'),
      settings: (await this.get('/settings')).body.settings,
    }
  }
}

export const TEMPLATE = {
  name: 'Own',
  template_type: 'invoice',
  pre_selected_orders: false,
  pre_selected_draft_orders: false,
  pre_selected_pos_orders: false,
  pre_selected_credit_notes: false,
  accent_color: '#112233',
  font_family: 'Courier',
  font_size: 11,
  date_format: '%d.%m.%Y',
  invoice_number_prefix: 'T-',
  logo_url: 'https://example.com/logo.png',
  logo_width: 80,
  logo_enabled: true,
}
export const CUSTOMER = {
  email: 'new@example.com',
  first_name: 'Eva',
  last_name: 'Müller',
  phone: '+49 30 901820',
  tax_number: 'TX-77',
  eori_number: 'DE1',
  tags: 'a',
}
export const SUMMARY_FIELDS = 'id slug number invoice_type total_price currency financial_status'.split(' ')
export const NO_SLUG = '00000000-0000-4000-8000-000000000000'

/** Every operation, called so that it would be valid but for its ids. */
export const OPERATIONS: readonly (readonly [string, string, object?])[] = [
  ['GET', '/invoices'],
  ['POST', '/invoices', { order_id: 1 }],
  ['GET', '/invoices/search?q=x'],
  ['GET', `/invoices/${NO_SLUG}`],
  ['POST', `/invoices/${NO_SLUG}/regenerate`],
  ['POST', '/invoices/bulk_pdf', { invoice_ids: [1] }],
  ['GET', `/invoices/${NO_SLUG}/pdf`],
  ['POST', `/invoices/${NO_SLUG}/send_email`, {}],
  ['GET', '/templates'],
  ['GET', '/templates/1'],
  ['POST', '/templates', { template: TEMPLATE }],
  ['PATCH', '/templates/1', { template: TEMPLATE }],
  ['DELETE', '/templates/1'],
  ['GET', '/customers'],
  ['GET', '/customers/1'],
  ['POST', '/customers', { customer: CUSTOMER }],
  ['PATCH', '/customers/1', { customer: CUSTOMER }],
  ['DELETE', '/customers/1'],
  ['GET', '/settings'],
  ['PATCH', '/settings', { settings: { business_name: 'X' } }],
]

/** Of a bulk action that a hook ends, and of one that ends by itself: long enough for a slow machine to see it. */
const HOOKED_BULK_MS = 3_600_000
const BULK_MS = 4_000

/** Runs a check against a fresh server of a profile; bulk jobs that no hook ends and rate windows are short there. */
export async function inProfile(profile: string, check: (session: Session) => Promise<void>): Promise<void> {
  const preset = PROFILES[profile]
  if (!preset) throw new Error(`no profile ${profile}`)
  const bulkMs = preset.bulkHook === 'none' ? BULK_MS : HOOKED_BULK_MS
  const answers: Answers = { ...preset, bulkMs, quota: { limit: 5, windowMs: 1000 } }
  const session = new Session(await startPlainServer({ profile, answers }), answers)
  try {
    await check(session)
  } finally {
    await session.server.close()
  }
}

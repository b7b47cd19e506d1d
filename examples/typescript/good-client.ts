import { setTimeout as sleep } from 'node:timers/promises'

// A client of the Invoicing Service External API that takes whatever the contract allows, and comes through what
// networks do. It needs Node 20 and nothing else. To be copied.

/** The total is text as it came, "19.90" or "19.9000", which no number keeps. */
export type Invoice = { id: number; slug: string; total: string; created: Date }

type Sent = { id: number; slug: string; total_price: string; created_at: string }
type Page = { invoices: Sent[]; meta: { total_pages: number } }

const TRIES = 4
const TIMEOUT_MS = 15_000
const LONGEST_WAIT_MS = 60_000 // whatever a rate limit demands: the unit of that is not stated

export class GoodClient {
  readonly #service: { baseUrl: string; apiKey: string }
  #notBefore = 0

  constructor(service: { baseUrl: string; apiKey: string }) {
    this.#service = service
  }

  /** The invoice of an order: made now or there already, which any 2xx may say. So it may be asked for again. */
  async createInvoice(orderId: number): Promise<Invoice> {
    const { invoice } = await this.#call<{ invoice: Sent }>('POST', '/invoices', { order_id: orderId })
    return kept(invoice)
  }

  /** All invoices: a page may hold fewer than were asked for, and an invoice may move on to the next one. */
  async invoices(): Promise<Invoice[]> {
    const found = new Map<string, Invoice>()
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { invoices, meta } = await this.#call<Page>('GET', `/invoices?page=${page}&per_page=250`)
      for (const invoice of invoices) found.set(invoice.slug, kept(invoice))
      pages = meta.total_pages
    }
    return [...found.values()]
  }

  async has(id: number): Promise<boolean> {
    return (await this.invoices()).some((invoice) => invoice.id === id)
  }

  async withTotal(total: string): Promise<Invoice[]> {
    return (await this.invoices()).filter((invoice) => shortest(invoice.total) === shortest(total))
  }

  /** Sends one email, never two: where the answer is lost, nobody knows whether it is on its way. */
  async sendEmail(slug: string): Promise<'queued' | 'unknown'> {
    try {
      await this.#call('POST', `/invoices/${slug}/send_email`, {}, false)
      return 'queued'
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error
      return 'unknown'
    }
  }

  /** The PDF, by a new link each time, since links end. They are signed, and the key is none of their business. */
  pdf(slug: string): Promise<Uint8Array> {
    return patiently(true, async () => {
      const { invoice } = await this.#ask<{ invoice: { pdf_url: string } }>('GET', `/invoices/${slug}/pdf`)
      const response = await fetch(invoice.pdf_url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`The PDF is answered ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    })
  }

  #call<T>(method: string, path: string, body?: object, isSafe = true): Promise<T> {
    return patiently(isSafe, () => this.#ask<T>(method, path, body))
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    await sleep(Math.max(0, this.#notBefore - Date.now()))
    const { baseUrl, apiKey } = this.#service
    const headers = { 'X-Auth-Token': apiKey, ...(body && { 'Content-Type': 'application/json' }) }
    const sent = { method, headers, body: JSON.stringify(body) ?? null }
    const response = await fetch(baseUrl + path, { ...sent, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as T // as the contract says; what was cut short throws
    const refused = new Refused(response, text)
    this.#notBefore = Date.now() + (refused.waitMs ?? 0)
    throw refused
  }
}

/** @param isSafe whether doing it twice is no worse than once */
async function patiently<T>(isSafe: boolean, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      const { status = 500, waitMs = null } = error instanceof Refused ? error : {}
      if (tried === TRIES || (waitMs === null && !(isSafe && status >= 500))) throw error
      if (waitMs === null) await sleep(100 * 2 ** tried)
    }
  }
}

/** An answer that is no 2xx, with its body as it came, whose form is not stated, and the wait of a rate limit. */
export class Refused extends Error {
  readonly status: number
  readonly waitMs: number | null

  constructor({ status, headers }: Response, body: string) {
    super(`${status} ${body.slice(0, 1000)}`)
    this.status = status
    const told = /"retry_after":\s*(\d+)/.exec(body)?.[1]
    const seconds = Number(headers.get('Retry-After') ?? told) || 1
    this.waitMs = status === 429 || told !== undefined ? Math.min(1000 * seconds, LONGEST_WAIT_MS) : null
  }
}

function kept(sent: Sent): Invoice {
  return { ...sent, total: sent.total_price, created: new Date(sent.created_at) }
}

/** An amount without the zeros that say nothing. */
const shortest = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

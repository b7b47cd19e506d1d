// A client of the Invoicing Service External API as many are, with five faults that no test against one server shows.
// Not to be copied: good-client.ts is. README.md tells what a rehearsal says of both.

export type Invoice = { id: number; slug: string; total: number; created: Date }

type Sent = { id: number; slug: string; total_price: string; created_at: string }

export class NaiveClient {
  readonly #service: { baseUrl: string; apiKey: string }
  readonly #made = new Map<number, Invoice>()

  constructor(service: { baseUrl: string; apiKey: string }) {
    this.#service = service
  }

  async createInvoice(orderId: number): Promise<Invoice> {
    const known = this.#made.get(orderId)
    if (known) return known
    const { status, text } = await this.#send('POST', '/invoices', { order_id: orderId })
    // Fault 1: another 2xx is right as well, and after a retry the invoice is there already.
    if (status !== 201) throw new Error(`No invoice was made: ${status}`)
    const invoice = kept(JSON.parse(text).invoice)
    this.#made.set(orderId, invoice)
    return invoice
  }

  async invoices(): Promise<Invoice[]> {
    return (await this.#list()).map(kept)
  }

  async has(id: number): Promise<boolean> {
    // Fault 2: an id may need more than 32 bits.
    return Int32Array.from(await this.#list(), (invoice) => invoice.id).includes(id)
  }

  async withTotal(total: number): Promise<Invoice[]> {
    // Fault 3: money as a number, of which nobody knows how the service writes it.
    return (await this.#list()).filter((invoice) => invoice.total_price === total.toFixed(2)).map(kept)
  }

  async sendEmail(slug: string): Promise<'queued'> {
    await this.#send('POST', `/invoices/${slug}/send_email`, {})
    return 'queued'
  }

  async pdf(slug: string): Promise<Uint8Array> {
    const { invoice } = await this.#call<{ invoice: { pdf_url: string } }>('GET', `/invoices/${slug}/pdf`)
    return stubbornly(async () => {
      const response = await fetch(invoice.pdf_url)
      if (!response.ok) throw failure(response.status, 'no PDF')
      return new Uint8Array(await response.arrayBuffer())
    })
  }

  async #list(): Promise<Sent[]> {
    // Fault 4: the first page is not the list.
    return (await this.#call<{ invoices: Sent[] }>('GET', '/invoices')).invoices
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    return JSON.parse((await this.#send(method, path, body)).text) as T // as the contract says
  }

  #send(method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
    const { baseUrl, apiKey } = this.#service
    const headers = { 'X-Auth-Token': apiKey, ...(body && { 'Content-Type': 'application/json' }) }
    return stubbornly(async () => {
      const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) ?? null })
      const text = await response.text()
      if (!response.ok) throw failure(response.status, text)
      return { status: response.status, text }
    })
  }
}

function kept(sent: Sent): Invoice {
  return { ...sent, total: Number(sent.total_price), created: new Date(sent.created_at) }
}

const failure = (status: number, text: string) => Object.assign(new Error(`${status} ${text}`), { status })

/** Fault 5: a POST of which only the answer was lost is done twice. */
async function stubbornly<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      const status = error instanceof Error && 'status' in error ? Number(error.status) : 500
      if (tried === 3 || (status < 500 && status !== 429)) throw error
    }
  }
}

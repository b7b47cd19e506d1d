import { beforeAll, expect, test, vi } from 'vitest'

// What this program needs of the service, whichever client it uses. Patience takes its time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { INVOICING_BASE_URL: baseUrl = '', INVOICING_API_KEY: apiKey = '' } = process.env

/** Where the service is, and the key of a store. */
export const service = { baseUrl, apiKey }

type Invoice<Total> = { id: number; slug: string; total: Total; created: Date }

interface Client<Total> {
  createInvoice(orderId: number): Promise<Invoice<Total>>
  invoices(): Promise<Invoice<Total>[]>
  has(id: number): Promise<boolean>
  withTotal(total: Total): Promise<Invoice<Total>[]>
  sendEmail(slug: string): Promise<'queued' | 'unknown'>
  pdf(slug: string): Promise<Uint8Array>
}

const email = 'ada@example.com'
const line = { title: 'Tea', variant_title: '', sku: 'TEA', quantity: 1, price: '19.90' }
const order = { currency: 'EUR', customer: { email }, line_items: [line], tax_lines: [] }

/** Asks the admin API of the mock, which answers as ever. */
async function ask<T>(path: string, json?: object): Promise<T> {
  const headers = { 'Content-Type': 'application/json' }
  const post = json && { method: 'POST', headers, body: JSON.stringify(json) }
  const response = await fetch(process.env['INVOICING_ADMIN_URL'] + path, post)
  return (await response.json()) as T // as its documentation says
}

export function testsOf<Total>(client: Client<Total>): void {
  let orderId: number
  let invoice: Invoice<Total>

  beforeAll(async () => {
    const { stores } = await ask<{ stores: { name: string; api_key: string }[] }>('/stores')
    const store = stores.find(({ api_key }) => api_key === apiKey)
    orderId = (await ask<{ id: number }>(`/stores/${store?.name}/orders`, order)).id
    invoice = await client.createInvoice(orderId)
  })

  test('makes an invoice of an order, and no second one', async () => {
    expect(invoice.created.getTime()).toBeGreaterThan(0)
    expect((await client.createInvoice(orderId)).slug).toBe(invoice.slug)
  })

  test('says why there is no invoice of an order', async () => {
    await expect(client.createInvoice(0)).rejects.toThrow('order_id')
  })

  test('lists every invoice once', async () => {
    const slugs = (await client.invoices()).map(({ slug }) => slug)
    expect(slugs).toContain(invoice.slug)
    expect(slugs).toHaveLength(new Set(slugs).size)
    expect(await client.has(invoice.id)).toBe(true)
  })

  test('finds the invoice by its total', async () => {
    expect(Number(invoice.total)).toBe(19.9)
    const found = await client.withTotal(invoice.total)
    expect(found.map(({ slug }) => slug)).toContain(invoice.slug)
  })

  test('sends an email, and never two', async () => {
    const outcome = await client.sendEmail(invoice.slug)
    const { emails } = await ask<{ emails: { slug: string }[] }>('/emails')
    const sent = emails.filter(({ slug }) => slug === invoice.slug)
    expect(outcome === 'queued' ? [1] : [0, 1]).toContain(sent.length)
  })

  test('downloads the PDF', async () => {
    const pdf = new TextDecoder('latin1').decode(await client.pdf(invoice.slug))
    expect(pdf).toMatch(/^%PDF-.*%%EOF\s*$/s)
  })
}

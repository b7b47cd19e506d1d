import { setTimeout } from 'node:timers/promises'
import type { Probe } from './server-process.ts'

const API = '/api/v1/external'

/** Of the answers what is asked for here, each with some of it. */
interface Answered {
  orders: { id: number }[]
  invoice: { slug: string; pdf_url: string }
}

type Send = (method: string, path: string, body?: object) => Promise<Answered>

/** Milliseconds that 99 of 100 requests take at most while a document of the most lines and the longest texts is drawn. */
export async function measureBeside(port: number, { headers }: Probe): Promise<number> {
  const origin = `http://127.0.0.1:${port}`
  const send: Send = async (method, path, body) => {
    const sent = { method, headers: { ...headers, 'content-type': 'application/json' } }
    const answer = await fetch(origin + path, body ? { ...sent, body: JSON.stringify(body) } : sent)
    return JSON.parse(await answer.text())
  }
  const url = await largestDocument(send)
  const drawing = { done: false }
  const document = fetch(url)
    .then((answer) => answer.arrayBuffer())
    .finally(() => (drawing.done = true))
  const times: number[] = []
  for (; !drawing.done; await setTimeout(1)) {
    const begun = performance.now()
    await send('GET', `${API}/invoices?per_page=25`)
    times.push(performance.now() - begun)
  }
  await document
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

/** Where the document of an order is that has as much in it as an order may have lines. */
async function largestDocument(send: Send): Promise<string> {
  const orders = '/__admin/stores/rich/orders'
  await send('PATCH', `${API}/settings`, { settings: { footer_message: 'شكرا '.repeat(4000) } })
  const { orders: all } = await send('GET', orders)
  const line = { title: 'Cup of '.repeat(30), variant_title: 'שלום', quantity: 3, price: '12.50', sku: 'CUP' }
  const order = { ...all[0], id: 987_654, line_items: Array.from({ length: 5000 }, () => line) }
  await send('POST', orders, order)
  const created = await send('POST', `${API}/invoices`, { order_id: order.id })
  const pdf = await send('GET', `${API}/invoices/${created.invoice.slug}/pdf`)
  return pdf.invoice.pdf_url
}

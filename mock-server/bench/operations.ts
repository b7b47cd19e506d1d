import type { Load } from './load.ts'

/** One of the four requests that are measured. */
export interface MeasuredRequest {
  name: string
  method: Load['method']
  path: string
  /** Each is sent once; empty for requests without a body. */
  bodies: string[]
}

const BASE = '/api/v1/external'

/** What is asked of a mock with this key: its own newest invoice, and its own orders. */
export async function measuredRequests(
  port: number,
  headers: Record<string, string>,
  orderIds: number[],
): Promise<MeasuredRequest[]> {
  const listed = await fetch(`http://127.0.0.1:${port}${BASE}/invoices?per_page=1`, { headers })
  const { invoices }: { invoices: { slug: string; customer_name: string }[] } = JSON.parse(
    await listed.text(),
  )
  const [{ slug, customer_name } = { slug: '', customer_name: '' }] = invoices
  const [word = ''] = customer_name.split(' ')
  const bodies = orderIds.map((order_id) => JSON.stringify({ order_id }))
  return [
    { name: 'list of 25', method: 'GET', path: `${BASE}/invoices`, bodies: [] },
    { name: 'read one', method: 'GET', path: `${BASE}/invoices/${slug}`, bodies: [] },
    { name: 'create', method: 'POST', path: `${BASE}/invoices`, bodies },
    {
      name: 'search',
      method: 'GET',
      path: `${BASE}/invoices/search?q=${encodeURIComponent(word)}`,
      bodies: [],
    },
  ]
}

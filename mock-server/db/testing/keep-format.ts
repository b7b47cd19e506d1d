import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startMock } from '../../index.ts'
import { FORMAT } from '../formats.ts'

const PERSON = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }
const PEN = { title: 'Pen', variant_title: '', sku: 'PEN', quantity: 2, price: '4.50' }
const ORDER = {
  id: 5001,
  customer: { email: PERSON.email },
  currency: 'EUR',
  line_items: [PEN],
  tax_lines: [{ title: 'VAT', rate: 0.2 }],
}
const KEPT = {
  name: 'kept',
  api_key: 'test_key_kept_store',
  settings: { business_name: 'Kept & Söhne' },
  templates: [{ name: 'Classic', template_type: 'invoice', pre_selected_orders: true }],
  customers: [PERSON],
  orders: [ORDER],
} as const

/** Has a mock write something of every kind into a directory: an invoice with its document, what changed after that, and a snapshot. */
export async function keepData(directory: string): Promise<void> {
  const mock = await startMock({ data: directory, scenario: { description: 'kept', stores: [KEPT] } })
  const send = async (method: string, url: string, body?: unknown): Promise<unknown> => {
    const headers = { 'x-auth-token': KEPT.api_key, 'content-type': 'application/json' }
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}`)
    return answer.json()
  }
  await send('POST', `${mock.base_url}/invoices`, { order_id: ORDER.id, generate_pdf: true })
  await send('PATCH', `${mock.base_url}/settings`, { settings: { business_name: 'Renamed' } })
  await send('POST', `${mock.base_url}/customers`, { customer: { email: 'bob@example.com' } })
  await send('POST', `${mock.admin_url}/snapshots`, { name: 'kept' })
  await mock.close()
}

/** `npm run keep:format`: a directory of the newest format, which is the one before once another is made. */
if (process.argv[1] === import.meta.filename) {
  const directory = join(import.meta.dirname, `format-${FORMAT}`)
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory)
  await keepData(directory)
  for (const name of readdirSync(directory)) if (!name.endsWith('.ndjson')) rmSync(join(directory, name))
}

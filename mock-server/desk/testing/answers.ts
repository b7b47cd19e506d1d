import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { ShownStore } from '../../../schemas/types.ts'
import { clientOf, type Addresses, type Client } from './client.ts'

const LISTS = [
  '/invoices',
  '/invoices?page=2&per_page=3',
  '/invoices?per_page=100',
  '/invoices?invoice_type=quote',
  '/invoices?financial_status=paid&per_page=2',
  '/invoices?created_at_min=2026-03-01',
  '/invoices?created_at_max=2026-02-20',
  '/invoices?page=0',
  '/invoices/search?q=a',
  '/invoices/search?q=INV&per_page=5',
  '/invoices/none-such',
  '/customers',
  '/customers?search=example&per_page=4',
  '/templates',
  '/settings',
]

const BEHIND = ['/orders', '/draft_orders', '/bulk_actions', '/clock', '/dialect']

/** Records of each list that are read one by one. */
const READ = 4

/**
 * Some hundred answers of a mock whose clock stands still, by what was asked: every operation that reads, for every store,
 * and what the desk shows. In the place of a download URL
 * stands the name of the file, or what is in it: `draws` of them are fetched, as drawing takes most of the time. Takes the stores' own rate limits away.
 */
export async function answersOf(addresses: Addresses, { draws = 0 } = {}): Promise<Map<string, unknown>> {
  const client = clientOf(addresses)
  const { stores }: { stores: ShownStore[] } = (await client.admin('GET', '/stores')).body
  const asked = new Map<string, unknown>([['stores', stores]])
  for (const path of ['/dialect', '/clock', '/target'])
    asked.set(path, (await client.admin('GET', path)).body)
  for (const { name } of stores) await client.admin('PATCH', `/stores/${name}`, { quota: null })
  for (const store of stores) await answersFor(store, client, asked)
  asked.set('/emails', (await client.admin('GET', '/emails')).body)
  const origins = [addresses.base_url, addresses.admin_url].map((url) => new URL(url).origin)
  const drawn = new Map<string, string>()
  for (const [path, answer] of asked) asked.set(path, await followed(answer, { origins, drawn, most: draws }))
  return asked
}

async function answersFor(
  { name, api_key }: ShownStore,
  { api, admin }: Client,
  asked: Map<string, unknown>,
) {
  const ask = async (path: string) => {
    const heard = await api(api_key, 'GET', path)
    asked.set(`${name} ${path}`, heard)
    return heard.body
  }
  for (const path of LISTS) await ask(path)
  for (const path of BEHIND) asked.set(`${name} ${path}`, await admin('GET', `/stores/${name}${path}`))
  const { invoices = [] } = await ask('/invoices?per_page=50')
  for (const { slug } of invoices.slice(0, READ)) {
    await ask(`/invoices/${slug}`)
    await ask(`/invoices/${slug}/pdf`)
    await ask(`/invoices/${slug}/pdf?packing_slip=true`)
  }
  const { customers = [] } = await ask('/customers?per_page=50')
  for (const { id } of customers.slice(0, READ)) await ask(`/customers/${id}`)
  const { templates = [] } = await ask('/templates')
  for (const { id } of templates.slice(0, READ)) await ask(`/templates/${id}`)
}

interface Drawing {
  /** Addresses of the mock. */
  origins: readonly string[]
  /** What stands in the place of a download URL, by its path. */
  drawn: Map<string, string>
  most: number
}

/** The answer, its download URLs replaced by the bytes that they lead to, and its own addresses by nothing. */
async function followed(answer: unknown, { origins, drawn, most }: Drawing): Promise<unknown> {
  let text = JSON.stringify(answer)
  for (const [, url = ''] of text.matchAll(/"pdf_url":"([^"]+)"/g)) {
    const path = new URL(url).pathname
    if (!drawn.has(path)) drawn.set(path, drawn.size < most ? await documentAt(url) : basename(path))
    text = text.replace(url, drawn.get(path) ?? '')
  }
  for (const origin of origins) text = text.replaceAll(origin, '')
  return JSON.parse(text)
}

async function documentAt(url: string): Promise<string> {
  const answer = await fetch(url)
  return `${answer.status} ${hash('sha256', Buffer.from(await answer.arrayBuffer()))}`
}

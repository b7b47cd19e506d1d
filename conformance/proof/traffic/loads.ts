import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { startMock } from '../../../mock-server/index.ts'

/** One request of a load, below the base URL. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: string
}

/** A server, and what is asked of it: the n-th request. */
export interface Load {
  readonly base_url: string
  readonly key: string
  request(n: number): Sent
  close(): Promise<void>
}

const INVOICES = 2000
const CUSTOMERS = 500

interface Records {
  invoices: { slug: string }[]
  customers: { id: number; last_name: string }[]
}

/** What clients of an API do, over a store of two thousand invoices: lists, records, searches, and a write now and then. */
export async function changing(): Promise<Load> {
  const generate = { customers: CUSTOMERS, orders: 0, draft_orders: 0, invoices: INVOICES }
  const key = 'key_of_the_only_store'
  const stores = [{ name: 'only', api_key: key, generate }]
  const mock = await startMock({ seed: 1, scenario: { description: 'To be asked', stores } })
  const read = async (path: string): Promise<Records> =>
    JSON.parse(await (await fetch(`${mock.base_url}${path}`, { headers: { 'x-auth-token': key } })).text())
  const pages = (of: string, total: number) =>
    Promise.all(Array.from({ length: total / 250 }, (_, at) => read(`/${of}?per_page=250&page=${at + 1}`)))
  const slugs = (await pages('invoices', INVOICES)).flatMap(({ invoices }) =>
    invoices.map(({ slug }) => slug),
  )
  const customers = (await pages('customers', CUSTOMERS)).flatMap((page) => page.customers)
  const customerOf = (n: number) => customers[n % customers.length]
  const asks: readonly ((n: number) => Sent)[] = [
    (n) => get(`/invoices?page=${(n % (INVOICES / 25)) + 1}`),
    (n) => get(`/invoices/${slugs[(n * 7) % slugs.length]}`),
    (n) => get(`/customers?page=${(n % (CUSTOMERS / 25)) + 1}`),
    (n) => get(`/customers/${customerOf(n * 3)?.id}`),
    (n) => get(`/invoices/${slugs[(n * 11) % slugs.length]}`),
    (n) => get(`/invoices/search?q=${encodeURIComponent(customerOf(n)?.last_name ?? '')}`),
    (n) => get(`/invoices?page=${(n % (INVOICES / 25)) + 1}&invoice_type=invoice`),
    (n) => get(`/customers/${customerOf(n * 5)?.id}`),
    (n) => get(`/invoices/${slugs[(n * 13) % slugs.length]}`),
    (n) => ({
      method: 'PATCH',
      path: `/customers/${customerOf(n)?.id}`,
      body: JSON.stringify({ customer: { first_name: `Ada ${n}` } }),
    }),
  ]
  return {
    base_url: mock.base_url,
    key,
    request: (n) => inTurn(asks, n)(n),
    close: () => mock.close(),
  }
}

/** Pages of twenty-five invoices of which none was ever seen before. */
export async function fresh(): Promise<Load> {
  const { base_url, key, close } = await changing()
  const answer = await fetch(`${base_url}/invoices`, { headers: { 'x-auth-token': key } })
  const page = await answer.text()
  await close()
  let n = 0
  const server = createServer((_, outgoing) => {
    const text = page.replaceAll(/"id":\d+|-[0-9a-f]{12}"/g, (found) =>
      found.startsWith('-') ? `-${(++n).toString(16).padStart(12, '0')}"` : `"id":${10_000_000 - n}`,
    )
    outgoing.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    outgoing.end(text)
  })
  return { ...(await served(server)), key, request: () => get('/invoices') }
}

/** The same page, asked for again and again. */
export async function same(): Promise<Load> {
  return { ...(await changing()), request: () => get('/invoices') }
}

const get = (path: string): Sent => ({ method: 'GET', path })

function inTurn<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T // it is not empty
}

async function served(server: Server): Promise<Pick<Load, 'base_url' | 'close'>> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens at a port
  return {
    base_url: `http://127.0.0.1:${port}/api/v1/external`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

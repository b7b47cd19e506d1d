import { readdirSync } from 'node:fs'
import type { LoadGenerator } from './measure.ts'
import type { MeasuredRequest } from './operations.ts'
import { HEADERS, scenarioOf } from './prepare.ts'
import type { ServerProcess } from './server-process.ts'
import { table } from './table.ts'

/** How late a process came to what was due while a deed was done, in milliseconds. */
export interface Wait {
  deed: string
  p99: number
  most: number
  /** Of the process itself, at most at a time: what it waited for a core is not in it. */
  ran: number | undefined
}

const API = '/api/v1/external'

interface Deed {
  deed: string
  /** Gets ready what is sent, and answers what does the deed. */
  ready(server: ServerProcess, data: string): Promise<() => Promise<void>>
}

const sends =
  (method: string, path: string, body?: (server: ServerProcess) => unknown): Deed['ready'] =>
  async (server) => {
    const sent = await body?.(server)
    return () => send(server, method, path, sent)
  }

/** What has to do with everything there is, in an order in which each finds what it needs. */
const DEEDS: readonly Deed[] = [
  { deed: 'health check (baseline)', ready: sends('GET', '/__admin/health') },
  { deed: 'read the target', ready: sends('GET', '/__admin/target') },
  { deed: 'list stores', ready: sends('GET', '/__admin/stores') },
  { deed: 'read the coverage', ready: sends('GET', '/__admin/coverage') },
  { deed: 'list all orders', ready: sends('GET', '/__admin/stores/bench/orders') },
  { deed: 'bulk action of 5,000 invoices', ready: sends('POST', `${API}/invoices/bulk_pdf`, bulkBody) },
  { deed: 'write long orders until a compaction', ready: compaction },
  { deed: 'save the state', ready: sends('GET', '/__admin/state') },
  { deed: 'take a snapshot', ready: sends('POST', '/__admin/snapshots', () => ({ name: 'bench' })) },
  { deed: 'restore a snapshot', ready: sends('POST', '/__admin/snapshots/bench/restore') },
  { deed: 'reset', ready: sends('POST', '/__admin/reset') },
  { deed: 'load a scenario', ready: sends('POST', '/__admin/scenarios', () => scenarioOf(100_000, 100)) },
  { deed: 'restore a saved state', ready: sends('PUT', '/__admin/state', savedState) },
]

/** The text of all that there is. */
async function savedState({ port }: ServerProcess): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/__admin/state`, { headers: HEADERS })).text()
}

/** The journal is compacted when it is longer than the snapshot: an order of 200 KB is written again and again. */
async function compaction(server: ServerProcess, data: string): Promise<() => Promise<void>> {
  const stores = await fetch(`http://127.0.0.1:${server.port}/__admin/stores`)
  const { stores: all }: { stores: { order_ids: number[] }[] } = JSON.parse(await stores.text())
  const path = `/__admin/stores/bench/orders/${all[0]?.order_ids[0]}`
  const line = { title: 'x'.repeat(5000), variant_title: '', quantity: 1, price: '1.00', sku: '' }
  const order = { line_items: Array.from({ length: 40 }, () => line) }
  const before = snapshotIn(data)
  return async () => {
    while (snapshotIn(data) === before) await send(server, 'PATCH', path, order)
  }
}

/** The name of the snapshot that a directory has; each compaction gives it another. */
const snapshotIn = (data: string): string | undefined =>
  readdirSync(data).find((name) => /^snapshot-\d/.test(name))

/** A bulk action takes as many invoices at most. */
async function bulkBody({ port }: ServerProcess): Promise<object> {
  const invoice_ids: number[] = []
  for (let page = 1; page <= 50; page++) {
    const url = `http://127.0.0.1:${port}${API}/invoices?per_page=100&page=${page}`
    const answer = await fetch(url, { headers: HEADERS })
    const { invoices }: { invoices: { id: number }[] } = JSON.parse(await answer.text())
    invoice_ids.push(...invoices.map(({ id }) => id))
  }
  return { invoice_ids }
}

/** Has each deed done while clients read lists, one search among them. @param data where the server keeps what it has */
export async function measureWaits(
  load: LoadGenerator,
  server: ServerProcess,
  requests: readonly MeasuredRequest[],
  data: string,
): Promise<Wait[]> {
  const reads = requests.filter(({ method }) => method === 'GET')
  const waits: Wait[] = []
  for (const { deed, ready } of DEEDS) {
    const begin = await ready(server, data)
    await server.usage('delay')
    const work = { done: false }
    const doing = begin().finally(() => (work.done = true))
    do for (const read of reads) await load.measure(server, read, HEADERS, 200)
    while (!work.done)
    await doing
    const { p99Milliseconds: p99, mostMilliseconds: most, ranMilliseconds: ran } = await server.usage('delay')
    waits.push({ deed, p99, most, ran })
  }
  return waits
}

/** How late the loop is while clients read and something large is done, in Markdown. @param invoices as many as there are, in words */
export const waitsTable = (waits: readonly Wait[], invoices: string): string =>
  table(
    [`action, at ${invoices} invoices`, 'p99, ms', 'maximum, ms', 'longest run, ms'],
    waits.map(({ deed, p99, most, ran }) => [deed, p99.toFixed(0), most.toFixed(0), ran?.toFixed(0) ?? '']),
  )

async function send({ port }: ServerProcess, method: string, path: string, sent: unknown): Promise<void> {
  const body = sent === undefined ? null : typeof sent === 'string' ? sent : JSON.stringify(sent)
  const headers = { ...HEADERS, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
  // Read piece by piece and let go: what the client keeps of it is not what is measured.
  for await (const _ of answer.body ?? []) continue
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
}

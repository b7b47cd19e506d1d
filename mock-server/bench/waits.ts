import type { LoadGenerator } from './measure.ts'
import type { MeasuredRequest } from './operations.ts'
import { HEADERS, scenarioOf } from './prepare.ts'
import type { ServerProcess } from './server-process.ts'

/** How late a process came to what was due while a deed was done, in milliseconds. */
export interface Wait {
  deed: string
  p99: number
  most: number
}

const API = '/api/v1/external'

interface Deed {
  deed: string
  method: string
  path: string
  /** What is sent, made before the deed is begun. */
  body?: (server: ServerProcess) => unknown
}

/** What has to do with everything there is, in an order in which each finds what it needs. */
const DEEDS: readonly Deed[] = [
  { deed: 'nothing else', method: 'GET', path: '/__admin/health' },
  { deed: 'target', method: 'GET', path: '/__admin/target' },
  { deed: 'stores', method: 'GET', path: '/__admin/stores' },
  { deed: 'coverage', method: 'GET', path: '/__admin/coverage' },
  { deed: 'list of all orders', method: 'GET', path: '/__admin/stores/bench/orders' },
  { deed: 'bulk action of 5,000', method: 'POST', path: `${API}/invoices/bulk_pdf`, body: bulkBody },
  { deed: 'saved state', method: 'GET', path: '/__admin/state' },
  { deed: 'snapshot taken', method: 'POST', path: '/__admin/snapshots', body: () => ({ name: 'bench' }) },
  { deed: 'snapshot restored', method: 'POST', path: '/__admin/snapshots/bench/restore' },
  { deed: 'reset', method: 'POST', path: '/__admin/reset' },
  {
    deed: 'scenario loaded',
    method: 'POST',
    path: '/__admin/scenarios',
    body: () => scenarioOf(100_000, 100),
  },
]

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

/** Has each deed done while clients read lists, one search among them. */
export async function measureWaits(
  load: LoadGenerator,
  server: ServerProcess,
  requests: readonly MeasuredRequest[],
): Promise<Wait[]> {
  const reads = requests.filter(({ method }) => method === 'GET')
  const waits: Wait[] = []
  for (const { deed, method, path, body } of DEEDS) {
    const sent = await body?.(server)
    await server.usage('delay')
    const work = { done: false }
    const doing = send(server, method, path, sent).finally(() => (work.done = true))
    do for (const read of reads) await load.measure(server, read, HEADERS, 200)
    while (!work.done)
    await doing
    const { p99Milliseconds: p99, mostMilliseconds: most } = await server.usage('delay')
    waits.push({ deed, p99, most })
  }
  return waits
}

async function send({ port }: ServerProcess, method: string, path: string, sent: unknown): Promise<void> {
  const body = sent === undefined ? null : JSON.stringify(sent)
  const headers = { ...HEADERS, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
  // Read piece by piece and let go: what the client keeps of it is not what is measured.
  for await (const _ of answer.body ?? []) continue
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
}

import type { LoadGenerator } from './measure.ts'
import type { MeasuredRequest } from './operations.ts'
import { HEADERS } from './prepare.ts'
import type { ServerProcess } from './server-process.ts'

/** How late a process came to what was due while a deed was done, in milliseconds. */
export interface Wait {
  deed: string
  p99: number
  most: number
}

/** What of the admin API has to do with everything there is, in an order in which each finds what it needs. */
const DEEDS: readonly (readonly [deed: string, method: string, path: string])[] = [
  ['nothing else', 'GET', '/health'],
  ['coverage', 'GET', '/coverage'],
  ['list of all orders', 'GET', '/stores/bench/orders'],
  ['saved state', 'GET', '/state'],
  ['snapshot taken', 'POST', '/snapshots'],
  ['snapshot restored', 'POST', '/snapshots/bench/restore'],
  ['reset', 'POST', '/reset'],
]

/** Has each deed done while clients read lists, one search among them. */
export async function measureWaits(
  load: LoadGenerator,
  server: ServerProcess,
  requests: readonly MeasuredRequest[],
): Promise<Wait[]> {
  const reads = requests.filter(({ method }) => method === 'GET')
  const waits: Wait[] = []
  for (const [deed, method, path] of DEEDS) {
    await server.usage('delay')
    const work = { done: false }
    const doing = send(server, method, path).finally(() => (work.done = true))
    do for (const read of reads) await load.measure(server, read, HEADERS, 200)
    while (!work.done)
    await doing
    const { p99Milliseconds: p99, mostMilliseconds: most } = await server.usage('delay')
    waits.push({ deed, p99, most })
  }
  return waits
}

async function send({ port }: ServerProcess, method: string, path: string): Promise<void> {
  const body = path === '/snapshots' ? JSON.stringify({ name: 'bench' }) : null
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/__admin${path}`, { method, headers, body })
  // Read piece by piece and let go: what the client keeps of it is not what is measured.
  for await (const _ of answer.body ?? []) continue
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMock } from '../open-mock.ts'
import type { RecordedAnswer } from './bare.ts'
import type { MeasuredRequest } from './operations.ts'

const KEY = 'bench_key_of_the_only_store'
export const HEADERS = { 'x-auth-token': KEY }

/** The request whose first answer ends a start. */
export const LIST = { path: '/api/v1/external/invoices', headers: HEADERS }

/** Where data and recorded answers lie meanwhile. */
export const FOLDER = join('node_modules', '.cache', 'invoicing-kit-bench')

/** One store of that many invoices, and that many orders that have none yet. */
export const scenarioOf = (invoices: number, orders: number) => ({
  description: 'To be measured',
  stores: [{ name: 'bench', api_key: KEY, generate: { customers: 1000, orders, draft_orders: 0, invoices } }],
})

/** A data directory with a store of that many invoices, and that many orders that have none yet. */
export async function fill(invoices: number, orders: number): Promise<{ data: string; orderIds: number[] }> {
  const data = join(FOLDER, String(invoices))
  const mock = await openMock({ data, reset: true, scenario: scenarioOf(invoices, orders) })
  const orderIds = [...(mock.stores.byName('bench')?.orders.keys() ?? [])].slice(-orders)
  await mock.close()
  return { data, orderIds }
}

/** Has the mock give each answer once, and writes them down for servers that do nothing else than send them again. */
export async function record(server: { port: number }, requests: MeasuredRequest[]): Promise<string> {
  const answers: RecordedAnswer[] = []
  for (const { method, path, bodies } of requests) {
    const [body] = bodies.splice(0, 1)
    const sent = { method, headers: { ...HEADERS, 'content-type': 'application/json' }, body: body ?? null }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, sent)
    const [pathname = ''] = path.split('?')
    answers.push({
      method: method === 'GET' ? 'get' : 'post',
      path: pathname,
      status: answer.status,
      body: await answer.text(),
    })
  }
  // As in the mock, a literal path stands above one with a parameter.
  answers.sort((a, b) => Number(b.path.endsWith('/search')) - Number(a.path.endsWith('/search')))
  const file = join(FOLDER, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  return file
}

import { setTimeout as sleep } from 'node:timers/promises'
import { table } from '../../bench/table.ts'
import type { MockProcess } from '../cli-process.ts'
import { askForSettings, keyOf, saveScenario, startMock, whole, type Bench } from './prepare.ts'

const STORES = 10_000
const SERVED = 100

const memoryOf = async ({ admin_url }: MockProcess): Promise<number> => {
  const health: { memory_bytes: number } = JSON.parse(await (await fetch(`${admin_url}/health`)).text())
  return health.memory_bytes
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)

async function add({ admin_url }: MockProcess, store: number): Promise<void> {
  const body = JSON.stringify({ name: `store-${store}`, api_key: keyOf(store) })
  const answer = await fetch(`${admin_url}/stores`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (answer.status !== 201) throw new Error(`Store ${store} was not added: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** What a replica that serves some of many stores takes, beside one on a database that has only these. */
export async function measureStores(bench: Bench): Promise<string> {
  const rows: string[][] = []
  for (const stores of [SERVED, STORES]) {
    const database = await bench.postgres.newDatabase()
    const scenario = await saveScenario(bench, SERVED, {
      customers: 10,
      orders: 10,
      draft_orders: 0,
      invoices: 10,
    })
    const filling = await startMock('--database', database, '--scenario', scenario)
    const begun = performance.now()
    for (let from = SERVED; from < stores; from += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => add(filling, from + at)))
    const added = performance.now() - begun
    await filling.end('SIGTERM')
    const started = performance.now()
    const replica = await startMock('--database', database)
    const start = performance.now() - started
    const before = await memoryOf(replica)
    for (let store = 0; store < SERVED; store++) await askForSettings(replica, store)
    // What was read is garbage by then.
    await sleep(1000)
    const after = await memoryOf(replica)
    rows.push([
      `${whole(stores)} stores`,
      stores > SERVED ? (added / (stores - SERVED)).toFixed(1) : '',
      whole(start),
      megabytes(before),
      megabytes(after),
    ])
    await replica.end('SIGTERM')
  }
  return table(
    ['a database of', 'ms to add one', 'start, ms', 'MB at the start', `MB with ${SERVED} served`],
    rows,
  )
}

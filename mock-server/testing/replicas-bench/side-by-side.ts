import { LoadGenerator } from '../../bench/measure.ts'
import { table } from '../../bench/table.ts'
import type { MockProcess } from '../cli-process.ts'
import { creations, portOfMock, rate, saveScenario, startMock, whole, type Bench } from './prepare.ts'

const CREATES = 1000

/** Creations of one, two and three replicas at once, each in a store of its own. */
export async function measureReplicas(bench: Bench): Promise<string> {
  const most = 3
  const scenario = await saveScenario(bench, most, {
    customers: 100,
    orders: 5 * CREATES,
    draft_orders: 0,
    invoices: 10,
  })
  const database = await bench.postgres.newDatabase()
  const replicas: MockProcess[] = []
  for (let at = 0; at < most; at++)
    replicas.push(await startMock('--database', database, '--scenario', scenario))
  const loads = replicas.map(() => new LoadGenerator())
  const work = await Promise.all(replicas.map((replica, store) => creations(replica, store)))
  const rows: string[][] = []
  for (let count = 0; count <= most; count++) {
    const together = replicas.slice(0, Math.max(1, count))
    const begun = performance.now()
    await Promise.all(
      together.map((replica, store) => {
        const [load, requests] = [loads[store], work[store]]
        return load && requests && rate(load, portOfMock(replica), requests, CREATES, store)
      }),
    )
    const perSecond = (together.length * CREATES * 1000) / (performance.now() - begun)
    // The first round warms up.
    if (count > 0) rows.push([String(count), whole(perSecond)])
  }
  loads.forEach((load) => load.stop())
  await Promise.all(replicas.map((replica) => replica.end('SIGTERM')))
  return table(['replicas, each in a store of its own', 'creates a second, all together'], rows)
}

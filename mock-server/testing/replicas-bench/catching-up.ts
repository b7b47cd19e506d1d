import { table } from '../../bench/table.ts'
import {
  askForSettings,
  creations,
  portOfMock,
  rate,
  saveScenario,
  startMock,
  timed,
  whole,
  type Bench,
} from './prepare.ts'

const GROUPS = 10_000

/** How long a replica that knew a store takes to answer after others changed it so often, and one that is new. */
export async function measureCatchingUp(bench: Bench): Promise<string> {
  const scenario = await saveScenario(bench, 1, {
    customers: 10,
    orders: GROUPS + 500,
    draft_orders: 0,
    invoices: 10,
  })
  const database = await bench.postgres.newDatabase()
  const [writing, idle] = [
    await startMock('--database', database, '--scenario', scenario),
    await startMock('--database', database),
  ]
  await askForSettings(idle, 0)
  await rate(bench.load, portOfMock(writing), await creations(writing), GROUPS)
  const behind = await timed(() => askForSettings(idle, 0))
  const next = await timed(() => askForSettings(idle, 0))
  const fresh = await startMock('--database', database)
  const anew = await timed(() => askForSettings(fresh, 0))
  await Promise.all([writing, idle, fresh].map((replica) => replica.end('SIGTERM')))
  return table(
    [`after ${whole(GROUPS)} changes by another`, 'ms to the first answer'],
    [
      ['a replica that knew the store', whole(behind)],
      ['the same, asked again', next.toFixed(1)],
      ['a new replica', whole(anew)],
    ],
  )
}

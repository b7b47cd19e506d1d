import { join } from 'node:path'
import { CONNECTIONS, median, spread } from '../../bench/measure.ts'
import { table } from '../../bench/table.ts'
import { connectAll, insertAll, roundTrip, shareTrips } from './plain-insert.ts'
import {
  creations,
  LIST,
  portOfMock,
  rate,
  saveScenario,
  startAskingMock,
  startInsertServer,
  startMock,
  whole,
  writtenByOne,
  type Bench,
} from './prepare.ts'

export const ROUNDS = 5
const CREATES = 1000
const READS = 4000

const INSERTION = {
  name: 'insert',
  method: 'POST',
  path: '/',
  bodies: Array<string>(CREATES).fill('{}'),
} as const

/** What is measured in turn, and to which of the others it is compared. */
interface Row {
  readonly name: string
  readonly beside: string
  /** Requests or statements a second. */
  readonly measure: () => Promise<number>
}

/** Creates and lists of both engines, and plain inserts of the bytes that a creation writes. */
export async function measureRequests(bench: Bench): Promise<string> {
  const { postgres, load } = bench
  const scenario = await saveScenario(bench, 1, {
    customers: 100,
    orders: (ROUNDS + 2) * CREATES,
    draft_orders: 0,
    invoices: 1000,
  })
  const database = await postgres.newDatabase()
  const files = await startMock('--data', join(bench.folder, 'data'), '--scenario', scenario)
  const replica = await startMock('--database', database, '--scenario', scenario)
  const [ofFiles, ofReplica] = [await creations(files), await creations(replica)]
  await rate(load, portOfMock(replica), ofReplica, 100)
  const text = await writtenByOne(replica, database, ofReplica.bodies.pop() ?? '')
  const plain = await postgres.newDatabase()
  const clients = await connectAll(plain, CONNECTIONS)
  const inserts = await startInsertServer(bench, plain, text)
  const asking = await startAskingMock(bench, plain, scenario)
  const [insert, list] = ['plain INSERT, by the driver alone', 'list of 25, files']
  const [after, shared] = ['list of 25, files, after a shared question', 'list of 25, PostgreSQL']
  const rows: Row[] = [
    { name: insert, beside: insert, measure: () => insertAll(clients, CREATES, text) },
    {
      name: 'the same behind node:http',
      beside: insert,
      measure: () => rate(load, inserts.port, { ...INSERTION, bodies: [...INSERTION.bodies] }, CREATES),
    },
    { name: 'create, files', beside: insert, measure: () => rate(load, portOfMock(files), ofFiles, CREATES) },
    {
      name: 'create, PostgreSQL',
      beside: insert,
      measure: () => rate(load, portOfMock(replica), ofReplica, CREATES),
    },
    { name: list, beside: list, measure: () => rate(load, portOfMock(files), LIST, READS) },
    {
      name: 'a question of nothing, which all share',
      beside: list,
      measure: () => shareTrips(clients[0], CONNECTIONS, READS),
    },
    { name: after, beside: list, measure: () => rate(load, asking.port, LIST, READS) },
    { name: shared, beside: list, measure: () => rate(load, portOfMock(replica), LIST, READS) },
  ]
  const rates = await inTurn(rows)
  const ratios = times(rates, after, shared)
  const trip = await roundTrip(clients[0], 500)
  for (const server of [inserts, asking]) server.stop()
  await Promise.all([files.end('SIGTERM'), replica.end('SIGTERM'), ...clients.map((client) => client.end())])
  return [
    `A creation writes ${whole(Buffer.byteLength(text))} bytes; one that asks the database alone waits ${trip.toFixed(2)} ms for its answer.`,
    tableOf(rows, rates),
    `A list of a replica takes ${median(ratios).toFixed(2)} times what one by files takes after a shared question, in all rounds ${spread(ratios)}.`,
  ].join('\n\n')
}

/** By name, of each round. All are measured in each, so that what else the machine does meets them alike. */
type Rates = ReadonlyMap<string, readonly number[]>

async function inTurn(rows: readonly Row[]): Promise<Rates> {
  const seen = rows.map(({ name, measure }) => ({ name, measure, values: [] as number[] })) // none yet
  for (let round = 0; round <= ROUNDS; round++)
    for (const { measure, values } of seen) {
      const value = await measure()
      // The first round warms up.
      if (round > 0) values.push(value)
    }
  return new Map(seen.map(({ name, values }) => [name, values]))
}

const of = (rates: Rates, name: string): readonly number[] => rates.get(name) ?? []

/** How long one takes, in times of another, in each round. */
const times = (rates: Rates, other: string, one: string): number[] =>
  of(rates, other).map((value, round) => value / (of(rates, one)[round] ?? Number.NaN))

const msOf = (rates: readonly number[]): number => (CONNECTIONS / median([...rates])) * 1000

function tableOf(rows: readonly Row[], rates: Rates): string {
  const cells = rows.map(({ name, beside }) => {
    const own = of(rates, name)
    const each = times(rates, beside, name)
    return [name, whole(median([...own])), msOf(own).toFixed(2), median(each).toFixed(2), spread(each)]
  })
  return table([`${CONNECTIONS} at once`, 'a second', 'ms each', 'times', 'in all rounds'], cells)
}

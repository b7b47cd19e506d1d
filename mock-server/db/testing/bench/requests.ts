import { join } from 'node:path'
import { CONNECTIONS, median } from '../../../bench/measure.ts'
import { table } from '../../../bench/table.ts'
import { connectAll, insertAll, roundTrip } from './plain-insert.ts'
import {
  bytesOfGroup,
  creations,
  LIST,
  portOfMock,
  rate,
  saveScenario,
  startInsertServer,
  startMock,
  whole,
  type Bench,
} from './prepare.ts'

export const ROUNDS = 5
const CREATES = 1000
const READS = 4000

const at16 = (perSecond: number): string => ((CONNECTIONS / perSecond) * 1000).toFixed(2)

/** Creates and lists, of all servers in turn in each round, so that what else the machine does meets them alike. */
export async function measureRequests(bench: Bench): Promise<string> {
  const { postgres, load, folder } = bench
  const scenario = await saveScenario(bench, 1, {
    customers: 100,
    orders: (ROUNDS + 2) * CREATES,
    draft_orders: 0,
    invoices: 1000,
  })
  const database = await postgres.newDatabase()
  const files = await startMock('--data', join(folder, 'data'), '--scenario', scenario)
  const replica = await startMock('--database', database, '--scenario', scenario)
  const [ofFiles, ofReplica] = [await creations(files), await creations(replica)]
  await rate(load, portOfMock(replica), ofReplica, 100)
  const bytes = await bytesOfGroup(database)
  const plain = await postgres.newDatabase()
  const clients = await connectAll(plain, CONNECTIONS)
  const inserts = await startInsertServer(plain, bytes)
  const insertion = { name: 'insert', method: 'POST', path: '/', bodies: [] } as const
  const measures = {
    insert: () => insertAll(clients, CREATES, bytes),
    served: () =>
      rate(load, inserts.port, { ...insertion, bodies: Array<string>(CREATES).fill('{}') }, CREATES),
    filesCreate: () => rate(load, portOfMock(files), ofFiles, CREATES),
    create: () => rate(load, portOfMock(replica), ofReplica, CREATES),
    filesList: () => rate(load, portOfMock(files), LIST, READS),
    list: () => rate(load, portOfMock(replica), LIST, READS),
    trip: async () =>
      (await Promise.all(clients.slice(0, 1).map((client) => roundTrip(client, 500))))[0] ?? 0,
  }
  const names = ['insert', 'served', 'filesCreate', 'create', 'filesList', 'list', 'trip'] as const
  const seen = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of names) {
      const value = await measures[name]()
      // The first round warms up.
      if (round > 0) seen.get(name)?.push(value)
    }
  const of = (name: (typeof names)[number]) => median(seen.get(name) ?? [])
  inserts.stop()
  await Promise.all([files.end('SIGTERM'), replica.end('SIGTERM'), ...clients.map((client) => client.end())])
  const row = (name: string, key: (typeof names)[number], beside: (typeof names)[number]) => [
    name,
    whole(of(key)),
    at16(of(key)),
    (of(beside) / of(key)).toFixed(2),
  ]
  return [
    `A creation writes ${whole(bytes)} bytes; a round trip to the database takes ${of('trip').toFixed(2)} ms.`,
    table(
      ['16 at once', 'a second', 'ms each', 'times'],
      [
        row('plain INSERT of these bytes, by the driver alone', 'insert', 'insert'),
        row('the same behind node:http', 'served', 'insert'),
        row('create, files', 'filesCreate', 'insert'),
        row('create, PostgreSQL', 'create', 'insert'),
        row('list of 25, files', 'filesList', 'filesList'),
        row('list of 25, PostgreSQL', 'list', 'filesList'),
      ],
    ),
  ].join('\n\n')
}

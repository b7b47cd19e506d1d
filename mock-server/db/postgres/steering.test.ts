import { describe, expect, test } from 'vitest'
import { clientOf, type Heard } from '../../desk/testing/client.ts'
import { startMock, type StartedMock } from '../../index.ts'
import { noPostgres, sharedPostgres } from '../testing/postgres.ts'

const REPLICAS = 3
const ROUNDS = 3

/** What is asked of replicas, by the number of the round and of the replica that is asked first. */
type Deed = (round: number, replica: number) => readonly [method: string, path: string, body?: object]

const ownName = (round: number, replica: number) => `store-${replica}-${round}`

/** Each changes what the others change too, or takes it away. */
const DEEDS: readonly Deed[] = [
  (round, replica) => [
    'POST',
    '/stores',
    { name: ownName(round, replica), api_key: `key_of_store_${replica}_${round}_alone` },
  ],
  (round, replica) => ['PATCH', `/stores/${ownName(round, replica)}`, { plan: 'free' }],
  (round, replica) => ['DELETE', `/stores/${ownName(round - 2, replica)}`],
  () => ['POST', '/clock/advance', { ms: 1000 }],
  (round) => ['PATCH', '/dialect', { 'list.order': round % 2 ? 'newest_first' : 'oldest_first' }],
  () => ['POST', '/faults', { when: { operation: 'createInvoice' }, fault: { kind: 'hang' } }],
  () => ['DELETE', '/faults'],
  () => ['POST', '/snapshots', { name: 'all' }],
  () => ['POST', '/snapshots/all/restore'],
  () => ['POST', '/stores/small/orders', {}],
  () => ['POST', '/reset'],
]

/** Done, or refused as it would be by a single mock: another one added, dropped or took away before. */
const isRight = ({ status }: Heard): boolean => [200, 201, 204, 404, 409].includes(status)

/** What several say of the whole system at the same time, with nobody changing it. */
const seenBy = async (replica: StartedMock) => {
  const { admin } = clientOf(replica)
  const [stores, dialect, faults, snapshots] = await Promise.all(
    ['/stores', '/dialect', '/faults', '/snapshots'].map((path) => admin('GET', path)),
  )
  return [stores, dialect, faults, snapshots].map((heard) => heard?.body)
}

describe.skipIf(noPostgres)('replicas that are steered at the same time', () => {
  test('do what they are told, however much others change meanwhile, and are of one mind then', async () => {
    const database = await (await sharedPostgres()).newDatabase()
    const start = () => startMock({ database, scenario: 'small' })
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, start))
    const wrong: string[] = []
    const steer = async (replica: StartedMock, number: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const deeds = DEEDS.map((deed) => deed(round, number))
        // All of one replica at once, so that whatever meets whatever.
        const heard = await Promise.all(deeds.map((deed) => clientOf(replica).admin(...deed)))
        for (const [at, each] of heard.entries())
          if (!isRight(each))
            wrong.push(`${deeds[at]?.join(' ')}: ${each.status} ${JSON.stringify(each.body)}`)
      }
    }
    await Promise.all(replicas.map(steer))
    expect(wrong).toEqual([])
    const [first, ...others] = await Promise.all(replicas.map(seenBy))
    for (const other of others) expect(other).toEqual(first)
    await Promise.all(replicas.map((replica) => replica.close()))
  })

  test('are all started where each of them is to begin anew', async () => {
    const database = await (await sharedPostgres()).newDatabase()
    const start = () => startMock({ database, scenario: 'small', reset: true })
    await (await start()).close()
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, start))
    const [first, ...others] = await Promise.all(replicas.map(seenBy))
    for (const other of others) expect(other).toEqual(first)
    await Promise.all(replicas.map((replica) => replica.close()))
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { Faker } from '@faker-js/faker'
import { isSystemError } from '../../db/system-error.ts'
import { query, type PostgresServer } from '../../db/testing/postgres.ts'
import type { Replica } from './replicas.ts'

/** What can be broken, and chance, which follows from a seed. */
export interface Stage {
  readonly postgres: PostgresServer
  readonly replicas: readonly Replica[]
  readonly chance: Faker
}

/** Breaks something and heals it again; resolves when all is whole. */
export type Fault = (stage: Stage) => Promise<void>

/** Waits for a time up to this many milliseconds: the fault falls into another moment of what is under way each time. */
const aWhile = ({ chance }: Stage, most: number): Promise<void> => sleep(chance.number.int({ max: most }))

const some = ({ replicas, chance }: Stage): Replica => chance.helpers.arrayElement(replicas)

/** Nobody asks it while it does this, as a load balancer would see to it. */
async function out(replica: Replica, work: () => Promise<void>): Promise<void> {
  replica.isOut = true
  await work()
  replica.isOut = false
}

const CONNECTIONS = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"

/** Each on connections of replicas or one of them alone, by SQL. */
const backends = ({ postgres }: Stage, statement: string) => query(postgres.url('postgres'), statement)

/** What befalls a replica or its way to the database. */
export const REPLICA_FAULTS: Readonly<Record<string, Fault>> = {
  'a replica is killed': (stage) => {
    const victim = some(stage)
    return out(victim, () => victim.restart(() => aWhile(stage, 500)))
  },
  'a replica is killed while it is asked': async (stage) => some(stage).restart(),
  'a replica is paused': (stage) => {
    const victim = some(stage)
    return out(victim, async () => {
      victim.send('SIGSTOP')
      await aWhile(stage, 4000)
      victim.send('SIGCONT')
    })
  },
  'the wire of a replica is cut': async (stage) => {
    const { wire } = some(stage)
    wire.cut()
    await aWhile(stage, 2000)
    wire.mend()
  },
  'the wire of a replica hangs, and goes on': (stage) => {
    const victim = some(stage)
    return out(victim, async () => {
      victim.wire.hold()
      await aWhile(stage, 3000)
      victim.wire.mend()
    })
  },
  'the wire of a replica hangs, and is cut': (stage) => {
    const victim = some(stage)
    return out(victim, async () => {
      victim.wire.hold()
      await aWhile(stage, 2000)
      victim.wire.cut()
      victim.wire.mend()
    })
  },
}

/** It may just have ended, with the replica that it served. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ESRCH') throw error
  }
}

/** What befalls the database, and so all. */
export const DATABASE_FAULTS: Readonly<Record<string, Fault>> = {
  'a connection is ended by the server': async (stage) => {
    await backends(stage, `select pg_terminate_backend(pid) ${CONNECTIONS} order by random() limit 1`)
  },
  'all connections are ended by the server': async (stage) => {
    await backends(stage, `select pg_terminate_backend(pid) ${CONNECTIONS}`)
  },
  'a process of the server is killed': async (stage) => {
    const [row] = await backends(stage, `select pid ${CONNECTIONS} order by random() limit 1`)
    if (row) killIfThere(Number(row['pid']))
  },
  'the server is restarted': async (stage) => {
    await stage.postgres.stop('fast')
    await aWhile(stage, 1500)
    await stage.postgres.start()
  },
  'the server crashes': async (stage) => {
    await stage.postgres.stop('immediate')
    await aWhile(stage, 1500)
    await stage.postgres.start()
  },
  'all wires are cut': async (stage) => {
    for (const { wire } of stage.replicas) wire.cut()
    await aWhile(stage, 2000)
    for (const { wire } of stage.replicas) wire.mend()
  },
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededFaker } from '../../../fixtures/seeded-faker.ts'
import { startPostgres, type PostgresServer } from '../../db/testing/postgres.ts'
import { DATABASE_FAULTS, REPLICA_FAULTS, type Fault, type Stage } from './faults.ts'
import { startReplicas, type Replica } from './replicas.ts'
import { Shop } from './shop.ts'
import { CustomerWriter, InvoiceWriter, SettingsWriter, type Tell, type Writer } from './writers.ts'
import { WorkingWriter } from './working-writer.ts'

const REPLICAS = 3

/** What is to be broken. */
export interface Plan {
  readonly faults: number
  /** How often each client is served at least before the first; once when left out. */
  readonly rounds?: number
  /** Milliseconds that each client waits after a write; none when left out. */
  readonly pause_ms?: number
  /** Plays only those with this in their names, one at a time. */
  readonly only?: string
  /** Told of each fault before it is played, and of what was acknowledged so far. */
  readonly onFault?: (name: string, acknowledged: number) => void
}

export interface TrialOptions extends Plan {
  /** The same makes the same faults in the same order; when they fall is chance all the same. */
  readonly seed: number
}

export interface TrialResult {
  /** What should not have been, a sentence each; none if every promise was kept. */
  readonly findings: readonly string[]
  readonly acknowledged: number
  /** Writes of which the client does not know. */
  readonly unknown: number
}

/**
 * Lets 16 clients write through three replicas, breaks things meanwhile, and looks for all that was acknowledged. Never
 * resolves where a client is not served again after everything is whole.
 */
export async function crashReplicas({ seed, ...plan }: TrialOptions): Promise<TrialResult> {
  const postgres = await startPostgres()
  const scenario = await saveShops(postgres)
  const replicas = await startReplicas(postgres, REPLICAS, ['--scenario', scenario])
  try {
    return await writeMeanwhile({ postgres, replicas, chance: seededFaker(seed) }, plan)
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()))
    await postgres.close()
  }
}

/** Saves the scenario with the clients' stores beside the server's data, and so for as long as that; its path. */
export async function saveShops({ directory }: PostgresServer): Promise<string> {
  const path = join(directory, 'shops.json')
  await writeFile(path, JSON.stringify(SHOPS))
  return path
}

/** Lets the clients write through the replicas of a stage while faults are played on it, and looks what is there. */
export async function writeMeanwhile(stage: Stage, plan: Plan): Promise<TrialResult> {
  const findings = new Set<string>()
  const { rounds = 1, pause_ms = 0 } = plan
  const working = writersOf(stage.replicas, (finding) => findings.add(finding)).map(
    (writer) => new WorkingWriter(writer, pause_ms),
  )
  const ended = working.map((each) => each.run())
  for (let round = 0; round < rounds; round++) await served(working)
  for (const fault of drawn(stage, plan)) {
    plan.onFault?.(fault.map(([name]) => name).join(', and '), sum(working, 'acknowledged'))
    await Promise.all(fault.map(([, play]) => play(stage)))
    await served(working)
  }
  for (const each of working) each.end()
  await Promise.all(ended)
  await auditAll(stage.replicas, working)
  // None remembers anything: what they show now is what the database has.
  await Promise.all(stage.replicas.map((replica) => replica.restart()))
  await auditAll(stage.replicas, working)
  const [acknowledged, unknown] = [sum(working, 'acknowledged'), sum(working, 'unknown')]
  return { findings: [...findings], acknowledged, unknown }
}

const SHOPS = {
  description: 'Stores that clients write to while replicas and their database are broken.',
  stores: [0, 1, 2, 3].map((at) => ({ name: `shop-${at}`, api_key: `crash_test_key_of_shop_${at}` })),
}

const writersOf = (replicas: readonly Replica[], tell: Tell): Writer[] =>
  SHOPS.stores.flatMap(({ name, api_key }) => {
    const shop = new Shop(name, api_key, replicas)
    return [
      new CustomerWriter(`${name}-one`, shop, tell),
      new CustomerWriter(`${name}-two`, shop, tell),
      new InvoiceWriter(`${name}-invoices`, shop, tell),
      new SettingsWriter(`${name}-settings`, shop, tell),
    ]
  })

/** So many faults, one or two at a time: what befalls a replica, what befalls the database, or both. */
function* drawn({ chance }: Stage, { faults, only = '' }: Plan): Generator<[string, Fault][]> {
  const tables = [REPLICA_FAULTS, DATABASE_FAULTS]
    .map((table) => Object.entries(table).filter(([name]) => name.includes(only)))
    .filter((rows) => rows.length > 0)
  for (let left = faults; left > 0;) {
    const some = chance.helpers.arrayElements(tables, { min: 1, max: Math.min(left, tables.length) })
    left -= some.length
    yield some.map((rows) => chance.helpers.arrayElement(rows))
  }
}

/** Resolves when a write of each was acknowledged, from now on. */
const served = (working: readonly WorkingWriter[]) => Promise.all(working.map((each) => each.isServed()))

async function auditAll(replicas: readonly Replica[], working: readonly WorkingWriter[]): Promise<void> {
  for (const replica of replicas) for (const { writer } of working) await writer.audit(replica)
}

const sum = (working: readonly WorkingWriter[], what: 'acknowledged' | 'unknown'): number =>
  working.reduce((all, each) => all + each[what], 0)

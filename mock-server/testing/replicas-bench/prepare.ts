import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadGenerator } from '../../bench/measure.ts'
import type { MeasuredRequest } from '../../bench/operations.ts'
import { startMockProcess, type MockProcess } from '../cli-process.ts'
import { query, type PostgresServer } from '../../db/testing/postgres.ts'

/** What is measured, with what goes when it is over. */
export interface Bench {
  readonly postgres: PostgresServer
  readonly load: LoadGenerator
  /** For scenarios and data. */
  readonly folder: string
}

/** All of one length, as none may be the beginning of another. */
export const keyOf = (store: number): string => `bench_key_of_store_${String(store).padStart(5, '0')}`

/** Saves a scenario of so many stores with these contents; its path. */
export async function saveScenario({ folder }: Bench, stores: number, generate: object): Promise<string> {
  const path = join(folder, `${stores}-${Object.values(generate).join('-')}.json`)
  const all = Array.from({ length: stores }, (_, at) => ({
    name: `store-${at}`,
    api_key: keyOf(at),
    generate,
  }))
  await writeFile(path, JSON.stringify({ description: 'To be measured', stores: all }))
  return path
}

/** Ends with this process at the latest, unless that is killed by SIGKILL. */
function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** Has SIGINT and SIGTERM end this process as its own end does. */
export function exitBySignals(): void {
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** Starts the compiled mock as it is started for people. */
export async function startMock(...args: string[]): Promise<MockProcess> {
  const mock = await startMockProcess(args)
  endWithUs(mock.child)
  return mock
}

/** Starts a server that says on which port it listens. */
async function startServer(script: URL, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { port: Number(port), stop: () => child.kill() }
}

/** Starts the server that inserts this text at each request. */
export async function startInsertServer({ folder }: Bench, database: string, text: string) {
  const file = join(folder, 'inserted.txt')
  await writeFile(file, text)
  return startServer(new URL('insert-server.ts', import.meta.url), database, file)
}

/** Starts the mock by files that answers each request once a question of nothing is answered. */
export const startAskingMock = ({ folder }: Bench, database: string, scenario: string) =>
  startServer(new URL('asking-mock.ts', import.meta.url), database, join(folder, 'asking'), scenario)

/** A folder that goes when this process ends. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const portOfMock = ({ base_url }: MockProcess): number => Number(new URL(base_url).port)

/** What is measured here is time. */
const NOTHING = { cpuMicroseconds: 0, rssBytes: 0, heapBytes: 0, p99Milliseconds: 0, mostMilliseconds: 0 }

/** Requests a second, and of the store with this number. */
export async function rate(
  load: LoadGenerator,
  port: number,
  request: MeasuredRequest,
  requests: number,
  store = 0,
): Promise<number> {
  const unmetered = { port, usage: async () => NOTHING }
  return (await load.measure(unmetered, request, { 'x-auth-token': keyOf(store) }, requests)).perSecond
}

/** Creations, one for each order of the store that has no invoice. */
export async function creations({ admin_url }: MockProcess, store = 0): Promise<MeasuredRequest> {
  const { stores }: { stores: { name: string; order_ids: number[] }[] } = JSON.parse(
    await (await fetch(`${admin_url}/stores`)).text(),
  )
  const ids = stores.find(({ name }) => name === `store-${store}`)?.order_ids ?? []
  const bodies = ids.map((order_id) => JSON.stringify({ order_id }))
  return { name: 'create', method: 'POST', path: '/api/v1/external/invoices', bodies }
}

export const LIST: MeasuredRequest = {
  name: 'list of 25',
  method: 'GET',
  path: '/api/v1/external/invoices',
  bodies: [],
}

/**
 * What a creation writes, of those that come one by one: the text itself, as how well it can be compressed is a part of what writing costs.
 * Those that come together share a group.
 */
export async function writtenByOne(replica: MockProcess, database: string, body: string): Promise<string> {
  const headers = { 'x-auth-token': keyOf(0), 'content-type': 'application/json' }
  const answer = await fetch(`${replica.base_url}/invoices`, { method: 'POST', headers, body })
  if (answer.status !== 201)
    throw new Error(`A creation was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  const [row] = await query(
    database,
    `select j.body from invoicing_kit.journal j join invoicing_kit.logs l on l.id = j.log and l.head = j.seq
     where l.store <> 0 order by j.seq desc limit 1`,
  )
  return String(row?.['body'])
}

/** Asks for the settings of a store. */
export const askForSettings = async ({ base_url }: MockProcess, store: number): Promise<void> => {
  const answer = await fetch(`${base_url}/settings`, { headers: { 'x-auth-token': keyOf(store) } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`Store ${store} was answered ${answer.status}`)
}

/** Milliseconds that it takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

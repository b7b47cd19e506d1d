import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LoadGenerator, median, spread } from '../measure.ts'
import { measuredRequests, type MeasuredRequest } from '../operations.ts'
import { fill, FOLDER, HEADERS, LIST, record } from '../prepare.ts'
import { startBare, startMock, type ServerProcess } from '../server-process.ts'
import { table } from '../table.ts'
import { startPeer, versionOf } from './peer-process.ts'
import { INVOICES, PEERS, type Peer } from './peers.ts'

/** Of `npm run bench -- --peers`: prints what mocks of others cost beside a bare Express app, those that are installed. */
const ROUNDS = 5
/** Requests before the first round: what is not compiled takes twice as long. */
const WARM_UP = { creates: 3000, others: 5000 }
/** Requests of a round: some take milliseconds for each that writes. */
const IN_A_ROUND = { creates: 300, others: 1000 }
/** As many as will be made into invoices of the mock, and more. */
const ORDERS = WARM_UP.creates + (ROUNDS + 4) * IN_A_ROUND.creates

interface Measured {
  name: string
  /** It takes longer for each create that it was sent before, so that it is sent few. */
  isSlowedByCreates: boolean
  server: Pick<ServerProcess, 'port' | 'usage' | 'stop'>
  requests: MeasuredRequest[]
}

function requestsOf({ isSlowedByCreates }: Measured, { name }: MeasuredRequest, round: number): number {
  const { creates, others } = round === 0 ? WARM_UP : IN_A_ROUND
  if (name !== 'create') return others
  return isSlowedByCreates ? IN_A_ROUND.creates : creates
}

async function started(peer: Peer, answersFile: string, requests: MeasuredRequest[]): Promise<Measured> {
  const folder = join(FOLDER, peer.command)
  mkdirSync(folder, { recursive: true })
  const argsFor = peer.prepare(folder, JSON.parse(readFileSync(answersFile, 'utf8')))
  const own = requests.map((one) => ({ ...one, path: peer.pathOf(one), bodies: [...one.bodies] }))
  const server = await startPeer(peer, argsFor, { path: own[0]?.path ?? '/', headers: HEADERS })
  const { isSlowedByCreates } = peer
  return { name: `${peer.name} ${versionOf(peer)}`, isSlowedByCreates, server, requests: own }
}

/** By server and request, the CPU of each round in microseconds; all in turn, so that what else the machine does meets them alike. */
async function measureAll(load: LoadGenerator, servers: readonly Measured[]): Promise<number[][][]> {
  const times = servers.map(({ requests }) => requests.map((): number[] => []))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, measured] of servers.entries())
      for (const [which, request] of measured.requests.entries()) {
        const count = requestsOf(measured, request, round)
        const { cpuMicroseconds } = await load.measure(measured.server, request, HEADERS, count)
        // The first round warms up.
        if (round > 0) times[at]?.[which]?.push(cpuMicroseconds)
      }
  return times
}

function cell(times: readonly number[], bare: readonly number[]): string {
  const ratios = times.map((time, round) => time / (bare[round] ?? Number.NaN))
  return `${median(ratios).toFixed(2)} (${spread(ratios)})`
}

async function main(): Promise<void> {
  const installed = PEERS.filter((peer) => versionOf(peer) !== undefined)
  if (installed.length === 0) {
    const commands = PEERS.map(({ command }) => command).join(', ')
    console.error(`--peers: none of ${commands} is a command here; install one.`)
    process.exit(2)
  }
  mkdirSync(FOLDER, { recursive: true })
  const load = new LoadGenerator()
  const servers: Measured[] = []
  try {
    const { data, orderIds } = await fill(INVOICES, ORDERS)
    const mock = await startMock(data, LIST)
    const requests = await measuredRequests(mock.port, HEADERS, orderIds)
    const answersFile = await record(mock, requests)
    const copy = requests.map((one) => ({ ...one, bodies: [...one.bodies] }))
    servers.push({
      name: 'bare Express',
      isSlowedByCreates: false,
      server: await startBare(answersFile, LIST),
      requests: copy,
    })
    servers.push({ name: 'invoicing-kit', isSlowedByCreates: false, server: mock, requests })
    for (const peer of installed) servers.push(await started(peer, answersFile, requests))
    const [bare = [], ...others] = await measureAll(load, servers)
    const rows = others.map((times, at) => [
      servers[at + 1]?.name ?? '',
      ...times.map((own, which) => cell(own, bare[which] ?? [])),
    ])
    console.log(table(['multiple of bare Express', ...requests.map(({ name }) => name)], rows))
  } finally {
    load.stop()
    await Promise.all(servers.map(({ server }) => server.stop()))
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

await main()

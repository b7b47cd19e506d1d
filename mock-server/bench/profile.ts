import { mkdirSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { startMock } from '../index.ts'
import { LoadGenerator, median, type Cost } from './measure.ts'
import { measuredRequests, type MeasuredRequest } from './operations.ts'
import { fill, FOLDER, HEADERS, LIST, record } from './prepare.ts'
import { startBare, startFloor, type ServerProcess } from './server-process.ts'
import { sharesOf, STAGE_NAMES } from './stages.ts'
import { table } from './table.ts'

/** `npm run profile`: where the CPU of a request goes, from socket to socket, beside bare Express and `node:http`. */
const ROUNDS = 5
const INVOICES = 1000

/** Of a round, and of what warms up before the first: what is not compiled takes twice as long. */
const requestsOf = ({ name }: MeasuredRequest): number => (name === 'create' ? 1000 : 3000)
const WARM_UP = 3000

type Usage = Pick<ServerProcess, 'port' | 'usage'>

/** The mock in this process, where it can be profiled. */
const inThisProcess = (port: number): Usage => ({
  port,
  usage: async () => {
    const { user, system } = process.cpuUsage()
    const others = { rssBytes: 0, heapBytes: 0, p99Milliseconds: 0, mostMilliseconds: 0 }
    return { cpuMicroseconds: user + system, ...others }
  },
})

async function profiled(work: () => Promise<unknown>) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return sharesOf(profile)
}

const middle = (costs: readonly Cost[]): number => median(costs.map(({ cpuMicroseconds }) => cpuMicroseconds))

/** A column of the table: what each stage takes, what all of it takes, and what the others take. */
async function column(
  load: LoadGenerator,
  request: MeasuredRequest,
  mock: Usage,
  others: readonly Usage[],
): Promise<string[]> {
  const ask = (server: Usage, requests = requestsOf(request)) =>
    load.measure(server, request, HEADERS, requests)
  for (const server of [mock, ...others]) await ask(server, WARM_UP)
  const costs: Cost[][] = [mock, ...others].map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, server] of [mock, ...others].entries()) costs[at]?.push(await ask(server))
  const shares = await profiled(() => ask(mock))
  const [whole = Number.NaN, ...beside] = costs.map(middle)
  return [...STAGE_NAMES.map((name) => shares[name] * whole), whole, ...beside].map((us) => us.toFixed(0))
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const load = new LoadGenerator()
  const { data, orderIds } = await fill(INVOICES, 3 * WARM_UP + (3 * ROUNDS + 2) * 1000)
  const mock = await startMock({ data })
  try {
    const port = Number(new URL(mock.base_url).port)
    const requests = await measuredRequests(port, HEADERS, orderIds)
    const answers = await record({ port }, requests)
    const others = [await startBare(answers, LIST), await startFloor(answers, LIST)]
    const columns: string[][] = []
    for (const request of requests) columns.push(await column(load, request, inThisProcess(port), others))
    const rows = [...STAGE_NAMES, 'total', 'bare Express', 'bare node:http']
    const lines = rows.map((name, at) => [name, ...columns.map((cells) => cells[at] ?? '')])
    console.log(table(['µs CPU', ...requests.map(({ name }) => name)], lines))
    await Promise.all(others.map((other) => other.stop()))
  } finally {
    await mock.close()
    load.stop()
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

await main()

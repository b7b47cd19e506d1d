import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openMock } from '../open-mock.ts'
import { measureBeside } from './beside.ts'
import { measureInProcess } from './in-process.ts'
import { measureLarge } from './large.ts'
import { LoadGenerator, median, medianCost, type Cost } from './measure.ts'
import { measuredRequests, type MeasuredRequest } from './operations.ts'
import { fill, FOLDER, HEADERS, LIST, record } from './prepare.ts'
import { report, type SizeResult, type StartTimes } from './report.ts'
import { measureSnapshots } from './snapshots.ts'
import { measureWaits } from './waits.ts'
import { startBare, startFresh, startMock, type Probe, type ServerProcess } from './server-process.ts'

/** Of `npm run bench`: what the mock costs beside a bare Express app that sends the same bytes, told to whoever forked this. */
const SIZES = [1000, 10_000, 100_000]
const ROUNDS = 5
/** As many as will be made into invoices, and more. */
const ORDERS = (ROUNDS + 4) * 1000

/** Requests of one round; fewer of those that write, once they have warmed up: what is not compiled takes twice as long. */
function requestsOf({ name }: MeasuredRequest, round: number): number {
  if (name !== 'create') return 5000
  return round === 0 ? 3000 : 1000
}

/** Costs of each request, of all servers in turn, so that what else the machine does meets them alike. */
async function measureAll(
  load: LoadGenerator,
  servers: { server: ServerProcess; requests: MeasuredRequest[] }[],
): Promise<Cost[][][]> {
  const costs = servers.map(({ requests }) => requests.map((): Cost[] => []))
  for (let round = 0; round <= ROUNDS; round++)
    for (const [operation] of (servers[0]?.requests ?? []).entries())
      for (const [at, { server, requests }] of servers.entries()) {
        const request = requests[operation]
        if (!request) continue
        const cost = await load.measure(server, request, HEADERS, requestsOf(request, round))
        // The first round warms up.
        if (round > 0) costs[at]?.[operation]?.push(cost)
      }
  return costs
}

/** By operation: the CPU of the one to that of the other, round by round. */
const ratiosOf = (ours: Cost[][], theirs: Cost[][]): number[][] =>
  ours.map((rounds, operation) =>
    rounds.map(
      ({ cpuMicroseconds }, round) =>
        cpuMicroseconds / (theirs[operation]?.[round]?.cpuMicroseconds ?? Number.NaN),
    ),
  )

const copyOf = (requests: MeasuredRequest[]) => requests.map((one) => ({ ...one, bodies: [...one.bodies] }))

async function measureSize(load: LoadGenerator, invoices: number): Promise<SizeResult> {
  const { data, orderIds } = await fill(invoices, ORDERS)
  const unjournaledData = `${data}-unjournaled`
  cpSync(data, unjournaledData, { recursive: true })
  const mock = await startMock(data, LIST)
  const unjournaled = await startMock(unjournaledData, LIST, ['--journal', '0'])
  const memory = [await mock.usage('memory')]
  const requests = await measuredRequests(mock.port, HEADERS, orderIds)
  const bare = await startBare(await record(mock, requests), LIST)
  const servers = [
    { server: bare, requests: copyOf(requests) },
    { server: unjournaled, requests: copyOf(requests) },
    { server: mock, requests },
  ]
  const rounds = await measureAll(load, servers)
  const [bareCosts = [], unjournaledCosts = [], mockCosts = []] = rounds.map((each) => each.map(medianCost))
  memory.push(await mock.usage('memory'))
  for (const list of requests.slice(0, 1)) await load.measure(mock, list, HEADERS, 40_000)
  memory.push(await mock.usage('memory'))
  const waits = invoices === Math.max(...SIZES) ? await measureWaits(load, mock, requests, data) : []
  await Promise.all([mock.stop(), unjournaled.stop(), bare.stop()])
  const ratios = ratiosOf(rounds[2] ?? [], rounds[0] ?? [])
  const costs = { bare: bareCosts, mock: mockCosts, unjournaled: unjournaledCosts }
  return { invoices, requests, ...costs, ratios, memory, waits }
}

/** Milliseconds from asking for the newest invoice's document to its last byte; asked when the start is over. */
async function measureFirstPdf(port: number, { headers }: Probe): Promise<number> {
  const get = (url: string) => fetch(url, { headers })
  const invoices = `http://127.0.0.1:${port}${LIST.path}`
  const listed: { invoices: { slug: string }[] } = JSON.parse(
    await (await get(`${invoices}?per_page=1`)).text(),
  )
  await setTimeout(500)
  const begun = performance.now()
  const pdf = await get(`${invoices}/${listed.invoices[0]?.slug}/pdf`)
  const { invoice }: { invoice: { pdf_url: string } } = JSON.parse(await pdf.text())
  const document = await (await get(invoice.pdf_url)).arrayBuffer()
  if (document.byteLength < 1000) throw new Error('The first PDF is none')
  return performance.now() - begun
}

/** Milliseconds from the start of the process to its first answer: bare Express, the mock with data, and with fresh data, in turn. */
async function measureStart(): Promise<StartTimes> {
  const data = join(FOLDER, 'default')
  await (await openMock({ data, reset: true })).close()
  const probe = { ...LIST, headers: { 'x-auth-token': 'test_key_rich_store' } }
  const times: Record<keyof StartTimes, number[]> = {
    bare: [],
    mock: [],
    fresh: [],
    firstPdf: [],
    beside: [],
  }
  for (let round = 0; round < 9; round++) {
    const bare = await startBare(join(FOLDER, 'answers.json'), probe)
    const fresh = await startFresh(probe)
    await fresh.stop()
    const mock = await startMock(data, probe)
    times.fresh.push(fresh.startMilliseconds)
    times.bare.push(bare.startMilliseconds)
    times.mock.push(mock.startMilliseconds)
    times.firstPdf.push(await measureFirstPdf(mock.port, probe))
    await Promise.all([bare.stop(), mock.stop()])
  }
  // It leaves an invoice of 5,000 lines behind, which would be the newest, and so the first to be drawn.
  for (let round = 0; round < 3; round++) {
    const mock = await startMock(data, probe)
    times.beside.push(await measureBeside(mock.port, probe))
    await mock.stop()
  }
  return {
    bare: median(times.bare),
    mock: median(times.mock),
    fresh: median(times.fresh),
    firstPdf: median(times.firstPdf),
    beside: median(times.beside),
  }
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  const load = new LoadGenerator()
  try {
    const results: SizeResult[] = []
    for (const size of SIZES) {
      console.error(`A store of ${size} invoices …`)
      results.push(await measureSize(load, size))
    }
    console.error('Starts …')
    const start = await measureStart()
    console.error('Snapshots …')
    const snapshots = await measureSnapshots((await fill(10_000, ORDERS)).data)
    console.error('Large …')
    const large = await measureLarge()
    console.error('In a process of tests …')
    const inProcess = await measureInProcess()
    process.send?.(report({ results, start, snapshots, large, inProcess, rounds: ROUNDS }))
  } finally {
    load.stop()
    rmSync(FOLDER, { recursive: true, force: true })
  }
}

await main()

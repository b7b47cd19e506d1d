import { execFileSync, fork, spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseTarget, run } from './conformance/index.ts'
import { measureCost } from './conformance/proof/traffic/cost.ts'
import { median, spread } from './mock-server/bench/measure.ts'
import { page } from './mock-server/bench/page.ts'
import type { Report } from './mock-server/bench/report.ts'
import { measureServed, type ServedBy } from './mock-server/bench/served.ts'
import { table } from './mock-server/bench/table.ts'
import { measureDocuments, type DocumentRates } from './mock-server/documents/bench.ts'
import { script } from './schemas/testing/script.ts'

const { database, peers, ratios } = script(
  'bench',
  'what does the mock cost beside bare Express, documents beside pdfkit, the proxy beside a bare one? Writes BENCHMARKS.md',
)
  .option('--ratios <file>', 'write the ratios that CI keeps, as JSON')
  .option('--peers', 'those of json-server, Prism and WireMock that are installed, too', false)
  .option('--database', 'replicas on PostgreSQL instead, beside plain inserts', false)
  .parse()
  .opts<{ database: boolean; peers: boolean; ratios?: string }>()

/** What mocks of others cost when they were measured last: not everybody has them. */
const PEERS = 'mock-server/bench/peers.md'

if (peers) measurePeers()
await (database ? measureDatabase() : measureAll(ratios))

/** @param file where the ratios are written to */
async function measureAll(file: string | undefined): Promise<void> {
  const mock = await measureMock()
  console.error('A profile …')
  const profile = execFileSync(process.execPath, ['dist/mock-server/bench/profile.js'], {
    encoding: 'utf8',
  }).trim()
  console.error('Documents …')
  const documents = documentTable([...(await measureDocuments()), await withMock(measureServed)])
  console.error('The proxy …')
  const proxy = await measureProxy()
  console.error('The suite …')
  const suite = await measureSuite()
  const experiments = readFileSync('mock-server/bench/experiments.md', 'utf8')
  const text = page({
    mock,
    profile,
    documents,
    proxy,
    suite,
    peers: readFileSync(PEERS, 'utf8'),
    experiments,
  })
  writeFileSync('BENCHMARKS.md', text)
  if (file !== undefined) writeFileSync(file, JSON.stringify(mock.ratios))
  console.log(text)
}

function measurePeers(): void {
  console.error('Mocks of others …')
  const { status, stdout } = spawnSync(process.execPath, ['dist/mock-server/bench/peers/main.js'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(PEERS, stdout)
}

/** In a process of its own, compiled, as all that it starts. */
async function measureMock(): Promise<Report> {
  const child = fork('dist/mock-server/bench/main.js', { execArgv: [] })
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The bench of the mock ended with ${code}`)),
  )
  const [report] = await Promise.race([once(child, 'message'), ended])
  await ended.catch(() => {})
  return report
}

function documentTable(measured: readonly DocumentRates[]): string {
  const rows = measured.map(({ documents, rounds }) => {
    const each = rounds.map(({ perSecond, plainPerSecond }) => perSecond / plainPerSecond)
    return [
      documents,
      median(rounds.map(({ plainPerSecond }) => plainPerSecond)).toFixed(1),
      median(rounds.map(({ perSecond }) => perSecond)).toFixed(1),
      median(each).toFixed(2),
      spread(each),
    ]
  })
  return table(['documents per second', 'pdfkit', 'kit', 'ratio', 'range'], rows)
}

/** Replicas of what was just built. */
async function measureDatabase(): Promise<void> {
  process.env['INVOICING_KIT_BUILT'] = '1'
  await import('./mock-server/testing/replicas-bench/bench-database.ts')
}

/** What `conformance proxy --quiet` takes beside a proxy of `node:http` that only passes on. */
async function measureProxy(): Promise<string> {
  const rows: string[][] = []
  for await (const { load, bare_us, judging_us, ratio, rss } of measureCost()) {
    const numbers = [bare_us.toFixed(0), judging_us.toFixed(0), ratio.toFixed(2), (rss / 2 ** 20).toFixed(0)]
    rows.push([load, ...numbers])
  }
  return table(['answers', 'bare, µs CPU', 'judging, µs CPU', 'ratio', 'MB'], rows)
}

/** The whole suite on a compiled mock; waiting for rate limits to end is left out. */
async function measureSuite(): Promise<string> {
  const { requests, duration_ms, waited_ms, verdicts } = await withMock(async (target) => {
    const { rate_limited_api_key: _, ...file } = target
    return run(parseTarget(file), { seed: 1 })
  })
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass').length
  const seconds = duration_ms / 1000
  const share = Math.round((1 - waited_ms / duration_ms) * 100)
  return table(
    ['permissions and runs', 'requests', 'seconds', 'requests/s', 'clauses passed', 'time without waiting'],
    [
      [
        'all permissions, default runs',
        String(requests),
        seconds.toFixed(1),
        String(Math.round(requests / seconds)),
        String(passed),
        `${share} %`,
      ],
    ],
  )
}

/** A compiled mock in a process of its own, as long as it is used. */
async function withMock<Result>(use: (target: MockTarget) => Promise<Result>): Promise<Result> {
  const mock = spawn(process.execPath, ['dist/cli.js', 'mock', '--memory', '--json', '--port', '0'])
  try {
    return await use(await targetOf(mock))
  } finally {
    mock.kill('SIGTERM')
  }
}

/** A target file, as far as it is read here. */
interface MockTarget extends ServedBy {
  rate_limited_api_key?: string
}

async function targetOf(mock: ChildProcessWithoutNullStreams): Promise<MockTarget> {
  const [line] = await once(createInterface(mock.stdout), 'line')
  const { admin_url }: { admin_url: string } = JSON.parse(line)
  return JSON.parse(await (await fetch(`${admin_url}/target`)).text())
}

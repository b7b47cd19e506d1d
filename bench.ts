import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { parseTarget, run } from './conformance/index.ts'
import { measureCost } from './conformance/proof/traffic/cost.ts'
import { measureDocuments } from './mock-server/documents/bench.ts'

// npm run bench: the mock beside bare Express, documents beside bare pdfkit, the proxy beside a bare one, and the suite's own share
// of a run. With `-- --database` replicas on PostgreSQL instead, beside plain inserts.

await (process.argv.includes('--database') ? measureDatabase() : measureAll())

async function measureAll(): Promise<void> {
  execFileSync(process.execPath, ['dist/mock-server/bench/main.js'], { stdio: 'inherit' })
  console.log()
  await measureDocuments((line) => console.log(line))
  console.log()
  await measureProxy()
  console.log()
  await measureSuite()
}

/** Replicas of what was just built. */
async function measureDatabase(): Promise<void> {
  process.env['INVOICING_KIT_BUILT'] = '1'
  await import('./mock-server/testing/replicas-bench/bench-database.ts')
}

/** What `conformance proxy --quiet` takes beside a proxy of `node:http` that only passes on. */
async function measureProxy(): Promise<void> {
  console.log('| proxy, answers are | bare, µs CPU | judging, µs CPU | ratio | MB |')
  console.log('| ------------------ | -----------: | --------------: | ----: | -: |')
  for await (const { load, bare_us, judging_us, ratio, rss } of measureCost()) {
    const numbers = [bare_us.toFixed(0), judging_us.toFixed(0), ratio.toFixed(2), (rss / 2 ** 20).toFixed(0)]
    console.log(`| ${load} | ${numbers.join(' | ')} |`)
  }
}

/** The whole suite on a compiled mock in a process of its own; waiting for rate limits to end is left out. */
async function measureSuite(): Promise<void> {
  const mock = spawn(process.execPath, ['dist/cli.js', 'mock', '--memory', '--json', '--port', '0'])
  try {
    const { rate_limited_api_key: _, ...file } = await targetOf(mock)
    const { requests, duration_ms, waited_ms, verdicts } = await run(parseTarget(file), { seed: 1 })
    const passed = verdicts.filter(({ outcome }) => outcome === 'pass').length
    console.log(
      '| suite, all permissions | requests | seconds | requests/s | clauses passed | our share of the time |',
    )
    console.log(
      '| ---------------------- | -------: | ------: | ---------: | -------------: | --------------------: |',
    )
    const seconds = duration_ms / 1000
    const share = Math.round((1 - waited_ms / duration_ms) * 100)
    console.log(
      `| default runs | ${requests} | ${seconds.toFixed(1)} | ${Math.round(requests / seconds)} | ${passed} | ${share} % |`,
    )
  } finally {
    mock.kill('SIGTERM')
  }
}

async function targetOf(mock: ChildProcessWithoutNullStreams): Promise<Record<string, unknown>> {
  const [line] = await once(createInterface(mock.stdout), 'line')
  const { admin_url }: { admin_url: string } = JSON.parse(line)
  return JSON.parse(await (await fetch(`${admin_url}/target`)).text())
}

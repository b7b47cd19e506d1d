import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'
import { CLAUSE_IDS } from '../../schemas/clauses.ts'
import { parseDialect } from '../../schemas/dialect.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { startPlainServer, type PlainServer } from '../proof/plain-server/plain-server.ts'
import { recordingProxy } from '../proof/testing/recording-proxy.ts'
import { startSearchFault, type SearchFault } from '../proof/testing/search-fault.ts'
import { FLOOR } from '../reports/floor.ts'
import { VERSION } from '../reports/run-head.ts'
import { conformanceCommand } from './cli.ts'
import { matrix } from './list.ts'

const folder = mkdtempSync(join(tmpdir(), 'conformance-cli-'))
const inFolder = (name: string) => join(folder, name)
/** Where nobody can make a folder: on Linux a place at which Node's own way to do so never ends. */
const NOWHERE = process.platform === 'linux' ? '/proc/none/such' : '/dev/null/none'
/** What runs that are at work must undo. */
const ledgers = () => readdirSync(folder).filter((name) => /^\.invoicing-kit-conformance.*\.json$/.test(name))

/** What the environment of a CI would add to a run is not there unless a test puts it there. */
const CI_VARIABLES = [
  'GITHUB_RUN_ID',
  'GITHUB_RUN_ATTEMPT',
  'CI_PIPELINE_ID',
  'BUILD_TAG',
  'GITHUB_STEP_SUMMARY',
]

let plain: PlainServer
let tiny: PlainServer
let broken: SearchFault
let target: string
let brokenTarget: string
let tinyTarget: string

beforeAll(async () => {
  for (const name of CI_VARIABLES) vi.stubEnv(name, undefined)
  vi.stubEnv('INVOICING_API_KEY', '')
  plain = await startPlainServer({ profile: 'bureau' })
  tiny = await startPlainServer({ profile: 'tiny' })
  broken = await startSearchFault(plain.target.base_url)
  target = targetFile('target.json', { ...plain.target, allow: [] })
  tinyTarget = targetFile('tiny.json', { ...tiny.target, allow: [] })
  brokenTarget = targetFile('broken.json', { ...plain.target, allow: [], base_url: broken.base_url })
})
afterAll(async () => {
  broken.close()
  await Promise.all([plain.close(), tiny.close()])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function targetFile(name: string, content: object): string {
  writeFileSync(inFolder(name), JSON.stringify(content))
  return inFolder(name)
}

interface Ended {
  code: number | undefined
  stdout: string
  stderr: string
}

/** A process of its own, in the folder of this test. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, NO_COLOR: '1' }
  const child = spawn(process.execPath, [...FRONT_DOOR, 'conformance', ...args], { cwd: folder, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (data) => (stdout += data))
  child.stderr.on('data', (data) => (stderr += data))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, stdout, stderr }))
  return { child, ended }
}

/** The command in this process, which starts faster. */
async function call(...args: string[]): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    }),
  )
  const command = conformanceCommand()
  for (const one of [command, ...command.commands]) one.exitOverride()
  try {
    const refused = await command.parseAsync(args, { from: 'user' }).then(
      () => undefined,
      (error: unknown) => (error as { exitCode: number }).exitCode,
    )
    return { ...written, code: refused ?? Number(process.exitCode) }
  } finally {
    for (const spy of spies) spy.mockRestore()
    process.exitCode = 0
  }
}

/** The words of which a command consists, to a shell with variables. */
const asShellReads = (command: string, variables: NodeJS.ProcessEnv): string[] =>
  execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { env: variables, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

const reportIn = (name: string) => JSON.parse(readFileSync(inFolder(name), 'utf8')) as ConformanceReport

describe('run', () => {
  test('answers 0 for a server that conforms, and writes every report', async () => {
    const reports = ['json=out/r.json', 'junit=out/r.xml', 'html=out/r.html', 'github']
    const flags = reports.flatMap((report) => ['--report', report])
    const { ended } = start('run', 'list.envelope', '--target', target, '--seed', '5', ...flags)
    const { code, stdout, stderr } = await ended
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain(`${plain.target.base_url}: 1 of 1 clause judged, all conform.`)
    expect(stdout).toMatch(/^::notice title=Conformance%3A conforms::/m)
    const report = reportIn('out/r.json')
    expect(validate('report', report)).toEqual([])
    expect(report).toMatchObject({ conforms: true, seed: 5, selection: ['list.envelope'], shard: null })
    expect(report).toMatchObject({ version: VERSION, run: expect.stringMatching(/^seed-5-[0-9a-f]{8}$/) })
    expect(report.verdicts).toMatchObject([{ clause: 'list.envelope', verdict: 'pass' }])
    expect(readFileSync(inFolder('out/r.xml'), 'utf8')).toContain('<testsuites>')
    expect(readFileSync(inFolder('out/r.html'), 'utf8')).toMatch(/^<!doctype html>/)
    expect(ledgers()).toEqual([])
  })

  test('answers 1 when a must clause fails; replay finds it again, and no more once it is mended', async () => {
    const report = `json=${inFolder('failed.json')}`
    const names = ['search.q-required', 'search.envelope']
    const { code, stdout } = await start('run', ...names, '--target', brokenTarget, '--report', report).ended
    expect(code).toBe(1)
    expect(stdout).toContain('✗ search.q-required')
    expect(stdout).toContain('does not conform: 1 of the ')
    expect(stdout).not.toContain(plain.target.api_key)
    const again = await call('replay', inFolder('failed.json'), 'search.q-required', '--target', brokenTarget)
    expect(again).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('\nThe failure happened again.\n'),
    })
    expect(again.stdout).toMatch(
      new RegExp(`^Again: .+ run search.q-required --seed \\d+ --target ${brokenTarget}$`, 'm'),
    )
    const mended = await call('replay', inFolder('failed.json'), '--target', target)
    expect(mended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('\nThe failure did not happen again.\n'),
    })
  })

  test('the line that judges again is one that a shell takes, and holds no key', async () => {
    const { api_key, base_url } = { ...plain.target, base_url: broken.base_url }
    const file = targetFile("the broken one's.json", { ...plain.target, allow: [], base_url })
    const aims = [
      ['--target', file, '--allow', 'writes', '--concurrency', '4'],
      ['--base-url', base_url, '--api-key', api_key],
    ]
    for (const aim of aims) {
      const { stdout } = await call('run', 'search.q-required', ...aim)
      const [, words = ''] = /^Again: npx invoicing-kit (.+)$/m.exec(stdout) ?? []
      expect(words).not.toContain(api_key)
      expect(words.match(/--(?!seed)[a-z-]+/g)).toEqual(aim.filter((word) => word.startsWith('--')))
      const [command, ...again] = asShellReads(words, { INVOICING_API_KEY: api_key })
      expect(command).toBe('conformance')
      vi.stubEnv('INVOICING_API_KEY', api_key)
      const found = await call(...again)
      vi.stubEnv('INVOICING_API_KEY', '')
      expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ search.q-required') })
    }
  })

  test('answers 0 when the failure is waived, and tells it', async () => {
    const waivers = [
      { clause: 'search.q-required', reason: 'known', expires: '2999-12-31' },
      { clause: 'list.defaults', reason: 'old', expires: '2000-01-01' },
    ]
    writeFileSync(inFolder('waivers.json'), JSON.stringify({ waivers }))
    const flags = ['--target', brokenTarget, '--waivers', inFolder('waivers.json')]
    const { code, stdout } = await call('run', 'search.q-required', 'search.envelope', ...flags)
    expect(stdout).toContain('~ search.q-required')
    expect(stdout).toContain('The waiver of list.defaults expired on 2000-01-01.')
    expect(code).toBe(0)
  })

  test('answers 2 when strictly something is left open, and when nothing passes', async () => {
    const strict = await call('run', 'list.envelope', 'customers.create', '--strict', '--target', target)
    expect(strict).toMatchObject({ code: 2, stdout: expect.stringContaining('--strict') })
    const nothing = await call('run', 'customers.create', '--target', target)
    expect(nothing).toMatchObject({ code: 2, stdout: expect.stringContaining('nothing passed') })
  })

  test('answers 2 when nothing answers, and the reports say so', async () => {
    const closed = targetFile('closed.json', { base_url: 'http://127.0.0.1:9/api/v1/external', api_key: 'k' })
    const files = { json: inFolder('out/c.json'), junit: inFolder('out/c.xml'), html: inFolder('out/c.html') }
    const reports = [...Object.entries(files).map((each) => each.join('=')), 'github']
    const flags = reports.flatMap((report) => ['--report', report])
    const { code, stdout, stderr } = await call('run', '--target', closed, ...flags)
    expect(stderr).toMatch(/^error: GET http:\/\/127\.0\.0\.1:9[^\n]*\n$/)
    expect(code).toBe(2)
    const report = reportIn('out/c.json')
    expect(validate('report', report)).toEqual([])
    expect(report).toMatchObject({
      conforms: false,
      verdicts: [],
      reason: expect.stringContaining('127.0.0.1:9'),
    })
    expect(stdout).toMatch(/^::error title=Conformance%3A no judgement::[^\n]*127\.0\.0\.1:9[^\n]*\n$/)
    expect(readFileSync(inFolder('out/c.xml'), 'utf8')).toMatch(/<error message="[^"]*127\.0\.0\.1:9/)
    expect(readFileSync(inFolder('out/c.html'), 'utf8')).toContain('No judgement')
  })

  test.each<[string, string[], RegExp]>([
    ['an unknown clause', ['creat.persists'], /did you mean create\.persists/],
    ['a target without a key', ['--base-url', 'http://127.0.0.1:9'], /--api-key/],
    ['a shard beyond the last', ['--shard', '4/3'], /is not I\/N/],
  ])('reports a mistake on the command line too: %s', async (_, args, reason) => {
    const { code } = await call('run', ...args, '--report', `json=${inFolder('mistake.json')}`)
    expect(code).toBe(2)
    expect(reportIn('mistake.json')).toMatchObject({ conforms: false, reason: expect.stringMatching(reason) })
  })

  test('tells why nothing was judged when the time budget ends at once: not that it was interrupted', async () => {
    const report = `json=${inFolder('budget.json')}`
    const flags = ['--target', target, '--time-budget', '0.001', '--report', report]
    const { code, stdout, stderr } = await call('run', 'list', ...flags)
    expect(stdout).toContain('nothing passed: the time budget ended.')
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(reportIn('budget.json')).toMatchObject({ stopped: 'the time budget ended', conforms: false })
  })

  // A disk that is full, as Linux has one.
  test.skipIf(!existsSync('/dev/full'))('writes the other reports when one cannot be written', async () => {
    const reports = ['json=/dev/full', `junit=${inFolder('beside.xml')}`].flatMap((one) => ['--report', one])
    const { code, stderr } = await call('run', 'list.envelope', '--target', target, ...reports)
    expect(stderr).toMatch(/^error: cannot write the report [^\n]*\n$/)
    expect(code).toBe(2)
    expect(readFileSync(inFolder('beside.xml'), 'utf8')).toContain('list.envelope')
  })

  test('appends a summary to the GitHub step that runs it', async () => {
    const file = inFolder('summary.md')
    writeFileSync(file, 'What another step wrote.\n')
    vi.stubEnv('GITHUB_STEP_SUMMARY', file)
    const without = await call('run', 'search.envelope', '--target', target)
    expect(readFileSync(file, 'utf8')).toBe('What another step wrote.\n')
    const failing = await call('run', 'search.q-required', '--target', brokenTarget, '--report', 'github')
    vi.stubEnv('GITHUB_STEP_SUMMARY', undefined)
    expect([without.code, failing.code]).toEqual([0, 1])
    const summary = readFileSync(file, 'utf8')
    expect(summary).toMatch(/^What another step wrote\.\n## ❌ Does not conform\n/)
    expect(summary).toContain('<code>search&#46;q&#45;required</code>')
  })
})

describe('green means judged:', () => {
  test('a run of everything on a store that holds next to nothing is no judgement, and says what would be', async () => {
    const { code, stdout } = await call('run', '--target', tinyTarget)
    expect(stdout).toMatch(
      /No judgement on \S+: only \d\d must clauses were judged, where a read-only run on a filled store judges \d+ \(.*the store has no invoice: \d+ clauses; .*\); --require N is content with less\.\n$/,
    )
    expect(stdout).toContain(`on a filled store judges ${FLOOR} (`)
    expect(code).toBe(2)
  })

  test('unless less is asked for', async () => {
    const { code, stdout } = await call('run', '--target', tinyTarget, '--require', '20')
    expect(stdout).toMatch(/: \d\d of 148 clauses judged, all conform\.\n$/)
    expect(code).toBe(0)
  })

  test('what is required and was not judged is named with its reason', async () => {
    const flags = ['--target', tinyTarget, '--require', 'list.defaults,search.by-number']
    const { code, stdout } = await call('run', 'list', 'search', ...flags)
    expect(stdout).toContain(
      '1 required clause was not judged: search.by-number (no invoice of the store shows a number).\n',
    )
    expect(code).toBe(2)
  })

  test.each<[string, RegExp]>([
    ['create', /--require create goes beyond what is to be judged/],
    ['list.envelope,§4.2', /--require §4\.2 goes beyond/],
    ['99', /--require 99: it takes a number from 1 to \d\d,/],
    ['0', /--require 0: it takes a number from 1/],
    ['list.envelop', /did you mean list\.envelope\?/],
    ['', /there is no clause or area/],
  ])('--require %j of a run of list is refused before any request', async (require, message) => {
    const nowhere = targetFile('nowhere.json', { base_url: 'http://127.0.0.1:9', api_key: 'k' })
    const { code, stderr } = await call('run', 'list', '--target', nowhere, '--require', require)
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})

test('without a terminal a line every 15 seconds tells how far a run is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = await recordingProxy(broken.base_url)
  slow.onRequest = () => vi.advanceTimersByTime(15_000)
  const own = targetFile('slow.json', { ...plain.target, base_url: slow.base_url, allow: [] })
  const names = ['search.q-required', 'settings.read']
  const { code, stderr } = await call('run', ...names, '--concurrency', '1', '--target', own)
  vi.useRealTimers()
  await slow.close()
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('waiting since'))
  expect(lines[0]).toMatch(new RegExp(`^${slow.base_url}: no check yet after \\d+ ms$`))
  expect(lines.at(-1)).toMatch(/^2\/3 · \d+ requests · 1 failed · .+ left · settings\.read.*: .+$/)
  expect(lines).toHaveLength(slow.requests.length)
  expect(code).toBe(1)
})

describe('bad usage is exit code 2 and one line:', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown clause', ['run', 'creat.persists'], /did you mean create\.persists\?/],
    ['an unknown section', ['run', '§9.9'], /no clause is of section §9\.9/],
    ['no target', ['run'], /--target FILE or URL, or --base-url URL with --api-key KEY/],
    ['no key', ['run', '--base-url', 'http://h'], /--api-key KEY, or INVOICING_API_KEY/],
    ['a target that is not there', ['run', '--target', '/nowhere.json'], /cannot read the target/],
    [
      'an unknown permission',
      ['run', '--base-url', 'http://h', '--api-key', 'k', '--allow', 'all,rm'],
      /allow/,
    ],
    ['a report without a file', ['run', '--report', 'html'], /it is html=FILE/],
    ['an unknown report', ['run', '--report', 'pdf=x'], /the formats are/],
    [
      'a report that is a folder',
      ['run', '--report', 'json=/'],
      /cannot write the report \/: that is a folder/,
    ],
    [
      'a report in a folder that cannot be made',
      ['run', '--report', `json=${NOWHERE}/report.json`],
      /cannot write the report \S+\/report\.json: E/,
    ],
    [
      'two reports in one file',
      ['run', '--report', 'json=one.txt', '--report', 'junit=./one.txt'],
      /cannot write the report \.\/one\.txt: another report is to be written there too/,
    ],
    [
      'an unknown permission after another one',
      ['run', '--base-url', 'http://h', '--api-key', 'k', '--allow', 'writes', '--allow', 'rm'],
      /allow\.1/,
    ],
    ['a shard beyond the last', ['run', '--shard', '4/3'], /is not I\/N/],
    // Before anything is sent: nobody listens there, and there are no such files.
    ...[
      ['probe', '--base-url', 'http://127.0.0.1:1', '--api-key', 'k'],
      ['proxy', '--target', 'http://127.0.0.1:1'],
      ['judge', '/nowhere.har'],
    ].map((args): [string, string[], RegExp] => [
      `a dialect of ${args[0]} where no file can be`,
      [...args, '--out', `${import.meta.filename}/dialect.json`],
      /^error: cannot write the dialect \S+\/dialect\.json: E[A-Z]+: [^\n]+\n$/,
    ]),
    [
      'a coverage that is a folder',
      ['proxy', '--target', 'http://127.0.0.1:1', '--coverage', '/'],
      /^error: cannot write the coverage \/: that is a folder\n$/,
    ],
    [
      'a coverage in the file of the dialect',
      ['judge', '/nowhere.har', '--out', 'one.json', '--coverage', 'one.json'],
      /cannot write the coverage one\.json: the dialect is to be written there too/,
    ],
    ['differences that are a folder', ['diff', '--out', '/'], /cannot write the report \/: that is a folder/],
    ['changes that are a folder', ['compare', '/a.json', '/b.json', '--out', '/'], /the report \/: that is/],
    ['no number', ['run', '--runs', 'many'], /--runs/],
    ['one target to compare', ['diff', '--target', import.meta.filename], /name two targets/],
    ['no request at once', ['run', '--concurrency', '0'], /--concurrency.*at least 1/],
    ['no number of requests', ['run', '--concurrency', 'abc'], /--concurrency.*whole number/],
    [
      'requests that are years apart',
      ['run', '--max-rps', '1e-9'],
      /--max-rps.*at least 0\.001, a request in 1000 s/,
    ],
    ['no request a second', ['run', '--max-rps', '0'], /--max-rps.*above 0/],
    ['no time at all', ['run', '--time-budget', '0'], /--time-budget.*above 0/],
    ['a time that no timer waits', ['run', '--time-budget', '1e9'], /--time-budget.*at most 2147483 seconds/],
    ['an unknown flag', ['run', '--fast'], /unknown option '--fast'/],
    ['waivers that are not there', ['run', '--waivers', '/nowhere.yaml'], /waivers \/nowhere\.yaml/],
    [
      'a report to replay that is none',
      ['replay', import.meta.filename, '--target', 'x'],
      /cannot read the report/,
    ],
    ['a report to merge that is not there', ['merge', '/nowhere.json'], /cannot read the report/],
    ['a report to compare that is not there', ['compare', '/a.json', '/b.json'], /cannot read the report/],
    ['one report to compare', ['compare', '/a.json'], /missing required argument 'new'/],
    ['a run id that is empty', ['run', '--run-id', ''], /--run-id/],
    [
      'a shard with what the whole must judge',
      ['run', '--shard', '1/2', '--require', '9'],
      /conformance merge/,
    ],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await call(...args)
    expect(stderr).toMatch(message)
    expect(stderr.trimEnd()).not.toContain('\n')
    expect(stdout).toBe('')
    // The front door makes 2 of what commander itself refuses.
    expect([1, 2]).toContain(code)
  })
})

describe('Ctrl-C', () => {
  test('cleans up, reports what there is and answers 2', async () => {
    const { customers, templates } = plain.stores.A
    const before = [customers.size, templates.size]
    const writing = targetFile('writing.json', { ...plain.target, allow: ['writes'], hooks: {} })
    const flags = ['--max-rps', '60', '--target', writing, '--report', 'json=cut.json']
    const { child, ended } = start('run', 'templates.create', 'customers.create', ...flags)
    while (ledgers().length === 0 && child.exitCode === null) await sleep(5)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect(stderr).toContain('Cleaning up')
    expect(stdout).toContain('it was interrupted')
    expect(code).toBe(2)
    expect(reportIn('cut.json')).toMatchObject({ stopped: 'it was interrupted', left_behind: [] })
    expect(ledgers()).toEqual([])
    expect([customers.size, templates.size]).toEqual(before)
  })

  test('ends at once while a server keeps a reader waiting', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const hanging = targetFile('hanging.json', { base_url: `http://127.0.0.1:${port}/api`, api_key: 'k' })
    const { child, ended } = start('run', '--target', hanging)
    await once(silent, 'request')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 2 })
    silent.closeAllConnections()
    silent.close()
  })
})

/** Runs shards I of N and answers the files of their reports. */
async function shards(name: string, parts: string[], ...flags: string[]): Promise<string[]> {
  const files = parts.map((part) => inFolder(`${name}-${part.replace('/', '-')}.json`))
  for (const [at, file] of files.entries()) {
    const own = ['--target', target, '--shard', parts[at] ?? '', '--report', `json=${file}`]
    expect(await call('run', 'search', 'shape.meta', ...own, ...flags)).toMatchObject({ code: 0, stderr: '' })
  }
  return files
}

test('three shards, merged, hold the clauses of one run', async () => {
  const files = await shards('shard', ['1/3', '2/3', '3/3'])
  const merged = await call('merge', ...files, '--out', inFolder('whole.json'))
  expect(merged).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('11 of 11 clauses judged, all conform.'),
  })
  const [first = ''] = files
  const { seed, run, notes } = reportIn(basename(first))
  expect(new Set(files.map((file) => reportIn(basename(file)).seed))).toEqual(new Set([seed]))
  expect(notes).toEqual([expect.stringContaining(`names its run ${run} and takes the seed ${seed}`)])
  const whole = reportIn('whole.json')
  expect(whole.verdicts.map(({ clause }) => clause)).toEqual(selectClauses(['search', 'shape.meta']))
  const requests = files.map((file) => reportIn(basename(file)).requests)
  expect(whole.requests).toBe(requests.reduce((sum, count) => sum + count))
})

test('merge knows a missing shard, reports it, and writes a whole report only where it is wanted', async () => {
  const [first = '', second = ''] = await shards('part', ['1/2', '2/2'], '--run-id', 'night-7')
  const before = readdirSync(folder)
  expect(await call('merge', first, second)).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(folder)).toEqual(before)
  const one = await call('merge', first, '--out', inFolder('half.json'), '--report', 'github')
  expect(one).toMatchObject({
    code: 2,
    stderr: 'error: the reports are not of one whole run: shard 2/2 is missing\n',
  })
  expect(one.stdout).toContain('::error title=Conformance%3A no judgement::')
  expect(reportIn('half.json')).toMatchObject({
    run: 'night-7',
    conforms: false,
    reason: expect.stringContaining('shard 2/2 is missing'),
    verdicts: [],
  })
})

test('the CI names the run, and gives its shards one seed', async () => {
  vi.stubEnv('GITHUB_RUN_ID', '7261')
  vi.stubEnv('GITHUB_RUN_ATTEMPT', '2')
  const files = await shards('ci', ['1/2', '2/2'])
  vi.stubEnv('GITHUB_RUN_ID', undefined)
  vi.stubEnv('GITHUB_RUN_ATTEMPT', undefined)
  const reports = files.map((file) => reportIn(basename(file)))
  expect(reports.map(({ run, notes }) => ({ run, notes }))).toEqual(
    reports.map(() => ({ run: '7261-2', notes: [] })),
  )
  expect(new Set(reports.map(({ seed }) => seed)).size).toBe(1)
})

test('a merge may ask that more was judged', async () => {
  const files = await shards('asked', ['1/2', '2/2'])
  expect(await call('merge', ...files, '--require', 'search')).toMatchObject({ code: 0 })
  expect(await call('merge', ...files, '--require', 'create')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--require create goes beyond'),
  })
})

test('compare tells what has changed between two reports, and answers 1 when something is newly failing', async () => {
  const names = ['search.envelope', 'search.q-required', '--seed', '1']
  const [good, bad] = ['good', 'bad'].map((name) => inFolder(`${name}.json`)) as [string, string] // of two names
  await call('run', ...names, '--target', target, '--report', `json=${good}`)
  await call('run', ...names, '--target', brokenTarget, '--report', `json=${bad}`)
  const worse = await call('compare', good, bad, '--out', inFolder('changes.json'))
  expect(worse).toMatchObject({ code: 1, stdout: expect.stringContaining('✗ search.q-required  was pass') })
  expect(reportIn('changes.json')).toMatchObject({ changes: [{ change: 'newly_failing' }] })
  const better = await call('compare', bad, good)
  expect(better).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ search.q-required  was fail') })
})

test.each(['run', 'probe', 'diff', 'merge', 'compare', 'replay'])(
  'the help of %s names exit codes and an example',
  (name) => {
    const subcommand = conformanceCommand().commands.find((one) => one.name() === name)
    let help = ''
    subcommand?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help).toMatch(/^Exit codes: /m)
    expect(help).toContain(`\n  invoicing-kit conformance ${name} `)
  },
)

test('the help of --require names the number of must clauses that a run of everything must judge', () => {
  const command = conformanceCommand().commands.find((one) => one.name() === 'run')
  const require = command?.options.find(({ long }) => long === '--require')
  expect(require?.description).toContain(`${FLOOR} must clauses; one pass if names are given`)
})

test('all that is wrong with a file is told at once, with what is meant and what it holds', async () => {
  const wrong = { waivers: [{ clause: 'list.defaults', resaon: 'x', expires: 'soon' }] }
  writeFileSync(inFolder('wrong.json'), JSON.stringify(wrong))
  const { code, stderr } = await call('run', '--target', target, '--waivers', inFolder('wrong.json'))
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^error: waivers .*wrong\.json: 3 mistakes\. A waiver file is \{"waivers": .* schemas\/waivers\.json\.$/,
    ),
    '  waivers.0.reason is required',
    '  waivers.0.resaon is unknown; did you mean reason?',
    '  waivers.0.expires must be a date (YYYY-MM-DD)',
  ])
  expect(code).toBe(2)
  const mistyped = targetFile('mistyped.json', { ...plain.target, allow: undefined, alow: [] })
  expect((await call('run', '--target', mistyped)).stderr).toBe(
    'error: target: alow is unknown; did you mean allow?\n',
  )
})

test('probe writes what it saw as a dialect that the mock takes', async () => {
  const { code, stderr } = await call('probe', 'read', '--target', target, '--out', inFolder('dialect.json'))
  expect(code).toBe(0)
  expect(stderr).toMatch(/\d+ answers seen/)
  const seen = JSON.parse(readFileSync(inFolder('dialect.json'), 'utf8')) as object
  expect(() => parseDialect(seen)).not.toThrow()
  expect(seen).toMatchObject({ 'status.unauthorized': 403, 'status.not_found': 410 })
})

test('two servers that both conform differ in what is open alone, which diff writes as a report', async () => {
  const aimed = ['--target', target, '--target', tinyTarget, '--runs', '2', '--out', inFolder('diff.json')]
  const { code, stdout } = await call('diff', ...aimed)
  expect(stdout).toMatch(/\n\d+ open questions answered otherwise\.\n$/)
  expect(code).toBe(1)
  const report = JSON.parse(readFileSync(inFolder('diff.json'), 'utf8')) as unknown
  expect(validate('diff-report', report)).toEqual([])
  const again = await call('diff', '--target', target, '--target', target)
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('the same store') })
})

test('list has each clause once, with what judges it', () => {
  const rows = matrix()
  expect(rows.map(({ clause }) => clause)).toEqual(CLAUSE_IDS)
  const unjudged = rows.filter(({ checks, watchers }) => checks.length + watchers.length === 0)
  expect(unjudged.map(({ clause }) => clause)).toEqual([])
  expect(rows.find(({ clause }) => clause === 'http.json')?.watchers).not.toEqual([])
  expect(rows.find(({ clause }) => clause === 'customers.create')?.checks[0]?.needs).toContain('writes')
})

test('list tells the file of each check and watcher', async () => {
  const judges = matrix().flatMap(({ checks, watchers }) => [...checks, ...watchers])
  expect(judges.filter(({ file }) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
  const byFile = '    the list by invoice_type  conformance/clauses/list/by-value.ts\n'
  expect((await call('list', '--files')).stdout).toContain(byFile)
  expect((await call('list')).stdout).toContain('    the list by invoice_type\n')
})

test('list takes clauses, areas and sections, and says which name is none', async () => {
  const { stdout } = await call('list', 'auth', '§4.4', '--json')
  const areas = new Set(JSON.parse(stdout).map(({ clause }: { clause: string }) => clause.split('.')[0]))
  expect([...areas]).toEqual(['auth', 'settings'])
  const { code, stderr } = await call('list', 'creat')
  expect([code, stderr]).toEqual([2, expect.stringContaining('there is no clause or area creat')])
})

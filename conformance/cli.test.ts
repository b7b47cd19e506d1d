import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CLAUSE_IDS } from '../schemas/clauses.ts'
import { parseDialect } from '../schemas/dialect.ts'
import type { ConformanceReport } from '../schemas/types.ts'
import { validate } from '../schemas/validate.ts'
import { conformanceCommand } from './cli.ts'
import { matrix } from './commands/list.ts'
import { selectClauses } from './selection.ts'
import { startPlainServer, type PlainServer } from './subjects/plain-server/plain-server.ts'
import { startSearchFault, type SearchFault } from './testing/search-fault.ts'

const CLI = join(import.meta.dirname, '..', 'cli.ts')
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

const folder = mkdtempSync(join(tmpdir(), 'conformance-cli-'))
const inFolder = (name: string) => join(folder, name)
/** What runs that are at work must undo. */
const ledgers = () => readdirSync(folder).filter((name) => /^\.invoicing-kit-conformance.*\.json$/.test(name))

let plain: PlainServer
let broken: SearchFault
let target: string
let brokenTarget: string

beforeAll(async () => {
  plain = await startPlainServer({ profile: 'bureau' })
  broken = await startSearchFault(plain.target.base_url)
  target = targetFile('target.json', { ...plain.target, allow: [] })
  brokenTarget = targetFile('broken.json', { ...plain.target, allow: [], base_url: broken.base_url })
})
afterAll(async () => {
  broken.close()
  await plain.close()
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
  const env = { ...process.env, NO_COLOR: '1', INVOICING_API_KEY: '' }
  const child = spawn(process.execPath, ['--import', TSX, CLI, 'conformance', ...args], { cwd: folder, env })
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

const reportIn = (name: string) => JSON.parse(readFileSync(inFolder(name), 'utf8')) as ConformanceReport

describe('run', () => {
  test('answers 0 for a server that conforms, and writes every report', async () => {
    const reports = ['json=out/r.json', 'junit=out/r.xml', 'html=out/r.html', 'github']
    const flags = reports.flatMap((report) => ['--report', report])
    const { ended } = start('run', 'list.envelope', '--target', target, '--seed', '5', ...flags)
    const { code, stdout, stderr } = await ended
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toContain(`${plain.target.base_url} conforms.`)
    expect(stdout).toMatch(/^::notice title=Conformance%3A conforms::/m)
    const report = reportIn('out/r.json')
    expect(validate('report', report)).toEqual([])
    expect(report).toMatchObject({ conforms: true, seed: 5 })
    expect(report.verdicts).toMatchObject([{ clause: 'list.envelope', verdict: 'pass' }])
    expect(readFileSync(inFolder('out/r.xml'), 'utf8')).toContain('<testsuites>')
    expect(readFileSync(inFolder('out/r.html'), 'utf8')).toMatch(/^<!doctype html>/)
    expect(ledgers()).toEqual([])
  })

  test('answers 1 when a must clause fails; replay finds it again, and no more once it is mended', async () => {
    const report = `json=${inFolder('failed.json')}`
    const { code, stdout } = await start('run', 'search', '--target', brokenTarget, '--report', report).ended
    expect(code).toBe(1)
    expect(stdout).toContain('✗ search.q-required')
    expect(stdout).toContain('does not conform.')
    expect(stdout).not.toContain(plain.target.api_key)
    const again = await call('replay', inFolder('failed.json'), 'search.q-required', '--target', brokenTarget)
    expect(again).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 of 1 failure happened again.'),
    })
    const mended = await call('replay', inFolder('failed.json'), '--target', target)
    expect(mended).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 of 1 failure happened again.'),
    })
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

  test('answers 2 when nothing answers', async () => {
    const closed = targetFile('closed.json', { base_url: 'http://127.0.0.1:9/api/v1/external', api_key: 'k' })
    const { code, stderr } = await start('run', '--target', closed).ended
    expect(stderr).toMatch(/^error: GET http:\/\/127\.0\.0\.1:9[^\n]*\n$/)
    expect(code).toBe(2)
  })
})

describe('bad usage is exit code 2 and one line:', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown clause', ['run', 'creat.persists'], /did you mean create\.persists\?/],
    ['an unknown section', ['run', '§9.9'], /no clause is of section §9\.9/],
    ['no target', ['run'], /target: base_url is required/],
    ['a target that is not there', ['run', '--target', '/nowhere.json'], /cannot read the target/],
    [
      'an unknown permission',
      ['run', '--base-url', 'http://h', '--api-key', 'k', '--allow', 'all,rm'],
      /allow/,
    ],
    ['a report without a file', ['run', '--report', 'html'], /it is html=FILE/],
    ['an unknown report', ['run', '--report', 'pdf=x'], /the formats are/],
    ['a shard beyond the last', ['run', '--shard', '4/3'], /is not I\/N/],
    ['no number', ['run', '--runs', 'many'], /--runs/],
    ['an unknown flag', ['run', '--fast'], /unknown option '--fast'/],
    ['waivers that are not there', ['run', '--waivers', '/nowhere.yaml'], /waivers \/nowhere\.yaml/],
    ['a report to replay that is none', ['replay', CLI, '--target', 'x'], /cannot read the report/],
    ['reports to merge without --out', ['merge', 'a.json'], /--out/],
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
    const writing = targetFile('writing.json', { ...plain.target, allow: ['writes'] })
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

test('three shards, merged, hold the clauses of one run', async () => {
  const files = [1, 2, 3].map((index) => inFolder(`shard-${index}.json`))
  for (const [at, file] of files.entries()) {
    const flags = ['--target', target, '--shard', `${at + 1}/3`, '--report', `json=${file}`]
    expect(await call('run', 'search', 'shape.meta', ...flags)).toMatchObject({ code: 0, stderr: '' })
  }
  const merged = await call('merge', ...files, '--out', inFolder('whole.json'))
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining('conforms.') })
  const whole = reportIn('whole.json')
  expect(whole.verdicts.map(({ clause }) => clause)).toEqual(selectClauses(['search', 'shape.meta']))
  const requests = [1, 2, 3].map((index) => reportIn(`shard-${index}.json`).requests)
  expect(whole.requests).toBe(requests.reduce((sum, count) => sum + count))
})

test('probe writes what it saw as a dialect that the mock takes', async () => {
  const { code, stderr } = await call('probe', 'read', '--target', target, '--out', inFolder('dialect.json'))
  expect(code).toBe(0)
  expect(stderr).toMatch(/\d+ answers seen/)
  const seen = JSON.parse(readFileSync(inFolder('dialect.json'), 'utf8')) as object
  expect(() => parseDialect(seen)).not.toThrow()
  expect(seen).toMatchObject({ 'status.unauthorized': 403, 'status.not_found': 410 })
})

test('list has each clause once, with what judges it', () => {
  const rows = matrix()
  expect(rows.map(({ clause }) => clause)).toEqual(CLAUSE_IDS)
  expect(rows.find(({ clause }) => clause === 'http.json')?.watchers).not.toEqual([])
  expect(rows.find(({ clause }) => clause === 'customers.create')?.checks[0]?.needs).toContain('writes')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseDialect } from '../../schemas/dialect.ts'
import { FRONT_DOOR } from '../../schemas/testing/front-door.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { validate } from '../../schemas/validate.ts'
import { judgeCommand } from './judge.ts'

const folder = mkdtempSync(join(tmpdir(), 'proxy-'))
const inFolder = (name: string) => join(folder, name)
const KEY = 'secret-key-of-a-client'

/** A page number that nobody asked for. */
const ANSWER = JSON.stringify({ invoices: [], meta: { total: 0, page: 2, per_page: 25, total_pages: 0 } })
let broken: Server
beforeAll(async () => {
  broken = createServer((_, outgoing) => outgoing.setHeader('content-type', 'application/json').end(ANSWER))
  broken.listen(0, '127.0.0.1')
  await once(broken, 'listening')
})
afterAll(() => {
  broken.close()
  rmSync(folder, { recursive: true })
})
const addressOf = () => `http://127.0.0.1:${(broken.address() as AddressInfo).port}/api/v1/external` // it listens at a port

test('a proxy that is ended reports what passed, and with --fail answers 1 when a clause was broken', async () => {
  const files = [
    '--report',
    `json=${inFolder('r.json')}`,
    '--out',
    inFolder('d.json'),
    '--coverage',
    inFolder('c.html'),
  ]
  const args = [...FRONT_DOOR, 'conformance', 'proxy', '--target', addressOf(), '--fail', ...files]
  const child = spawn(process.execPath, args, { env: { ...process.env, NO_COLOR: '1' } })
  let stdout = ''
  child.stdout.on('data', (data) => (stdout += String(data)))
  const [told] = (await once(child.stderr, 'data')) as [Buffer] // its first line
  const [base_url = ''] = /http:\S+/.exec(String(told)) ?? []
  expect(String(told)).toContain(`passes on to ${addressOf()}`)
  const answer = await fetch(`${base_url}/invoices`, { headers: { 'x-auth-token': KEY } })
  expect(await answer.text()).toBe(ANSWER)
  await fetch(`${base_url}/invoices?per_pge=2&q=${KEY}`, { headers: { 'x-auth-token': KEY } })
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number] // its exit code
  expect(code).toBe(1)
  expect(stdout).toMatch(/^GET \/api\/v1\/external\/invoices → 200 in \d+ ms\n {2}✗ list\.defaults: /)
  expect(stdout).toContain('did you mean per_page?')
  expect(stdout).not.toContain(KEY)
  const text = readFileSync(inFolder('r.json'), 'utf8')
  const report = JSON.parse(text) as ConformanceReport // held to its schema below
  expect(validate('report', report)).toEqual([])
  expect(text).not.toContain(KEY)
  expect(report.verdicts.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause)).toEqual([
    'list.defaults',
  ])
  expect(report.verdicts.find(({ clause }) => clause === 'templates.create')).toMatchObject({
    verdict: 'not_exercised',
    reason: expect.stringContaining('traffic'),
  })
  expect(report.notes).toContain('1 request of the clients broke the contract.')
  expect(parseDialect(JSON.parse(readFileSync(inFolder('d.json'), 'utf8'))).dialect).toMatchObject({
    'meta.empty_total_pages': 0,
  })
  expect(readFileSync(inFolder('c.html'), 'utf8')).toMatch(/^<!doctype html>/)
})

test('judge tells what is wrong with a file in one line', async () => {
  writeFileSync(inFolder('empty.har'), '{"log":{"entries":[]}}')
  await expect(judgeCommand(inFolder('empty.har'), { report: [] })).rejects.toThrow(
    /has no request to the API among its 0 requests: name its address with --base-url$/,
  )
  await expect(judgeCommand(inFolder('none.har'), { report: [] })).rejects.toThrow(/there is no such file$/)
})

// A disk that is full, as Linux has one.
test.skipIf(!existsSync('/dev/full'))(
  'a file that cannot be written in the end keeps no other from it',
  async () => {
    const entry = {
      startedDateTime: '2026-01-01T00:00:00.000Z',
      request: {
        method: 'GET',
        url: `${addressOf()}/invoices`,
        headers: [{ name: 'x-auth-token', value: KEY }],
      },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { text: ANSWER, mimeType: 'application/json' },
      },
    }
    writeFileSync(inFolder('full.har'), JSON.stringify({ log: { entries: [entry] } }))
    const files = { report: [`json=${inFolder('beside.json')}`], coverage: inFolder('beside.html') }
    const flags = { ...files, out: '/dev/full', baseUrl: addressOf() }
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await expect(judgeCommand(inFolder('full.har'), flags)).rejects.toThrow(
      /^cannot write the dialect \/dev\/full: ENOSPC: /,
    )
    expect(print.mock.calls.join()).toContain('does not conform')
    print.mockRestore()
    expect(readFileSync(inFolder('beside.json'), 'utf8')).toContain('list.defaults')
    expect(readFileSync(inFolder('beside.html'), 'utf8')).toMatch(/^<!doctype html>/)
  },
)

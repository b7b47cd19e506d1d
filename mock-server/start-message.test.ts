import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMock, type RunningMock } from './serve.ts'
import { banner, readyLine } from './start-message.ts'

let running: RunningMock
const lines: string[] = []

beforeAll(async () => {
  running = await serveMock({
    port: 0,
    host: '127.0.0.1',
    scenario: 'small',
    adminToken: 'secret',
    log: (line) => lines.push(line),
  })
})
afterAll(() => running.close())

describe('what the mock says when it is ready', () => {
  test('to people: where it is, its keys, a line to copy', async () => {
    const said = stripVTControlCharacters(banner(running, '.invoicing-kit'))
    expect(said).toContain(`Invoicing mock on ${running.base_url}\n`)
    expect(said).toMatch(/small +paid +test_key_small_store/)
    expect(said).toContain(`Documentation  ${new URL('/docs', running.base_url)}`)
    expect(said).toContain(`Admin API      ${running.admin_url}`)
    const [, key = '', url = ''] = /curl -H 'X-Auth-Token: (.*)' '(.*)'/.exec(said) ?? []
    expect((await fetch(url, { headers: { 'x-auth-token': key } })).status).toBe(200)
  })

  test('to people who have forgotten that faults stand', async () => {
    expect(banner(running, 'in memory')).not.toContain('Faults')
    await running.fault({ fault: { kind: 'hang' } })
    const said = stripVTControlCharacters(banner(running, 'in memory'))
    expect(said).toContain(`Faults         1, listed at ${running.admin_url}/faults`)
    await running.dropFaults()
  })

  test('to programs: one line of JSON', () => {
    const line = readyLine(running)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toEqual({
      base_url: running.base_url,
      admin_url: running.admin_url,
      stores: running.stores.map(({ name, plan, api_key }) => ({ name, plan, api_key })),
      scenario: 'small',
      dialect: running.mock.dialect,
      pid: process.pid,
    })
  })
})

test('with an admin token, the target file shows it to the hooks', async () => {
  expect((await fetch(`${running.admin_url}/target`)).status).toBe(401)
  const { emails } = running.target.hooks ?? {}
  expect(emails?.headers).toEqual({ authorization: 'Bearer secret' })
  expect((await fetch(emails?.url ?? '', { headers: emails?.headers ?? {} })).status).toBe(200)
})

test('each request can be logged with what came of it', async () => {
  await fetch(`${running.base_url}/invoices?page=2`)
  await expect
    .poll(() => lines.at(-1), { timeout: 60_000 })
    .toMatch(/^GET \/api\/v1\/external\/invoices 401 \d+\.\d ms listInvoices unauthorized;/)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeOf } from './testing/engine.ts'
import { runFrontDoor, startMockProcess, type MockProcess } from './testing/cli-process.ts'

let folder = ''
const running: MockProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-restart-'))
})
afterEach(() => running.splice(0).forEach(({ child }) => child.kill('SIGKILL')))
afterAll(() => rm(folder, { recursive: true }))

async function start(...args: string[]): Promise<MockProcess> {
  const mock = await startMockProcess(args)
  running.push(mock)
  return mock
}

async function call(url: string, method = 'GET', body?: object): Promise<Record<string, unknown>> {
  const headers = { 'x-auth-token': 'test_key_small_store', 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, ...(text === '' ? {} : (JSON.parse(text) as object)) }
}

/** All that both APIs show, but for what the clock moves. */
async function everything({ base_url, admin_url }: MockProcess): Promise<object[]> {
  const shown = ['/invoices', '/templates', '/customers', '/settings'].map((path) => `${base_url}${path}`)
  const behind = ['/stores', '/stores/small/orders', '/emails', '/dialect', '/clock'].map(
    (path) => `${admin_url}${path}`,
  )
  const answers = await Promise.all([...shown, ...behind].map((url) => call(url)))
  // Links lead to the port that the process has this time.
  return JSON.parse(JSON.stringify(answers).replaceAll(new URL(base_url).origin, ''))
}

async function orderIds({ admin_url }: MockProcess): Promise<number[]> {
  const { order_ids } = await call(`${admin_url}/target`)
  return order_ids as number[]
}

test('a restart keeps everything, however the mock ended', async () => {
  const place = await placeOf(join(folder, 'kept'))
  const first = await start(...place, '--scenario', 'small')
  const [one, two] = await orderIds(first)
  const { base_url, admin_url } = first
  const made = await call(`${base_url}/invoices`, 'POST', { order_id: one })
  expect(made.status).toBe(201)
  const { slug } = made.invoice as { slug: string }
  await call(`${base_url}/settings`, 'PATCH', { settings: { business_name: 'Renamed' } })
  await call(`${base_url}/invoices/${slug}/send_email`, 'POST')
  await call(`${admin_url}/stores/small/orders/${two}`, 'PATCH', { note: 'edited' })
  await call(`${admin_url}/stores`, 'POST', { name: 'mine' })
  await call(`${admin_url}/dialect`, 'PATCH', { 'status.unauthorized': 418 })
  await call(`${admin_url}/clock`, 'PUT', { now: '2027-01-02T03:04:05Z', frozen: true })
  const before = await everything(first)
  expect(await first.end('SIGTERM')).toBe(0)

  const second = await start(...place)
  expect(await everything(second)).toEqual(before)
  const again = await call(`${second.base_url}/invoices`, 'POST', { order_id: one })
  expect(again).toEqual({ status: 200, invoice: made.invoice })
  expect(await call(`${second.base_url}/invoices`, 'POST', { order_id: two })).toMatchObject({
    status: 201,
  })
  const beforeKill = await everything(second)
  expect(await second.end('SIGKILL')).toBe('SIGKILL')

  const third = await start(...place)
  expect(await everything(third)).toEqual(beforeKill)
  expect(await third.end('SIGINT')).toBe(0)
})

test('a directory belongs to one process, and --reset fills it anew', async () => {
  const data = join(folder, 'reset')
  const first = await start('--data', data, '--scenario', 'small', '--seed', '7')
  const fresh = await everything(first)
  const refused = await runFrontDoor(['mock', '--data', data, '--port', '0'])
  expect(refused).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`process ${first.pid}`),
  })
  await call(`${first.base_url}/settings`, 'PATCH', { settings: { business_name: 'Renamed' } })
  expect(await everything(first)).not.toEqual(fresh)
  await first.end('SIGTERM')

  const again = await start('--data', data, '--scenario', 'empty', '--reset')
  expect(await call(`${again.admin_url}/health`)).toMatchObject({ scenario: 'empty', seed: 1 })
  expect(await call(`${again.base_url}/invoices`)).toMatchObject({ status: 401 })
})

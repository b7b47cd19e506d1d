import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import request from 'supertest'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp as bareApp, PARTS, startMock as bareMock } from './index.ts'
import { createApp, startMock, type StartedMock, type StartOptions } from './testing/engine.ts'
import { startingWith } from './testing/starting.ts'
import { Refusal } from './refusal.ts'
import { serveMock } from './serve.ts'
import { settingsOf } from './store/store.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((mock) => mock.close()))
})

const start = startingWith({ scenario: 'small' })

async function app(options: Parameters<typeof createApp>[0] = {}) {
  const mock = await createApp({ scenario: 'small', ...options })
  open.push(mock)
  return mock
}

function call({ base_url, target }: StartedMock, path: string, body?: object): Promise<Response> {
  const headers = { 'x-auth-token': target.api_key, 'content-type': 'application/json' }
  return fetch(
    `${base_url}${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
}

const signals = () => ['SIGINT', 'SIGTERM', 'exit'].map((name) => process.listenerCount(name))
const settings = async (seed: number) => (await call(await start({ seed }), '/settings')).json()

// As a program without types may give it.
const anything = (value: unknown) => value as never

const refuse = () => {
  throw new Refusal('not-found')
}

describe('startMock', () => {
  test('answers on a free port of loopback, silently', async () => {
    const write = vi.spyOn(process.stdout, 'write')
    const before = signals()
    const mock = await start()
    expect(mock.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/external$/)
    expect(mock.admin_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__admin$/)
    expect((await call(mock, '/settings')).status).toBe(200)
    expect((await fetch(`${mock.admin_url}/health`)).status).toBe(200)
    expect(signals()).toEqual(before)
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  test('stores and target show what holds now', async () => {
    const mock = await start()
    const [first] = mock.target.order_ids ?? []
    expect(mock.stores[0]?.order_ids).toContain(first)
    expect((await call(mock, '/invoices', { order_id: first })).status).toBe(201)
    expect(mock.stores[0]?.order_ids).not.toContain(first)
    expect(mock.target.order_ids).not.toContain(first)
    expect(mock.target.hooks?.finish_bulk?.url).toBe(`${mock.admin_url}/stores/small/bulk_actions/finish`)
  })

  test('two at once know nothing of each other', async () => {
    const [one, other] = await Promise.all([start(), start()])
    const [order_id] = one.target.order_ids ?? []
    expect((await call(one, '/invoices', { order_id })).status).toBe(201)
    expect(other.target.order_ids).toContain(order_id)
  })

  test('the same seed makes the same data, another one other data', async () => {
    expect(await settings(3)).toEqual(await settings(3))
    expect(await settings(4)).not.toEqual(await settings(3))
  })

  test('obeys a dialect', async () => {
    const mock = await start({ dialect: { 'status.unauthorized': 418 } })
    expect((await fetch(`${mock.base_url}/settings`)).status).toBe(418)
  })

  test('obeys a dialect that comes with the kit', async () => {
    const mock = await start({ dialect: 'strict' })
    expect((await call(mock, '/invoices?page=0')).status).toBe(422)
  })

  test('keeps its data where it is told to', async () => {
    const data = await mkdtemp(join(tmpdir(), 'mock-data-'))
    const first = await start({ data })
    const { order_ids = [] } = first.target
    await call(first, '/invoices', { order_id: order_ids[0] })
    await first.close()
    const second = await startMock({ data })
    open.push(second)
    expect(second.target.order_ids).toEqual(order_ids.slice(1))
    await second.close()
    await rm(data, { recursive: true })
  })

  test('close lets go of the port, and may be called again', async () => {
    const mock = await start()
    await call(mock, '/settings')
    const port = Number(new URL(mock.base_url).port)
    await Promise.all([mock.close(), mock.close()])
    const successor = await start({ port })
    expect(successor.base_url).toBe(mock.base_url)
  })

  test.each<[StartOptions, string]>([
    [{ scenario: 'none-such' }, 'none-such: there is no such scenario'],
    [{ dialect: { 'status.nothing': 1 } }, 'status.nothing: is no open question'],
    [{ scenario: { description: 'x' } }, 'the scenario: lacks stores'],
  ])('refuses %j', async (options, words) => {
    await expect(start(options)).rejects.toThrow(words)
  })

  // As a program without types has them.
  test.each<[object, string]>([
    [{ senario: 'small' }, 'startMock has no option senario; did you mean scenario?'],
    [{ seed: 'x' }, 'startMock: seed must be a whole number from 0 on, and is "x"'],
    [{ port: '80' }, 'startMock: port must be a whole number from 0 to 65535, and is "80"'],
    [{ data: '' }, 'startMock: data must be the path of a directory, and is ""'],
    [{ scenario: null }, 'startMock: scenario must be the name or file of a scenario'],
    [{ reset: 1 }, 'startMock: reset must be true or false, and is 1'],
    [
      { handlers: { ...PARTS.handlers, readInvoice: 5 } },
      'startMock: handlers: readInvoice must be a function, and is 5',
    ],
    [{ port: Number.NaN }, 'startMock: port must be a whole number from 0 to 65535, and is NaN'],
    [{ gates: {} }, 'startMock: gates must be a list of gates'],
    [{ gates: [() => undefined] }, 'startMock: gates must be a list of gates'],
    [
      { handlers: { ...PARTS.handlers, readInvoise: refuse } },
      'startMock: handlers has no option readInvoise; did you mean readInvoice?',
    ],
    [
      { handlers: { readInvoice: refuse } },
      'startMock: handlers lacks listInvoices: begin it with ...PARTS.handlers',
    ],
    [
      { handlers: { ...PARTS.handlers, readInvoice: undefined } },
      'startMock: handlers lacks readInvoice: begin it with ...PARTS.handlers',
    ],
    [{ render: 'x' }, 'startMock: render must be a function, and is "x"'],
  ])('refuses %j', async (options, words) => {
    await expect(startMock(options)).rejects.toThrow(words)
    await expect(startMock(options)).rejects.toBeInstanceOf(TypeError)
  })

  test.each([null, 'small', []])('refuses %j in the place of its options', async (options) => {
    const says = ` takes an object of options, and was given ${JSON.stringify(options)}`
    await expect(bareMock(anything(options))).rejects.toThrow(`startMock${says}`)
    await expect(bareApp(anything(options))).rejects.toThrow(`createApp${says}`)
  })

  test('what is undefined is left out', async () => {
    const mock = await start({ port: undefined, seed: undefined, dialect: undefined })
    expect((await call(mock, '/settings')).status).toBe(200)
  })

  test('names its options as a program has them', async () => {
    const { base_url } = await start()
    const port = Number(new URL(base_url).port)
    await expect(startMock({ port })).rejects.toThrow(
      `Port ${port} is in use: end what listens there, or choose another with \`port\`.`,
    )
  })
})

test('holds every answer of these tests to its schema', async () => {
  const mock = await serveMock({ scenario: 'small', port: 0, host: '127.0.0.1' })
  open.push(mock)
  const { api_key } = mock.target
  const get = () => fetch(`${mock.base_url}/settings`, { headers: { 'x-auth-token': api_key } })
  expect((await get()).status).toBe(200)
  const store = mock.mock.stores.byKey(api_key)!
  store.settings.set('settings', { ...settingsOf(store), locale: 1 as never })
  expect((await get()).status).toBe(500)
})

describe('createApp', () => {
  test('gives an app for supertest', async () => {
    const { app: mock, target } = await app()
    const answer = await request(mock).get(`${target.base_url}/invoices`).set('X-Auth-Token', target.api_key)
    expect(answer.status).toBe(200)
    expect(answer.body.invoices.length).toBeGreaterThan(0)
  })

  test('gives an app that another can mount', async () => {
    const mock = await app()
    const answer = await request(express().use('/billing', mock.app))
      .get(`/billing${mock.target.base_url}/invoices?per_page=1`)
      .set('X-Auth-Token', mock.target.api_key)
    expect(answer.body.meta).toMatchObject({ per_page: 1 })
    expect(mock.requests()).toMatchObject([{ path: `/billing${mock.target.base_url}/invoices` }])
  })

  test('has no port', async () => {
    const options: object = { port: 4010 }
    await expect(createApp(options)).rejects.toThrow(
      'createApp has no option port, because it does not listen',
    )
  })

  test('takes a scenario as a value', async () => {
    const stores = [{ name: 'mine', api_key: 'test_key_of_my_own', generate: { invoices: 3 } }]
    const { app: mock, target } = await app({ scenario: { description: 'Mine', stores } })
    expect(target.api_key).toBe('test_key_of_my_own')
    const answer = await request(mock).get(`${target.base_url}/invoices`).set('X-Auth-Token', target.api_key)
    expect(answer.body.meta.total).toBe(3)
  })

  test('can be broken on purpose, one handler at a time', async () => {
    const { app: mock, target } = await app({ handlers: { ...PARTS.handlers, readSettings: refuse } })
    const get = (path: string) =>
      request(mock).get(`${target.base_url}${path}`).set('X-Auth-Token', target.api_key)
    expect((await get('/settings')).status).toBe(404)
    expect((await get('/templates')).status).toBe(200)
  })
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkScenario } from '../../scenarios/check.ts'
import { scenarioOf } from '../../scenarios/files.ts'
import { breaksSchema } from '../../scenarios/long-lists.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { check } from '../../scenarios/schema-check.ts'
import { resultOf } from '../../scenarios/steps.ts'
import { scenarioText } from '../../scenarios/write.ts'
import { temporaryDirectory } from '../db/testing/temporary-directory.ts'
import type { StartedMock } from '../testing/engine.ts'
import { startingWith } from '../testing/starting.ts'
import { clientOf } from './testing/client.ts'
import { makeTraffic } from './testing/traffic.ts'

const start = startingWith({ scenario: 'small' })

let made: Promise<Scenario> | undefined

/** A state that is so long that it is taken in pieces. */
const largeState = (): Promise<Scenario> =>
  (made ??= start({ scenario: 'many-invoices:200' }).then((mock) => mock.state()))

const textOf = (scenario: Scenario): string => [...scenarioText(scenario, 'json')].join('')

const JSON_TYPE = { 'content-type': 'application/json' }

async function put(
  { admin_url }: StartedMock,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = JSON_TYPE,
) {
  const answer = await fetch(`${admin_url}/state`, {
    method: 'PUT',
    body,
    headers,
    duplex: 'half',
  } as RequestInit)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

/** What is told of a text that is refused. */
function toldOf(text: string, format: 'json' | 'yaml' | 'either' = 'json'): string {
  try {
    scenarioOf({ text, source: 'body', format })
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It is no mistake')
}

describe('a large state', () => {
  test('is put back as it was, however it is sent, and is there after a restart', async () => {
    const state = await largeState()
    const text = textOf(state)
    expect(text.length).toBeGreaterThan(1_500_000)
    const data = await temporaryDirectory()
    const mock = await start({ data })
    const ways: [string | Uint8Array<ArrayBuffer> | ReadableStream, Record<string, string>][] = [
      [text, JSON_TYPE],
      [`\ufeff ${text}`, { 'content-type': 'application/json; charset=utf-8' }],
      [new Blob([text]).stream(), JSON_TYPE],
      [gzipSync(text), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
      [Buffer.from(text, 'utf16le'), { 'content-type': 'text/plain; charset=utf-16le' }],
      [text, { 'content-type': 'application/x-www-form-urlencoded' }],
    ]
    for (const [body, headers] of ways) {
      await mock.load('small')
      expect((await put(mock, body, headers)).status).toBe(200)
      expect(mock.state().stores).toEqual(state.stores)
    }
    await mock.close()
    const again = clientOf(await start({ data, scenario: undefined }))
    expect((await again.admin('GET', '/state')).body.stores).toEqual(state.stores)
    expect((await again.admin('POST', '/reset')).status).toBe(200)
    expect((await again.admin('GET', '/state')).body.stores).toEqual(state.stores)
  })

  test('that is none is refused in the words of a small one, and nothing is changed', async () => {
    const state = await largeState()
    const text = textOf(state)
    const mock = await start()
    const before = mock.state().stores
    const [store] = state.stores
    const [first] = store?.records?.orders ?? []
    const { line_items: _, ...unwell } = first ?? {}
    const bad: [string, string][] = [
      ['it ends too early', text.slice(0, text.indexOf('": ', 1_200_000) + 3)],
      ['lacks line_items', text.replace(JSON.stringify(first), JSON.stringify(unwell))],
      [
        'orders[1].id: is',
        text.replace(JSON.stringify(first), `${JSON.stringify(first)}, ${JSON.stringify(first)}`),
      ],
      ['nested', text.replace('"customers": [', `"customers": [${'['.repeat(70)}${']'.repeat(70)},`)],
    ]
    for (const [says, body] of bad) {
      const told = toldOf(body)
      expect(told).toContain(says)
      expect(await put(mock, body)).toEqual({ status: 422, body: { error: told } })
    }
    const yaml = { 'content-type': 'application/yaml' }
    expect((await put(mock, text, yaml)).body).toEqual({ error: toldOf(text, 'yaml') })
    const folded = await put(mock, text.replaceAll('\n', ' ').slice(0, -4).replace('{', '['), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(folded.body.error).toContain('has it lost its line ends')
    expect(mock.state().stores).toEqual(before)
  })

  test('is too long above 256 MB, whether it says so before or not', async () => {
    const mock = await start()
    const mega = Buffer.alloc(1 << 20, ' ')
    let left = 257
    const stream = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(mega)
        else controller.close()
      },
    })
    expect(await put(mock, stream)).toEqual({ status: 413, body: { error: 'request entity too large' } })
    expect(await put(mock, Buffer.alloc(257 << 20, ' '))).toEqual({
      status: 413,
      body: { error: 'request entity too large' },
    })
  })

  test('is put back while others read and write, who see the one or the other', async () => {
    const state = await largeState()
    const mock = await start({ scenario: 'empty' })
    const [{ api_key = '', records } = {}] = state.stores
    const total = records?.invoices?.length ?? 0
    const two = textOf({
      ...state,
      description: 'Another',
      stores: state.stores.map((store) => ({
        ...store,
        records: {
          ...store.records,
          settings: store.records?.settings ?? never(),
          invoices: [],
          documents: [],
        },
      })),
    })
    const puts = { left: 2 }
    const doing = [textOf(state), two].map(async (text) => {
      const { status } = await put(mock, text)
      puts.left--
      return status
    })
    const seen = new Set<string>()
    const { api } = clientOf(mock)
    while (puts.left > 0) {
      const { status, body } = await api(api_key, 'GET', '/invoices?per_page=1')
      seen.add(`${status} ${body.meta?.total}`)
    }
    expect(await Promise.all(doing)).toEqual([200, 200])
    const allowed = ['401 undefined', `200 ${total}`, '200 0']
    for (const one of seen) expect(allowed).toContain(one)
    expect([total, 0]).toContain(mock.state().stores[0]?.records?.invoices?.length)
  })
})

const never = (): never => {
  throw new Error('A state has them')
}

/** All lists of a value with something in them, as what takes their first item and puts another there. */
function* listsIn(value: unknown): Generator<unknown[]> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > 0) yield value
  for (const part of Object.values(value)) yield* listsIn(part)
}

test('what is checked list by list is right and wrong where the whole is', async () => {
  const mock = await start({ scenario: 'default' })
  await makeTraffic(clientOf(mock), 11)
  const state: unknown = JSON.parse(JSON.stringify(mock.state()))
  const isWrong = () => resultOf(breaksSchema(state))
  expect(isWrong()).toBe(false)
  expect(checkScenario(state, 'it')).toBe(state)
  let wrong = 0
  for (const list of [...listsIn(state)].filter((_, at) => at % 17 === 0 || at < 40)) {
    const [first] = list
    for (const other of [7, null, {}, [], typeof first === 'object' ? { ...first, stranger: 1 } : 'x']) {
      list[0] = other
      const judged = isWrong()
      expect(judged).toBe(!check(false)(state))
      if (judged) wrong++
    }
    list[0] = first
  }
  expect(wrong).toBeGreaterThan(100)
  expect(isWrong()).toBe(false)
})

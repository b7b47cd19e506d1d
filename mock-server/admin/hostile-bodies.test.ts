import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp, type MockApp } from '../testing/engine.ts'

/** Bodies that are as large or as deep as somebody likes: the answer is a 4xx in words, and nothing changed. */

let mock: MockApp
const told = vi.spyOn(console, 'error')

beforeAll(async () => {
  mock = await createApp({ scenario: 'small' })
})
afterAll(() => mock.close())

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const flowDeep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index))
const stores = (count: number) =>
  JSON.stringify({
    description: 'x',
    stores: many(count, (index) => ({ name: `s${index}`, api_key: `test_key_of_store_${index}_x` })),
  })

const ROWS: [
  what: string,
  method: 'post' | 'put' | 'patch',
  path: string,
  body: () => string,
  says: RegExp,
][] = [
  [
    'a deep patch of an order',
    'patch',
    '/stores/small/orders/5001',
    () => deep(100_000),
    /nested deeper than 64 levels/,
  ],
  [
    'deep lists in an order',
    'post',
    '/stores/small/orders',
    () => `{"note":${flowDeep(100_000)}}`,
    /nested deeper than 64/,
  ],
  ['a deep clock', 'put', '/clock', () => deep(100_000), /nested deeper/],
  ['a deep dialect', 'put', '/dialect', () => deep(100_000), /nested deeper/],
  ['a deep store', 'post', '/stores', () => deep(100_000), /nested deeper/],
  ['a deep scenario in JSON', 'post', '/scenarios', () => deep(100_000), /nested too deeply/],
  [
    'a deep scenario in YAML',
    'post',
    '/scenarios',
    () => `a: ${flowDeep(100_000)}`,
    /nested too deeply|is no YAML/,
  ],
  [
    '100,000 stores',
    'post',
    '/scenarios',
    () => stores(100_000),
    /stores: must be a list of at least 1 and at most 1000, and is a list of 100000/,
  ],
  [
    'a thousand stores of a million orders',
    'post',
    '/scenarios',
    () => stores(1000).replaceAll('"name"', '"generate":{"orders":250000},"name"'),
    /describes 250000000 records, and at most 300000 are made/,
  ],
  [
    '2,000 unknown answers to open questions',
    'put',
    '/dialect',
    () =>
      JSON.stringify(
        Object.fromEntries(many(2000, (index) => [`${'status.unknown'.repeat(5)}${index}`, 1] as const)),
      ),
    /and 1980 more keys that are no open question$/,
  ],
  [
    'a window that never ends',
    'patch',
    '/dialect',
    () => '{"rate.quota":{"requests":1,"window_seconds":1e300}}',
    /rate\.quota\.window_seconds: must be a number above 0 and at most 31536000/,
  ],
  [
    'URLs that never expire',
    'patch',
    '/dialect',
    () => '{"pdf.url_lifetime":1e300}',
    /pdf\.url_lifetime: must be an integer from 1 to/,
  ],
  [
    'fields of the language',
    'post',
    '/stores/small/orders',
    () => '{"__proto__":{"a":1},"constructor":5,"toString":1}',
    /__proto__ is unknown; .*constructor is unknown; .*toString is unknown; /,
  ],
  [
    'more strange fields than anybody reads',
    'patch',
    '/stores/small/orders/5001',
    () => JSON.stringify(Object.fromEntries(many(5000, (index) => [`k${index}`, 1] as const))),
    /^k0 is unknown; .*k49 is unknown; the nearest of \d+ are [a-z_, ]+$/,
  ],
  ['YAML that takes long', 'post', '/scenarios', () => 'a: b\n'.repeat(250_000), /is more than 1 MB of YAML/],
  ['a list', 'put', '/clock', () => '[]', /must be a JSON object/],
]

test.each(ROWS)('%s', async (_, method, path, body, says) => {
  const before = mock.stores
  const sent = body()
  const verbs = request(mock.app)
  const answer = await verbs[method](`/__admin${path}`)
    .type(sent.startsWith('{') || sent.startsWith('[') ? 'json' : 'yaml')
    .send(sent)
  expect({ status: answer.status, words: answer.body.error }).toEqual({
    status: 422,
    words: expect.stringMatching(says),
  })
  expect(answer.text).not.toMatch(/\n\s+at /)
  expect(mock.stores).toEqual(before)
  expect(told).not.toHaveBeenCalled()
})

test.each<[what: string, path: string, signs: number, words: string]>([
  ['a clock', '/clock', 4_000_001, 'The body is larger than 4 MB.'],
  ['a scenario', '/scenarios', 17_000_000, 'too large'],
])('%s of any length is refused', async (_, path, signs, words) => {
  const verbs = request(mock.app)
  const method = path === '/clock' ? 'put' : 'post'
  const answer = await verbs[method](`/__admin${path}`).send('x'.repeat(signs))
  expect(answer.status).toBe(413)
  expect(answer.body.error).toContain(words)
})

test('a fault of ours is told on stderr, and its place to nobody else', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new Error('broken on purpose')
  const broken = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(() => {
    throw fault
  })
  const answer = await request(mock.app).get('/__admin/clock')
  broken.mockRestore()
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ error: 'A fault of the mock: what it writes to stderr tells more.' })
  expect(silent).toHaveBeenCalledWith(fault)
  silent.mockRestore()
})

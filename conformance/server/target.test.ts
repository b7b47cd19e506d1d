import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UsageError } from '../../schemas/command-line/usage-error.ts'
import { serveMock } from '../../mock-server/seams.ts'
import { loadTarget, parseTarget } from './load-target.ts'
import { unmetNeed } from './target.ts'

const least = { base_url: 'http://127.0.0.1:1/api/v1/external/', api_key: 'k' }

describe('a target file', () => {
  test('needs an address and a key, and permits nothing by itself', () => {
    const target = parseTarget(least)
    expect(target).toMatchObject({
      base_url: 'http://127.0.0.1:1/api/v1/external',
      patience_ms: 30_000,
      order_ids: [],
    })
    expect([...target.allow]).toEqual([])
  })

  test('reads ${NAME} from the environment, wherever it stands', () => {
    const hooks = {
      emails: {
        method: 'GET',
        url: 'http://127.0.0.1/${PATH_OF}',
        headers: { authorization: 'Bearer ${TOKEN}' },
      },
    }
    const target = parseTarget(
      { ...least, api_key: '${KEY}', hooks },
      { KEY: 'secret', PATH_OF: 'mail', TOKEN: 't' },
    )
    expect(target.api_key).toBe('secret')
    expect(target.hooks.emails).toEqual({
      method: 'GET',
      url: 'http://127.0.0.1/mail',
      headers: { authorization: 'Bearer t' },
    })
  })

  test('takes all for every permission', () => {
    expect(parseTarget({ ...least, allow: ['all'] }).allow.size).toBe(10)
  })

  test.each([
    [{ ...least, api_key: 7 }, /api_key must be a string/],
    [{ base_url: least.base_url }, /api_key is required/],
    [{ ...least, order_ids: ['1'] }, /order_ids\.0 must be an integer/],
    [{ ...least, allow: ['everything'] }, /allow\.0 must be one of documents/],
    [{ ...least, orders: [] }, /orders is unknown; the nearest of \d+ are order_ids, /],
    [{ ...least, hooks: { email: {} } }, /hooks\.email is unknown; did you mean emails\?/],
    [
      { ...least, hooks: { delete_order: { method: 'DELETE', url: 'http://localhost/orders' } } },
      /hooks\.delete_order\.url must contain \{order_id\}/,
    ],
    [
      { api_kee: 'k' },
      /base_url is required\ntarget: .*\ntarget: api_kee is unknown; did you mean api_key\?/,
    ],
    [{ ...least, base_url: 'no url' }, /no url is no URL/],
    [{ ...least, api_key: '${NOT_THERE}' }, /environment has no NOT_THERE/],
    ['text', /must be an object/],
  ])('%j is refused in words', (file, message) => {
    expect(() => parseTarget(file, {})).toThrow(message)
  })
})

test.each([
  [{}, 'orders', 'needs --allow invoices'],
  [{ allow: ['invoices'] }, 'orders', 'needs order_ids in the target file'],
  [{ allow: ['invoices'], order_ids: [1] }, 'orders', null],
  [{}, 'other_store_key', 'needs other_store_api_key in the target file'],
  [{ rate_limited_api_key: 'r' }, 'rate_limited_key', 'needs --allow rate-limit'],
  [{}, 'pdf', null],
] as const)('with %j the need %s says %s', (more, need, reason) => {
  expect(unmetNeed(parseTarget({ ...least, ...more }), need)).toBe(reason)
})

describe('a target that is served', () => {
  const token = { INVOICING_KIT_ADMIN_TOKEN: 'right' }

  test('by the admin API of a mock is fetched with the admin token; without the right one, told in words', async () => {
    const mock = await serveMock({ port: 0, host: '127.0.0.1', scenario: 'small', adminToken: 'right' })
    const target = `${mock.admin_url}/target`
    try {
      expect(await loadTarget({ target }, token)).toMatchObject({ base_url: mock.base_url })
      expect(await loadTarget({ target: `${target}?store=small` }, token)).toMatchObject({
        base_url: mock.base_url,
      })
      await expect(loadTarget({ target }, {})).rejects.toThrow(
        /: it answered 401: set INVOICING_KIT_ADMIN_TOKEN to the token that the mock was started with$/,
      )
      const wrong = loadTarget({ target }, { INVOICING_KIT_ADMIN_TOKEN: 'wrong' })
      await expect(wrong).rejects.toThrow(/401: the token in INVOICING_KIT_ADMIN_TOKEN is not the one/)
      await expect(wrong).rejects.not.toThrow(/right|wrong/)
      const unusable = loadTarget({ target }, { INVOICING_KIT_ADMIN_TOKEN: 'right\n' })
      await expect(unusable).rejects.toThrow(
        /: the token in INVOICING_KIT_ADMIN_TOKEN must be of visible ASCII characters, so that a header can carry it$/,
      )
    } finally {
      await mock.close()
    }
  })

  test('elsewhere never hears of the token, nor does who is pointed to', async () => {
    const heard: IncomingMessage[] = []
    const server = createServer((request, response) => {
      heard.push(request)
      if (request.url === '/old/__admin/target') response.writeHead(302, { location: '/__admin/target' })
      response.end(JSON.stringify(least))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const load = (path: string) => loadTarget({ target: `http://127.0.0.1:${port}${path}` }, token)
    await load('/target')
    await load('/__admin/targets?x=/__admin/target')
    await load('/files/__admin/target.json')
    expect(heard.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined])
    await expect(load('/old/__admin/target')).rejects.toThrow(
      /it answered 302 and points to \/__admin\/target, which is not followed$/,
    )
    expect(heard).toHaveLength(4)
    server.close()
    await once(server, 'close')
  })

  test('by nobody says why', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    await expect(loadTarget({ target: `http://127.0.0.1:${port}/target.json` })).rejects.toThrow(
      /^cannot read the target http:\/\/127\.0\.0\.1:\d+\/target\.json: connect ECONNREFUSED/,
    )
  })
})

describe('the text of a target file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'target-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const written = (content: string | Buffer) => {
    writeFileSync(join(folder, 'target.json'), content)
    return { target: join(folder, 'target.json') }
  }
  const GOOD = '{"base_url": "http://h", "api_key": "k"}'

  test.each([
    ['{"api_key": secret-key}', 'at line 1, column 13 "s" stands where a value belongs'],
    [
      '{\r\n  "api_key": "secret-key",\r\n}',
      'at line 3, column 1 "}" stands where a name in double quotes belongs',
    ],
    ['{"api_key": "secret-key"', 'at line 1, column 25 it ends where a comma or } belongs'],
  ])('that is no JSON is told by its place, without a word of what it holds: %j', async (content, words) => {
    const file = written(content)
    await expect(loadTarget(file)).rejects.toThrow(
      new UsageError(`cannot read the target ${file.target}: it is no JSON: ${words}`),
    )
  })

  test('may begin with the mark of UTF-8, and in UTF-16 is told as what it is', async () => {
    expect(await loadTarget(written(`\uFEFF${GOOD}`))).toMatchObject({ base_url: 'http://h', api_key: 'k' })
    const bytes = Buffer.from(`\uFEFF${GOOD}`, 'utf16le')
    for (const file of [bytes, Buffer.from(bytes).swap16()])
      await expect(loadTarget(written(file))).rejects.toThrow(/target\.json: it is UTF-16, .* as UTF-8$/)
  })
})

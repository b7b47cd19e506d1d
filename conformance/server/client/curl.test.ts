import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS, target } from '../../proof/testing/made-up-result.ts'
import { curl } from './curl.ts'
import type { SentRequest } from './exchange.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: { [name: string]: unknown }
  body: string
}

const key = KEYS.api_key
const received: Received[] = []
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

const path = '/api/v1/external/invoices'
const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0

/** Pastes the line into a shell that has the key, and answers what the server got. */
async function replayed(request: Partial<SentRequest> & { path?: string }): Promise<Received> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const line = curl(
    {
      method: 'GET',
      headers: { accept: 'application/json', 'x-auth-token': key },
      body: null,
      ...request,
      url: origin + (request.path ?? path),
    },
    target,
  )
  expect(line).not.toContain(key)
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', INVOICING_API_KEY: key }
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { env })
  expect(stdout).toMatch(/^HTTP\/1\.1 200/)
  return received.at(-1)!
}

describe.skipIf(!hasCurl)('a curl line sends again', () => {
  test('method, address and headers', async () => {
    const got = await replayed({ path: `${path}?page=2&search=a%20'b"%24HOME` })
    expect(got).toMatchObject({ method: 'GET', url: `${path}?page=2&search=a%20'b"%24HOME`, body: '' })
    expect(got.headers).toMatchObject({ accept: 'application/json', 'x-auth-token': key })
  })

  test.each(['POST', 'PATCH', 'DELETE', 'PUT'])('%s without a body', async (method) => {
    expect(await replayed({ method })).toMatchObject({ method, body: '' })
  })

  test.each([
    ['JSON', '{"a":"it\'s $HOME `x` \\"q\\" !"}'],
    ['nothing', ''],
    ['a leading @', '@/etc/hostname'],
    ['line ends and tabs', '{\n\t"a": 1\r\n}\n'],
    ['control characters', '{"a":"\u001b[31m\u007f\u0085\u202e\\"}'],
    ['NUL', "a\0b'c"],
    ['letters beyond ASCII', 'Zoë 漢字 😀'],
    ['a large body', JSON.stringify({ ids: Array.from({ length: 5_000 }, (_, at) => 1_000_000 + at) })],
  ])('a body of %s', async (_, body) => {
    const got = await replayed({ method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(got).toMatchObject({ method: 'POST', body })
    expect(got.headers['content-type']).toBe('application/json')
  })

  test('a body in chunks', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const got = await replayed({ method: 'PATCH', headers, body: '{"a":1}' })
    expect(got).toMatchObject({ method: 'PATCH', body: '{"a":1}' })
    expect(got.headers['transfer-encoding']).toBe('chunked')
  })

  test.each([
    ['brackets', `${path}?a[]=1&b={1,2}`],
    ['dots', '/api/v1/external/../external/./invoices'],
    ['bad percent escapes', `${path}?search=%zz%`],
  ])('an address with %s', async (_, odd) => {
    expect((await replayed({ path: odd })).url).toBe(odd)
  })

  test.each([
    ['a shorter key', key.slice(0, -1)],
    ['a longer key', `${key}0`],
    ['half a key and a wildcard', `${key.slice(0, 15)}%`],
    ['a key with SQL', `${key}' OR '1'='1`],
    ['upper case', key.toUpperCase()],
    ['lower case', key.toLowerCase()],
    ['a key with a character changed', `${key.slice(0, 14)}x${key.slice(15)}`],
    ['no real key', '$(id) `id` "x"'],
    ['an empty key', ''],
  ])('%s', async (_, token) => {
    expect((await replayed({ headers: { 'x-auth-token': token } })).headers['x-auth-token']).toBe(token)
  })
})

test('is one line of visible characters', () => {
  const body = 'a\nb\u001b]0;x\u0007\u202e'
  const line = curl({ method: 'POST', url: 'http://h/x', headers: {}, body }, target)
  expect(line).toBe(String.raw`curl -sS -i 'http://h/x' --data-raw $'a\nb\x1b]0;x\x07\xe2\x80\xae'`)
})

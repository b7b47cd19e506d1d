import express, { type Express } from 'express'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { answerError } from './answer-error.ts'
import { isLoopback } from '../../schemas/journal/callers.ts'
import { guard, type Access } from './guard.ts'

describe('loopback names', () => {
  test.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['[::1]', true],
    ['::1', true],
    ['127.0.0.1.example.org', false],
    ['localhost.example.org', false],
    ['example.org', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
    ['', false],
  ])('%s: %s', (name, expected) => expect(isLoopback(name)).toBe(expected))
})

function guarded(access: Access): Express {
  const app = express()
  app.use(guard(access), (_request, response) => void response.json({ inside: true }))
  return app.use(answerError)
}

describe('who gets into the admin API', () => {
  const here: Access = { loopback: true, token: undefined }
  const hereWithToken: Access = { loopback: true, token: 'secret' }
  const everywhere: Access = { loopback: false, token: 'secret' }
  const host = '127.0.0.1:4010'
  const own = `http://${host}`
  const token = 'Bearer secret'

  test.each<[string, Access, Record<string, string>, number]>([
    ['curl', here, { host }, 200],
    ['curl by another loopback name', here, { host: 'localhost:4010' }, 200],
    ['a DNS name that was bent to this machine', here, { host: 'evil.example:4010' }, 403],
    ['no host at all', here, { host: '' }, 403],
    ['a page of ours', here, { host, origin: own, 'sec-fetch-site': 'same-origin' }, 200],
    ['an address typed by hand', here, { host, 'sec-fetch-site': 'none' }, 200],
    ['a foreign page', here, { host, origin: 'https://evil.example' }, 403],
    ['a foreign page without an origin', here, { host, 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of another port', here, { host, origin: 'http://127.0.0.1:3000' }, 403],
    ['a page in a sandbox', here, { host, origin: 'null' }, 403],
    ['no token', hereWithToken, { host }, 401],
    ['the token', hereWithToken, { host, authorization: token }, 200],
    ['the token with a foreign host', hereWithToken, { host: 'evil.example', authorization: token }, 403],
    ['any host, no token', everywhere, { host: 'mock.example' }, 401],
    ['any host, the token', everywhere, { host: 'mock.example', authorization: token }, 200],
    [
      'any host, the token in another case of the scheme',
      everywhere,
      { host, authorization: 'bearer secret' },
      200,
    ],
    ['any host, the beginning of the token', everywhere, { host, authorization: 'Bearer secre' }, 401],
    ['any host, more than the token', everywhere, { host, authorization: 'Bearer secrets' }, 401],
    ['any host, another scheme', everywhere, { host, authorization: 'Basic secret' }, 401],
    [
      'any host, a foreign page',
      everywhere,
      { host, authorization: token, origin: 'https://evil.example' },
      403,
    ],
  ])('%s', async (_who, access, headers, status) => {
    const answer = await request(guarded(access)).get('/').set(headers)
    expect(answer.status).toBe(status)
    expect(Object.keys(answer.body)).toEqual([status === 200 ? 'inside' : 'error'])
  })
})

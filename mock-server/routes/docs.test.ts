import request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATION_IDS } from '../../schemas/operations.ts'
import { createApp, type MockApp } from '../testing/engine.ts'
import { serveMock } from '../serve.ts'

/** What the documentation of a running mock has beside the document that is exported. */

interface Parameter {
  name: string
  in: string
  required?: boolean
  example?: unknown
}
interface Operation {
  operationId: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { example: object } } }
}
interface Document {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: { apiKey: { 'x-living-key'?: string } } }
}

let mock: MockApp
let document: Document
const get = (path: string) => request(mock.app).get(path).set('host', 'localhost')

beforeAll(async () => {
  mock = await createApp({ scenario: 'small' })
  document = (await get('/openapi.json').expect(200)).body
})
afterAll(() => mock.close())

/** All operations, with what is deleted at the end. */
const operations = () =>
  Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    )
    .toSorted((one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'))

type Tried = ReturnType<typeof operations>[number]

/** Sends an operation as the page has it before anything is typed. */
function tryOut({ path, method, parameters, requestBody }: Tried) {
  const given = parameters.filter(({ example }) => example !== undefined)
  const query = given.filter((parameter) => parameter.in === 'query')
  const place = given.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path)
  const search = new URLSearchParams(
    query.map(({ name, example }): [string, string] => [name, String(example)]),
  )
  const sent = request(mock.app)[method as 'get'](`/api/v1/external${place}?${search}`)
  const key = document.components.securitySchemes.apiKey['x-living-key'] ?? ''
  return sent.set('x-auth-token', key).send(requestBody?.content['application/json'].example)
}

describe('the document that a mock serves', () => {
  test('has every operation work as it stands', async () => {
    const answered: [string, number, object][] = []
    for (const operation of operations()) {
      const { status, body } = await tryOut(operation)
      answered.push([operation.operationId, status, body])
    }
    expect(answered.map(([id]) => id).toSorted()).toEqual(OPERATION_IDS.toSorted())
    expect(answered.filter(([, status]) => status >= 300)).toEqual([])
  })

  test('says of each what it is for, before what is stated of it', () => {
    for (const { description } of operations())
      expect(description).toMatch(/^[A-Z][^]+\.\n\n<details>\n<summary>What the specification states/)
  })

  test('tells of what the mock alone has', () => {
    const headers = operations().map(({ parameters }) => parameters.map(({ name }) => name))
    expect(headers.filter((names) => !names.includes('X-Mock-Answer'))).toEqual([])
    for (const place of ['/documents/', '/__admin/console', '/__admin/openapi.json'])
      expect(document.info.description).toContain(place)
  })
})

describe('keys of the store', () => {
  test('are told to those alone whom the admin API answers', async () => {
    const { api_key } = mock.target
    expect((await get('/openapi.json')).text).toContain(api_key)
    expect((await get('/openapi.json').set('host', 'evil.example')).text).not.toContain(api_key)
    expect((await get('/openapi.json').set('sec-fetch-site', 'cross-site')).text).not.toContain(api_key)
  })

  test('are not told by a mock that wants a token', async () => {
    const guarded = await serveMock({ port: 0, host: '127.0.0.1', scenario: 'small', adminToken: 'secret' })
    const told = await (await fetch(new URL('/openapi.json', guarded.base_url))).text()
    expect(told).not.toContain(guarded.target.api_key)
    expect(told).not.toContain('x-living-key')
    await guarded.close()
  })
})

describe('pages', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

  test('a browser is led on from the root, and a program told in JSON', async () => {
    const { text, type } = await get('/').set('accept', BROWSER).expect(200)
    expect(type).toBe('text/html')
    for (const place of ['/docs', '/docs/admin', '/openapi.json', '/__admin/console'])
      expect(text).toContain(`href="http://localhost${place}"`)
    expect(Object.keys((await get('/')).body)).toEqual(['api', 'docs', 'openapi', 'console', 'admin'])
  })

  test.each(['/docs', '/docs/', '/docs/admin', '/__admin/console', '/__admin/console/'])(
    '%s is one',
    async (path) => {
      const { type } = await get(path).expect(200)
      expect(type).toBe('text/html')
    },
  )

  test('files can be asked after', async () => {
    const { status } = await request(mock.app).head('/docs/swagger-ui.css')
    expect(status).toBe(200)
  })
})

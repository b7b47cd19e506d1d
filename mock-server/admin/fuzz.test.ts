import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMock, type StartedMock } from '../testing/engine.ts'
import { oddText } from '../routes/testing/odd-bodies.ts'

/**
 * Whatever the admin API is sent, it answers in JSON with a sentence, tells nobody of a fault of its own, and what it
 * refuses changes nothing; the mock goes on answering.
 */

type Shape = {
  [keyword: string]: unknown
  $ref?: string
  properties?: Record<string, Shape>
  anyOf?: Shape[]
}
interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { in: string; name: string }[]
        requestBody?: { content: Record<string, { schema: Shape }> }
        responses: Record<string, { content?: object }>
      }
    >
  >
  components: { schemas: Record<string, Shape> }
}

let mock: StartedMock
let document: Document
const told = vi.spyOn(console, 'error')

beforeAll(async () => {
  mock = await startMock({ scenario: 'empty' })
  // It holds to what openapi.test.ts compiles.
  document = (await (await fetch(`${mock.admin_url}/openapi.json`)).json()) as Document
})
afterAll(() => mock.close())

const NAMES = [
  'empty',
  'small',
  'nobody',
  '1',
  '0',
  '-1',
  '9'.repeat(20),
  '%00',
  '%zz',
  '..%2f',
  '__proto__',
  'constructor',
]

const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  oddText.map((bytes) => Buffer.from(bytes).toString('utf8').slice(0, 300)),
  fc.constantFrom(
    -1,
    1e308,
    '2026-03-01T00:00:00Z',
    'empty',
    {},
    [],
    { kind: 'latency', ms: 1 },
    { operation: 'createInvoice' },
  ),
)

/** The fields that a body may have, with those of the schemas that it leads to. */
function fieldsOf(shape: Shape): string[] {
  const { $ref, properties = {}, anyOf = [] } = shape
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? '']
  return [...Object.keys(properties), ...(named ? fieldsOf(named) : []), ...anyOf.flatMap(fieldsOf)]
}

const oddBody = (shape: Shape | undefined) => {
  const fields = [...(shape ? fieldsOf(shape) : []), 'nothing', '__proto__', 'stores', 'description']
  const object = fc
    .array(fc.tuple(fc.constantFrom(...fields), oddValue), { maxLength: 4 })
    .map(
      (entries) =>
        `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
    )
  return fc.oneof(
    { weight: 4, arbitrary: object },
    fc.json(),
    fc.constantFrom('', '{', '[]', 'null', '- a: [', '\u0000', '"'),
  )
}

/** A request to one of the routes, each part of it as it may be or odd. */
const oddRequest = () => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  // What never ends is not read to its end.
  const ending = all.filter(
    ({ operation }) => !JSON.stringify(operation.responses).includes('text/event-stream'),
  )
  return fc.constantFrom(...ending).chain(({ path, method, operation }) => {
    const [content] = Object.values(operation.requestBody?.content ?? {})
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
    return fc.record({
      method: fc.constant(method.toUpperCase()),
      path: fc.array(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 2 }).map((given) => {
        const left = [...given]
        return path.replaceAll(/\{\w+\}/g, () => left.pop() ?? 'x')
      }),
      query: fc
        .array(fc.tuple(fc.constantFrom(...names, 'x'), fc.constantFrom(...NAMES, '', 'true', '5')), {
          maxLength: 2,
        })
        .map((pairs) => pairs.map((pair) => pair.join('=')).join('&')),
      type: fc.constantFrom('application/json', 'application/yaml', 'text/html', ''),
      body: method === 'get' ? fc.constant(undefined) : oddBody(content?.schema),
    })
  })
}

/** `npm run fuzz` sends more. */
const COUNT = 300 * Number(process.env['FUZZ'] ?? 1)

/** All but clocks, which run. */
const content = () =>
  JSON.stringify([mock.stores.map((store) => ({ ...store, clock: null })), mock.dialect, mock.emails()])

/** What is wrong with an answer; null for nothing. */
async function faultOf(answer: Response): Promise<string | null> {
  const text = await answer.text()
  if (answer.status >= 500 || answer.status < 200) return `${answer.status} ${text}`
  if (/\n {4}at |node_modules/.test(text)) return text
  if (answer.status < 400) return null
  return typeof JSON.parse(text).error === 'string' ? null : text
}

test(`${COUNT} odd requests over all routes`, async () => {
  let before = content()
  await fc.assert(
    fc.asyncProperty(oddRequest(), async ({ method, path, query, type, body }) => {
      const answer = await fetch(`${mock.admin_url}${path}?${query}`, {
        method,
        headers: type === '' ? {} : { 'content-type': type },
        ...(body !== undefined && { body }),
      })
      expect(await faultOf(answer)).toBeNull()
      const after = content()
      expect(answer.status >= 400 && after !== before && { before, after }).toBe(false)
      before = after
    }),
    { numRuns: COUNT, endOnFailure: true },
  )
  expect(told.mock.calls).toEqual([])
  expect((await fetch(`${mock.admin_url}/health`)).status).toBe(200)
})

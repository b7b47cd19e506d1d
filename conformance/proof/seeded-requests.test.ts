import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import type { TargetFile } from '../../schemas/types.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import type { RunOptions } from '../run/options.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { around } from './mutants/answers.ts'
import { recordingProxy, type Received } from './testing/recording-proxy.ts'

const MARKER = 'ikmrt0abcdabcdef'

/** Slugs are random in the mock, so the test numbers them. */
function numberedSlugs(): ReturnType<ReturnType<typeof around>> {
  let count = 0
  const uuid = () => `5eed0000-0000-4000-a000-${String(++count).padStart(12, '0')}`
  return around('createInvoice', (request, handler) => {
    const { world } = request.context
    return handler({ ...request, context: { ...request.context, world: { now: () => world.now(), uuid } } })
  })(PARTS)
}

/** Every request that a run sends to a fresh mock whose clock stands still, sorted: a check sends some concurrently. */
async function sentBy(allow: NonNullable<TargetFile['allow']>, options: RunOptions): Promise<string[]> {
  const mock = await startMock({ ...numberedSlugs(), scenario: 'default', seed: 3 })
  await mock.clock.freeze('2026-03-05T10:00:00Z')
  const proxy = await recordingProxy(mock.base_url)
  const target = parseTarget({ ...mock.target, base_url: proxy.base_url, allow })
  await run(target, { seed: 7, marker: MARKER, ...options })
  await proxy.close()
  await mock.close()
  return proxy.received.map(lineOf).toSorted()
}

const lineOf = ({ method, url, body }: Received): string => withoutSignature(`${method} ${url} ${body}`)

/** Each mock signs its URLs with a secret of its own. */
const withoutSignature = (line: string): string => line.replace(/(?<=\bsignature=)\w+/, '…')

/** The mock numbers documents in the order of the requests, which concurrency changes. */
const withoutDocumentId = (line: string): string => line.replace(/(?<=uments?\/\w+\/)\d+/, '#')

/** Every clause but those of the rate limit: its window never ends while the mock's clock stands still. */
const CLAUSES = selectClauses([]).filter((clause) => !clause.startsWith('rate.'))

const isWhole = process.env['LONG'] === 'all'
const SOME = selectClauses([
  'templates.create',
  'customers.delete',
  'create.persists',
  'errors',
  'auth.key-unknown',
])

test('a run without concurrency sends the same requests for the same seed', async () => {
  const options = { concurrency: 1, runs: 2, clauses: isWhole ? CLAUSES : SOME }
  const first = await sentBy(['all'], options)
  expect(first.length).toBeGreaterThan(500)
  expect(await sentBy(['all'], options)).toEqual(first)
})

test('a concurrent run that only reads sends the same requests for the same seed', async () => {
  const clauses = isWhole ? CLAUSES : selectClauses(['list', 'read', 'pdf', 'errors', 'auth'])
  const sortedLines = async () => (await sentBy([], { clauses })).map(withoutDocumentId).toSorted()
  const first = await sortedLines()
  expect(first.length).toBeGreaterThan(500)
  expect(await sortedLines()).toEqual(first)
})

test('another seed sends other requests', async () => {
  const options = { concurrency: 1, clauses: selectClauses(['read.unknown']) }
  expect(await sentBy([], { ...options, seed: 8 })).not.toEqual(await sentBy([], options))
})

test('two runs of one seed on one deployment name their records differently, and report how', async () => {
  const mock = await startMock({ seed: 3 })
  const options = { seed: 7, runs: 1, clauses: selectClauses(['templates.create']) }
  const target = parseTarget({ ...mock.target, allow: ['writes'] })
  const markers = [await run(target, options), await run(target, options)].map(({ marker }) => marker)
  const created = JSON.stringify(mock.requests({ operation: 'createTemplate' }))
  await mock.close()
  for (const marker of markers) expect(created).toContain(marker)
  expect(new Set(markers).size).toBe(2)
})

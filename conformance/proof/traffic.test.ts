import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import type { ClauseId } from '../../schemas/clauses.ts'
import { MUTANTS } from './mutants/index.ts'
import { passThrough } from './traffic/bytes.ts'
import { runThrough } from './traffic/through.ts'

/** Small requests and large, reads and writes; `npm run traffic` takes all, on more servers. */
const CLAUSES: readonly ClauseId[] = [
  'list.pages-partition',
  'customers.create',
  'templates.delete',
  'settings.read',
]

const failing = ({ verdicts }: Awaited<ReturnType<typeof runThrough>>['seen']) =>
  verdicts.flatMap(({ clause, outcome }) => (outcome === 'fail' || outcome === 'error' ? clause : []))

test('the proxy changes no verdict of the suite, and raises no alarm', async () => {
  const mock = await startMock({ seed: 1 })
  try {
    const { run, seen, judged, faults, traffic } = await runThrough(mock.target, {
      clauses: CLAUSES,
      seed: 1,
      runs: 1,
    })
    expect(run.verdicts.map(({ clause, outcome }) => `${clause} ${outcome}`)).toEqual(
      CLAUSES.map((clause) => expect.stringContaining(`${clause} pass`)),
    )
    expect(failing(seen)).toEqual([])
    expect(faults).toEqual([])
    expect(judged).toBeGreaterThan(50)
    // What the mock answers where it is free, without one request that asks for it.
    expect(Object.fromEntries([...seen.observations].map(([key, { value }]) => [key, value]))).toMatchObject({
      'status.created': 201,
      'status.deleted': 204,
      'status.not_found': 404,
      'list.order': 'newest_first',
      'format.slug': { version: 4, case: 'lower' },
    })
    expect(traffic.coverage.operations['createCustomer']?.outcomes['created']).toBeGreaterThan(0)
  } finally {
    await mock.close()
  }
})

test('it loses no request and alters no byte', async () => {
  const { whole, broken, left, wrong } = await passThrough(100)
  expect(wrong).toEqual([])
  expect({ whole, broken, left }).toEqual({ whole: 97, broken: 1, left: 2 })
})

test('it sees without being told what is sent that a server is broken', async () => {
  const mutant = MUTANTS.find(({ id }) => id === 'templates.name-is-not-saved-at-creation')
  const mock = await startMock({ ...(mutant?.mutate(PARTS) ?? PARTS), seed: 1 })
  try {
    const { seen } = await runThrough(mock.target, { clauses: ['templates.create'], seed: 1, runs: 1 })
    expect(failing(seen)).toContain('templates.create')
  } finally {
    await mock.close()
  }
})

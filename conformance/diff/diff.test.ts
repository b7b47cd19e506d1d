import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { IS_LONG } from '../../schemas/testing/sample.ts'
import { singleChanges } from '../proof/mutants/other-dialects.ts'
import { parseTarget } from '../server/load-target.ts'
import { diff } from './diff.ts'
import { diffReport, exitCodeOf } from './report.ts'
import { diffTerminal } from './terminal.ts'

type Options = Parameters<typeof startMock>[0]

/** The report of comparing the mock as it is with one of these options. */
async function compared(options: Options, given: Parameters<typeof diff>[2] = {}) {
  const mocks = [await startMock({ seed: 1 }), await startMock({ seed: 1, ...options })] as const
  const [here, there] = [parseTarget(mocks[0].target), parseTarget(mocks[1].target)]
  const report = diffReport(await diff(here, there, { seed: 1, runs: 4, ...given }))
  await Promise.all(mocks.map((mock) => mock.close()))
  return report
}

/** Answers with another name than the template has. */
const shouting: typeof PARTS.handlers.readTemplate = (request) => {
  const answer = PARTS.handlers.readTemplate(request)
  return { ...answer, body: { template: { ...Object(answer.body).template, name: 'LOUD' } } }
}
test('two servers that are alike differ in nothing, whatever else they hold', async () => {
  const report = await compared({ seed: 2 })
  expect(report.differences).toEqual([])
  expect(report.notes).toEqual([expect.stringMatching(/^\d+ invoices of orders that are not alike/)])
  expect(exitCodeOf(report)).toBe(0)
  expect(diffTerminal(report, false)).toMatch(/\nNo difference\.\n$/)
})

test('a fault is told apart from another dialect, and judged on both', async () => {
  const report = await compared(
    {
      dialect: { 'status.created': 200 },
      handlers: { ...PARTS.handlers, readTemplate: shouting },
    },
    { runs: 10 },
  )
  expect(report.differences).toMatchObject([
    {
      subjects: ['templates.read'],
      is_open: false,
      operation: 'readTemplate',
      moves: ['createTemplate({})', expect.stringMatching(/^readTemplate\(#\d\)$/)],
      values: [{ where: 'body.template.name', b: '"LOUD"' }],
      confirmed: '2 of 2',
      curl: [expect.stringMatching(/^curl .*\/templates\/\d+/), expect.stringMatching(/^curl /)],
    },
    { subjects: ['status.created'], is_open: true, values: [{ where: 'status', a: '201', b: '200' }] },
  ])
  expect(report.judged).toMatchObject([{ clause: 'templates.read', a: 'pass', b: 'fail' }])
  expect(exitCodeOf(report)).toBe(1)
  expect(diffTerminal(report, false)).toContain('B breaks templates.read')
})

test('a server that may only be read is only read', async () => {
  const mocks = [await startMock({ seed: 1 }), await startMock({ seed: 2 })] as const
  const [here, there] = mocks.map(({ target }) => parseTarget({ ...target, allow: [] }))
  if (!here || !there) throw new Error('two mocks have two targets')
  const report = diffReport(await diff(here, there, { seed: 1, runs: 2 }))
  expect(report.differences).toEqual([])
  expect(report.notes).toEqual([expect.stringMatching(/^Only reading was allowed/)])
  for (const mock of mocks) {
    const methods = mock.requests().map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['GET']))
    await mock.close()
  }
})

/** Answers that follow from another one, or that cannot be told from it. */
const FOLLOWS: Readonly<Record<string, string>> = {
  'pagination.search_out_of_range': 'pagination.out_of_range',
  'status.created': 'status.existing',
}

const CHANGES = singleChanges().filter((_, at) => IS_LONG || at % 9 === 0)

test.each(CHANGES)('what $name changes, where it shows, is told as that', async ({ dialect }) => {
  const { differences } = await compared({ dialect })
  const changed = Object.keys(dialect)
  for (const { subjects, is_open } of differences) {
    expect([...subjects, ...subjects.map((subject) => FOLLOWS[subject])]).toEqual(
      expect.arrayContaining(changed),
    )
    expect(is_open).toBe(true)
  }
})

test.each<[Partial<Dialect>, string[]]>([
  [{ 'list.order': 'oldest_first' }, ['list.order']],
  [
    { 'search.match': { unit: 'prefix', case: 'folded', accents: 'exact' } },
    ['search.match', 'customers.search-name', 'customers.search-email'],
  ],
  [{ 'meta.empty_total_pages': 1 }, ['meta.empty_total_pages']],
])('%j shows in lists, and is named', async (dialect, subjects) => {
  const { differences } = await compared({ dialect }, { runs: 30 })
  expect(differences).toMatchObject([{ subjects, is_open: true }])
})

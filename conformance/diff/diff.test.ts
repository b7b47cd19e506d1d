import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import { Refusal } from '../../mock-server/seams.ts'
import type { Dialect } from '../../schemas/dialect.ts'
import { IS_LONG, sampleOf } from '../../schemas/testing/sample.ts'
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

/** Whatever type is asked for, quotes are listed. */
const quoting: typeof PARTS.handlers.listInvoices = (request) =>
  PARTS.handlers.listInvoices(
    request.query['invoice_type'] === undefined
      ? request
      : { ...request, query: { ...request.query, invoice_type: 'quote' } },
  )

const BESIDE: readonly [Partial<Dialect>, unknown[]][] = [
  [{}, []],
  [{ 'create.draft_type': 'pro_forma' }, [['create.draft_type', true]]],
]

test.each(sampleOf(BESIDE, 1))(
  'a filter that is broken is told as that beside %j',
  async (dialect, others) => {
    const handlers = { ...PARTS.handlers, listInvoices: quoting }
    const report = await compared({ dialect, handlers }, { runs: 30, seed: 2 })
    const told = report.differences.map(({ subjects, is_open }) => [...subjects, is_open])
    expect(told).toEqual([['list.filter-invoice-type', false], ...others])
  },
)

/** A further action is started as if there were none. */
const unconcerned: typeof PARTS.handlers.bulkPdf = (request) => {
  try {
    return PARTS.handlers.bulkPdf(request)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.kind !== 'conflict') throw refusal
    return { outcome: 'queued', body: { bulk_action: { id: 1, status: 'queued', total_count: 1 } } }
  }
}

test.runIf(IS_LONG)(
  'a server that begins an action beside another is told by the clause that it breaks',
  async () => {
    const report = await compared(
      { handlers: { ...PARTS.handlers, bulkPdf: unconcerned } },
      { runs: 30, seed: 3 },
    )
    expect(report.differences).toMatchObject([
      { subjects: ['bulk.duration', 'bulk.conflict'], is_open: false, confirmed: '2 of 2' },
    ])
  },
)

/** No packing slip is made anew. */
const slipless: typeof PARTS.handlers.regenerateInvoice = (request) => {
  if (request.query['packing_slip'] === true)
    throw new Refusal('unprocessable', { packing_slip: ['is not made'] })
  return PARTS.handlers.regenerateInvoice(request)
}

test.runIf(IS_LONG)('a packing slip that the one does not make anew is told', async () => {
  const report = await compared(
    { handlers: { ...PARTS.handlers, regenerateInvoice: slipless } },
    { runs: 30 },
  )
  expect(report.differences).toMatchObject([
    { subjects: ['regenerate.same-invoice'], operation: 'regenerateInvoice', confirmed: '2 of 2' },
  ])
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
}

const CHANGES = singleChanges().filter((_, at) => IS_LONG || at % 24 === 0)

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

const SHOWN: readonly [Partial<Dialect>, string[]][] = [
  [{ 'list.order': 'oldest_first' }, ['list.order']],
  [
    { 'search.match': { unit: 'prefix', case: 'folded', accents: 'exact' } },
    ['search.match', 'customers.search-name', 'customers.search-email'],
  ],
  [{ 'meta.empty_total_pages': 1 }, ['meta.empty_total_pages']],
  [{ 'format.money': 2 }, ['format.money']],
  [{ 'create.draft_type': 'pro_forma' }, ['create.draft_type']],
  [{ 'status.existing': 201 }, ['status.existing']],
  [{ 'body.conflict': 'none' }, ['body.conflict']],
  [{ 'bulk.empty': 'accepted' }, ['bulk.empty', 'errors.precedence']],
  [{ 'patch.omitted': 'reset_optional' }, ['patch.omitted']],
]

test.each(sampleOf(SHOWN, 1))(
  '%j shows in what is made and listed, and nothing else is named',
  async (dialect, subjects) => {
    const { differences } = await compared({ dialect }, { runs: 30 })
    expect(differences).toMatchObject([{ subjects, is_open: true }])
  },
)

import { describe, expect, test } from 'vitest'
import { DEFAULT_DIALECT, parseDialect } from '../dialect.ts'
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations.ts'
import { validate } from '../validate.ts'
import { coverageOf } from './coverage.ts'
import { DOCUMENT_KINDS, DOWNLOAD_OUTCOMES, extentOf } from './extent.ts'
import { coveragePage } from './page.ts'
import { QuestionSet } from './question-set.ts'
import { coverageTable } from './table.ts'
import { countDownload, countRequest, newTally, type Met, type Tally } from './tally.ts'

const REQUEST: Omit<Met, 'questions'> = {
  operation: 'listInvoices',
  outcome: 'ok',
  query: {},
  body: undefined,
  answered: null,
  document: null,
}

const request = (met: Partial<Met>): Met => ({ ...REQUEST, questions: new QuestionSet(), ...met })

function tallyOf(...requests: Partial<Met>[]): Tally {
  const tally = newTally()
  for (const met of requests) countRequest(tally, request(met))
  return tally
}

const page = (number: number, total_pages: number) => ({
  answered: { invoices: [], meta: { total: 9, page: number, per_page: 3, total_pages } },
})

const coverage = (...requests: Partial<Met>[]) => coverageOf([tallyOf(...requests)], DEFAULT_DIALECT)

describe('a request counts', () => {
  test.each<[string, Partial<Met>, OperationId, object]>([
    ['by its outcome', { outcome: 'unauthorized' }, 'listInvoices', { outcomes: { unauthorized: 1 } }],
    ['by one that is not listed too', { outcome: 'failed' }, 'listInvoices', { outcomes: { failed: 1 } }],
    [
      'the parameters that it had and the operation has',
      { query: { page: '2', pagee: '1', toString: '', __proto__: 1 } },
      'listInvoices',
      { outcomes: { ok: 1 }, parameters: { page: 1 } },
    ],
    [
      'a page beyond the first that holds something',
      page(2, 3),
      'listInvoices',
      { outcomes: { ok: 1 }, later_pages: 1 },
    ],
    ['no first page', page(1, 3), 'listInvoices', { outcomes: { ok: 1 } }],
    ['no page beyond the last', page(4, 3), 'listInvoices', { outcomes: { ok: 1 } }],
    [
      'the fields that it sent and the operation has, whatever they hold',
      {
        operation: 'createInvoice',
        outcome: 'created',
        body: { order_id: null, drafts: true, constructor: 1 },
      },
      'createInvoice',
      { outcomes: { created: 1 }, fields: { order_id: 1 } },
    ],
    [
      'fields that lie inside others',
      {
        operation: 'createTemplate',
        outcome: 'created',
        body: { template: { name: 'T', id: 1 }, name: 'x' },
      },
      'createTemplate',
      { outcomes: { created: 1 }, fields: { 'template.name': 1 } },
    ],
    [
      'a body that is no object for nothing',
      { operation: 'createTemplate', outcome: 'unprocessable', body: [null, 'x', 7] },
      'createTemplate',
      { outcomes: { unprocessable: 1 } },
    ],
    [
      'a body of lists in lists for nothing, however deep they are',
      {
        operation: 'createTemplate',
        outcome: 'unprocessable',
        body: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
      },
      'createTemplate',
      { outcomes: { unprocessable: 1 } },
    ],
  ])('%s', (_what, met, id, expected) => {
    const { operations } = coverage(met)
    expect(withoutZeros(operations)).toEqual({ [id]: { requests: 1, ...expected } })
  })

  test('where it fits no operation', () => {
    const { operations, no_operation } = coverage({ operation: null, outcome: 'not-found' })
    expect([withoutZeros(operations), no_operation]).toEqual([
      {},
      { requests: 1, outcomes: { 'not-found': 1 } },
    ])
  })

  test('in the tallies that are added up', () => {
    const both = [tallyOf({}, page(2, 2)), tallyOf({ outcome: 'failed', query: { page: '1' } }), newTally()]
    expect(withoutZeros(coverageOf(both, DEFAULT_DIALECT).operations)).toEqual({
      listInvoices: {
        requests: 3,
        outcomes: { ok: 2, failed: 1 },
        parameters: { page: 1 },
        later_pages: 1,
      },
    })
  })
})

/** What is not 0, and not empty. */
function withoutZeros(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value)
    .map(([name, inside]) => [name, withoutZeros(inside)] as const)
    .filter(([, inside]) => inside !== 0 && JSON.stringify(inside) !== '{}')
  return Object.fromEntries(kept)
}

/** One of everything that the contract has. */
function everything(): Tally {
  const questions = new QuestionSet()
  Object.values(questions.noting(DEFAULT_DIALECT))
  const tally = newTally()
  for (const operation of OPERATION_IDS) {
    const { outcomes, parameters, paths } = extentOf(operation)
    const query = Object.fromEntries(parameters.map((name) => [name, '']))
    const body = paths.reduce<Record<string, Record<string, string>>>((whole, path) => {
      const [around = '', name = ''] = path.split('.')
      return { ...whole, [around]: { ...whole[around], [name]: '' } }
    }, {})
    for (const outcome of [...outcomes, 'forbidden'])
      countRequest(tally, request({ operation, outcome, query, body, questions, ...page(2, 2) }))
  }
  for (const document of DOCUMENT_KINDS) {
    countRequest(tally, request({ document }))
    for (const outcome of DOWNLOAD_OUTCOMES) countDownload(tally, { outcome, document, questions })
  }
  return tally
}

const ALL = OPERATION_IDS.length

describe('what was never met', () => {
  test('is nothing where all was', () => {
    const { never, says } = coverageOf([everything()], DEFAULT_DIALECT)
    expect(never).toEqual([])
    expect(says).toBe('Your tests called every operation, and saw every kind of error and a second page.')
  })

  test('is all of the contract at first, the operations before all', () => {
    const { never, says } = coverage()
    expect(says).toBe('No request has come in yet.')
    expect(never.slice(0, ALL + 1)).toEqual([...OPERATION_IDS, 'forbidden'])
    const errors = OPERATION_IDS.flatMap((id) => OPERATIONS[id].errors.map((kind) => `${id} ${kind}`))
    expect(never).toEqual(
      expect.arrayContaining([
        ...errors,
        'createInvoice existing',
        'listInvoices second page',
        'pro forma document',
        'packing slip download',
        'download invalid-link',
        'listCustomers search',
        'updateSettings settings.locale',
        'question list.order',
      ]),
    )
    expect(new Set(never).size).toBe(never.length)
  })

  test.each<[string, Partial<Met>[], object, string]>([
    [
      'errors by their status, the second page and a PDF',
      [{ outcome: 'unauthorized' }],
      {},
      `Your tests never saw 403, 404, 409, 422, 429, a second page and a PDF, and never called ${ALL - 1} of the ${ALL} operations.`,
    ],
    [
      'errors that share a status with their kind',
      [page(2, 2), ...['unauthorized', 'forbidden', 'not-found'].map((outcome) => ({ outcome }))],
      { 'status.conflict': 422 },
      `Your tests never saw 422 (unprocessable), 422 (conflict), 429 and a PDF, and never called ${ALL - 1} of the ${ALL} operations.`,
    ],
    [
      'paths that fit no operation count',
      [{ operation: null, outcome: 'not-found' }],
      {},
      `Your tests never saw 401, 403, 409, 422, 429, a second page and a PDF, and never called ${ALL} of the ${ALL} operations.`,
    ],
  ])('is told in a sentence: %s', (_what, requests, answers, sentence) => {
    expect(coverageOf([tallyOf(...requests)], parseDialect(answers).dialect).says).toBe(sentence)
  })
})

describe.each([
  ['of nothing', newTally()],
  [
    'of a little',
    tallyOf({}, page(2, 2), { operation: 'createTemplate', outcome: 'created' }, { operation: null }),
  ],
  ['of everything', everything()],
])('the coverage %s', (_what, tally) => {
  const whole = coverageOf([tally], DEFAULT_DIALECT)

  test('keeps to its schema', () => expect(validate('desk/coverage', whole)).toEqual([]))

  test('as a table begins with the sentence, fits a terminal and tells all', () => {
    const table = coverageTable(whole)
    expect(table.replaceAll('\n', ' ').startsWith(`${whole.says} `)).toBe(true)
    expect(table.split('\n').filter((line) => line.length > 100 || line.endsWith(' '))).toEqual([])
    for (const name of [...OPERATION_IDS, ...Object.keys(whole.questions)]) expect(table).toContain(name)
  })

  test('as a page tells all, and every text in it is escaped', () => {
    const html = coveragePage(whole)
    for (const name of [whole.says, ...OPERATION_IDS, ...Object.keys(whole.questions)])
      expect(html).toContain(name)
    const odd = { ...whole, no_operation: { requests: 1, outcomes: { '<b>&': 1 } }, says: '<script>' }
    expect(coveragePage(odd)).not.toMatch(/<b>&[^a]|<script>[^<]/)
  })
})

import { expect, test } from 'vitest'
import { PARTS, startMock } from '../../mock-server/index.ts'
import { Refusal, type Exchange } from '../../mock-server/seams.ts'
import { violationsOf, type SentRequest, type Violation } from '../../schemas/violations/violations.ts'
import { selectClauses } from '../judge/select-clauses.ts'
import { run } from '../run/run.ts'
import { parseTarget } from '../server/load-target.ts'
import { unfair } from './mutants/judge-dialect.ts'

/** Clauses whose checks send what is wrong as well as what is right; `npm run fairness:beside` takes all. */
const SAMPLE = [
  'http',
  'list.out-of-range',
  'search.q-required',
  'templates.invalid',
  'templates.output-only',
  'customers.output-only',
  'settings.output-only',
  'settings.invalid',
]
const CLAUSES = process.env['FAIRNESS'] === 'all' ? [] : SAMPLE

/** The request of an exchange whose gates have read its body. */
function sentIn({ http, search, bytes }: Exchange): SentRequest {
  const { method = '', url = '' } = http
  const headers = Object.entries(http.headers).map(([name, value]) => [name, String(value)] as const)
  return {
    method,
    path: url.split('?', 1)[0] ?? '',
    base_path: '/api/v1/external',
    query: search,
    headers: Object.fromEntries(headers),
    body: bytes?.toString() ?? null,
  }
}

/** What no open question lets a server refuse: the strictest one takes it. */
const isBeyondDialects = ({ rule, where }: Violation): boolean =>
  rule === 'unknown-parameter' ||
  rule === 'no-content-type' ||
  (rule === 'malformed' && where.startsWith('query.'))

test('the mock in the dialect strict keeps every clause, and refuses what violations are told of', async () => {
  const sent: { request: SentRequest; refused: boolean }[] = []
  const mock = await startMock({
    dialect: 'strict',
    seed: 1,
    reply(result, exchange) {
      sent.push({ request: sentIn(exchange), refused: result instanceof Refusal })
      return PARTS.reply(result, exchange)
    },
  })
  try {
    const { verdicts } = await run(parseTarget(mock.target), {
      seed: 1,
      runs: 1,
      clauses: selectClauses(CLAUSES),
    })
    expect(unfair(verdicts)).toEqual([])
  } finally {
    await mock.close()
  }
  const taken = sent.filter(({ refused }) => !refused).map(({ request }) => request)
  expect(taken.length).toBeGreaterThan(300)
  for (const request of taken) {
    const found = violationsOf(request).filter((one) => !isBeyondDialects(one))
    expect({ request, found }).toEqual({ request, found: [] })
  }
  const told = new Set(sent.flatMap(({ request }) => violationsOf(request)).map(({ rule }) => rule))
  const expected = ['malformed', 'missing', 'near-type', 'output-only', 'range', 'type', 'unknown-field']
  expect([...told]).toEqual(expect.arrayContaining(expected))
})

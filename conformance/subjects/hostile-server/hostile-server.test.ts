import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { Unreachable } from '../../client/client.ts'
import { exitCode } from '../../reports/conclusion.ts'
import { githubReport } from '../../reports/github.ts'
import { htmlReport } from '../../reports/html.ts'
import { jsonReport } from '../../reports/json-report.ts'
import { junitReport } from '../../reports/junit.ts'
import { jsonText } from '../../reports/plain-text.ts'
import { terminalReport } from '../../reports/terminal.ts'
import { run } from '../../run.ts'
import { parseTarget } from '../../target.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'
import { BEHAVIOURS, type BehaviourName } from './behaviours.ts'
import { startHostileServer } from './hostile-server.ts'

/** A few clauses that read, write, undo and download. */
const CLAUSES: ClauseId[] = [
  'http.json',
  'http.no-server-error',
  'shape.customer',
  'list.pages-partition',
  'search.by-customer-name',
  'settings.partial-update',
  'templates.create',
  'customers.update',
  'customers.search-name',
  'pdf.signed',
]

/** What comes of it: words in place of a run, or a run whose exit code is 0, 1 or 2, and what its report says. */
type Expected = RegExp | readonly [code: 0 | 1 | 2, said?: RegExp]

const JUDGED = [0] as const
const FAILED = [1] as const

const EXPECTED: { readonly [name in BehaviourName]: Expected } = {
  'drips every answer': /no whole answer came within 0\.4 s/,
  'drips answers to reads but the first few': [2, /no whole answer came|answers no more/],
  'drips answers to writes': [2, /no whole answer came/],
  'hangs on everything': /no whole answer came within 0\.4 s/,
  'hangs on writes, which it does': [2, /not sent, since others like it had no answer/],
  'hangs after fifty requests': [2, /the server answers no more/],
  'closes every connection': /the connection was closed/,
  'closes connections of writes, which it does': [2, /the connection was closed/],
  'cuts answers short': [2, /the connection was closed/],
  'limits for ever': /the rate limit of the store is spent/,
  'limits for ever after fifty requests': [0, /the rate limit of the store is spent/],
  'wants waits of a year': [0, /the rate limit of the store is spent/],
  'redirects to a stranger': /redirects \(302\) to https:\/\/stranger\.example\/api\/v1\/external: aim there/,
  'is a web site': /answers pages of a web site, not the API/,
  'is a web site without such pages': /has no settings, invoices or templates \(404\)/,
  'is a gateway whose server is down': /answers 502/,
  'answers something else': FAILED,
  'answers null': FAILED,
  'answers bytes that are no text': FAILED,
  'speaks no HTTP': /is no HTTP/,
  'sends headers without end': /headers of the answer are longer than 16 KB/,
  'says gzip and is none': /says that it is gzip and cannot be unpacked/,
  'packs a bomb in gzip': [2, /unpacked, the answer is longer than 32 MB/],
  'packs a bomb in br': [2, /unpacked, the answer is longer than 32 MB/],
  'packs a bomb in deflate': [2, /unpacked, the answer is longer than 32 MB/],
  'packs a bomb twice': [2, /unpacked, the answer is longer than 32 MB/],
  'packs it nine times': [2, /is packed 9 times/],
  'nests a hundred thousand levels': /nests deeper than 200 levels/,
  'nests a hundred thousand levels in answers to writes': [2, /nests deeper than 200 levels/],
  'nests two hundred levels': JUDGED,
  'has half surrogate pairs in its texts': FAILED,
  'has commands in its texts': FAILED,
  'has escapes of terminals in its texts': FAILED,
  'has markup in its texts': FAILED,
  'says the key in its texts': JUDGED,
  'has members of the prototype': JUDGED,
  'has null for every text': FAILED,
  'has null for every value': FAILED,
  'has lists of nothing': FAILED,
  'has numbers without end': FAILED,
  'has numbers below zero': FAILED,
  'has totals of billions': FAILED,
  'has times at the end of time': FAILED,
  'has one id for all': FAILED,
  'has URLs of other kinds': FAILED,
  'has URLs that are none': FAILED,
  'answers a long list': FAILED,
  'begins JSON with a mark': FAILED,
  'tells nothing of what it created': FAILED,
  'fails when it has created': FAILED,
  'will not delete': FAILED,
}

/** What stays on a server that lets nothing be found or deleted; the report says so. */
const LEAVES: ReadonlySet<BehaviourName> = new Set([
  'has null for every value',
  'has one id for all',
  'has lists of nothing',
  'has numbers without end',
  'has numbers below zero',
  'will not delete',
])

interface Ended {
  /** The error that was thrown, or every report. */
  output: string
  code: 0 | 1 | 2 | null
  leftBehind: readonly string[]
  keys: string[]
  records: { before: number; after: number }
}

async function judged(name: BehaviourName): Promise<Ended> {
  const plain = await startPlainServer()
  const hostile = await startHostileServer(plain.target.base_url, BEHAVIOURS[name])
  const { rate_limited_api_key: _, hooks: __, ...file } = plain.target
  const { customers, templates } = plain.stores.A
  const before = customers.size + templates.size
  const target = parseTarget({
    ...file,
    base_url: hostile.base_url,
    allow: ['writes'],
    patience_seconds: 0.4,
  })
  try {
    const result = await run(target, { clauses: CLAUSES, seed: 1, runs: 2, time_budget: 4 })
    const report = jsonReport(result)
    const output = [
      terminalReport(report, { colors: false, width: 100, strict: false }),
      githubReport(report),
      junitReport(report),
      htmlReport(report),
      jsonText(report),
    ].join('\n')
    return { output, code: exitCode(report), leftBehind: result.left_behind, ...ended() }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return { output: error.message, code: null, leftBehind: [], ...ended() }
  } finally {
    await hostile.close()
    await plain.close()
  }
  function ended() {
    const keys = [plain.target.api_key, plain.target.other_store_api_key, plain.target.free_plan_api_key]
    return { keys, records: { before, after: customers.size + templates.size } }
  }
}

/** Lines as logs of CI read them: GitHub's own reader takes these for line ends, and trims. */
const logLines = (output: string) =>
  output.split(/\r\n|[\n\r\u000b\f\u0085\u2028\u2029]/).map((line) => line.trim())

const OWN_COMMAND = /^::(error|warning|notice) title=[^:]*::/

describe.concurrent('a server that', () => {
  test.for(Object.keys(BEHAVIOURS) as BehaviourName[])('%s', async (name, { expect: expects }) => {
    const { output, code, leftBehind, keys, records } = await judged(name)
    const expected = EXPECTED[name]
    if (expected instanceof RegExp) {
      expects(code).toBe(null)
      expects(output).toMatch(expected)
      expects(output).not.toMatch(/[\n\r]/)
    } else {
      expects([code, output]).toEqual([expected[0], expects.stringMatching(expected[1] ?? /./)])
    }
    expects(output).not.toMatch(/fault of the suite|\n\s+at .*:\d+:\d+/)
    expects(output).not.toContain('##[')
    for (const line of logLines(output)) if (line.startsWith('::')) expects(line).toMatch(OWN_COMMAND)
    for (const key of keys) expects(output.toLowerCase()).not.toContain(key.toLowerCase())
    if (LEAVES.has(name)) expects(leftBehind.length).toBeGreaterThan(0)
    else expects(records.after).toBe(records.before)
  })
})

test('every behaviour has its row', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(BEHAVIOURS).toSorted())
})

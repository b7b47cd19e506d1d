import { describe, expect, test } from 'vitest'
import type { ClauseId } from '../../../schemas/clauses.ts'
import { jsonText } from '../../../schemas/printing/plain-text.ts'
import { exitCode } from '../../reports/conclusion.ts'
import { githubReport } from '../../reports/github.ts'
import { htmlReport } from '../../reports/html.ts'
import { jsonReport } from '../../reports/json-report.ts'
import { junitReport } from '../../reports/junit.ts'
import { terminalReport } from '../../reports/terminal.ts'
import { run } from '../../run/run.ts'
import { Unreachable } from '../../server/client/client.ts'
import { parseTarget } from '../../server/load-target.ts'
import { startPlainServer } from '../plain-server/plain-server.ts'
import { BEHAVIOURS, type BehaviourName } from './behaviours.ts'
import { startHostileServer } from './hostile-server.ts'

/** A few clauses whose checks read, write, undo and download, and take no longer than a second. */
const EXERCISED: ClauseId[] = [
  'list.defaults',
  'search.by-customer-name',
  'customers.create',
  'settings.read',
  'pdf.envelope',
]
/** Unpacking takes its time: where it is all that is wrong, few requests do. */
const exercised = (name: BehaviourName): ClauseId[] =>
  name.startsWith('packs') ? ['templates.read'] : EXERCISED
/** Those, and some that are judged in passing. */
const CLAUSES: ClauseId[] = [
  ...EXERCISED,
  'templates.read',
  'http.json',
  'http.no-server-error',
  'shape.customer',
  'shape.invoice-summary',
  'shape.meta',
]

/** The clause that judges a success without its record is left out elsewhere, since most behaviours break it. */
const clausesFor = (name: BehaviourName): ClauseId[] =>
  name === 'tells nothing of what it created' ? [...CLAUSES, 'shape.envelope'] : CLAUSES

/** What comes of it: words in place of a run, or a run whose exit code is 0, 1 or 2, and what its report says. */
type Expected = RegExp | readonly [code: 0 | 1 | 2, said?: RegExp]

const JUDGED = [0] as const
const FAILED = [1] as const

const EXPECTED: { readonly [name in BehaviourName]: Expected } = {
  'drips every answer': /no whole answer came within [\d.]+ s/,
  'drips answers to reads but the first few': [2, /no whole answer came|answers no more/],
  'drips answers to writes': [2, /no whole answer came|had no answer in time/],
  'hangs on everything': /no whole answer came within [\d.]+ s/,
  'hangs on writes, which it does': [2, /not sent, since others like it had no answer/],
  'hangs after fifty requests': [2, /the server answers no more/],
  'closes every connection': /the connection was closed/,
  'closes connections of writes, which it does': [2, /the connection was closed/],
  'cuts answers short': [2, /the connection was closed/],
  'limits for ever': /the rate limit of the store is spent/,
  'limits for ever after fifty requests': [2, /the rate limit of the store is spent/],
  'wants waits of a year': [2, /the rate limit of the store is spent/],
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
  'has times at the end of time': JUDGED,
  'has one id for all': FAILED,
  'has URLs of other kinds': FAILED,
  'has URLs that are none': FAILED,
  'answers a long list': JUDGED,
  'begins JSON with a mark': FAILED,
  'tells nothing of what it created': FAILED,
  'fails when it has created': FAILED,
  'will not delete': FAILED,
}

/** Servers whose words hide what they hold, or that undo nothing: the report tells what may stay. */
const HIDES: ReadonlySet<BehaviourName> = new Set([
  'limits for ever after fifty requests',
  'wants waits of a year',
  'hangs after fifty requests',
  'begins JSON with a mark',
  'answers bytes that are no text',
  'has null for every value',
  'has one id for all',
  'has numbers without end',
  'has numbers below zero',
  'will not delete',
])
/** What creations make whose answers are lost is found again by its texts, but for those few that carry none of ours. */
const LOSES: ReadonlySet<BehaviourName> = new Set([
  'drips answers to reads but the first few',
  'drips answers to writes',
  'hangs on writes, which it does',
  'closes connections of writes, which it does',
  'cuts answers short',
  'nests a hundred thousand levels in answers to writes',
  'tells nothing of what it created',
  'fails when it has created',
])
const mayStay = (name: BehaviourName) => (HIDES.has(name) ? Infinity : LOSES.has(name) ? 4 : 0)

/** What never comes is not awaited long; the others have time on a busy machine. */
const patienceFor = (name: BehaviourName) => (/^(drips|hangs|limits|wants)/.test(name) ? 0.4 : 15)

interface Ended {
  /** The error that was thrown, or every report. */
  output: string
  code: 0 | 1 | 2 | null
  leftBehind: readonly string[]
  keys: string[]
  records: { before: number; after: number }
}

async function judged(name: BehaviourName, times: number): Promise<Ended> {
  const plain = await startPlainServer()
  const hostile = await startHostileServer(plain.target.base_url, BEHAVIOURS[name])
  const { rate_limited_api_key: _, hooks: __, ...file } = plain.target
  const { customers, templates } = plain.stores.A
  const before = customers.size + templates.size
  const target = parseTarget({
    ...file,
    base_url: hostile.base_url,
    allow: ['writes'],
    patience_seconds: patienceFor(name) * times,
  })
  try {
    const result = await run(target, {
      clauses: clausesFor(name),
      exercise: exercised(name),
      seed: 1,
      runs: 1,
    })
    const report = jsonReport(result)
    const output = [
      terminalReport(report, { colors: false, width: 100 }),
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

/** On a busy machine right answers, too, take longer than little patience: then with more of it. */
async function judgedInTime(name: BehaviourName): Promise<Ended> {
  const { code, said } = expectedOf(name)
  for (const times of [1, 5]) {
    const ended = await judged(name, times)
    if (ended.code === code && said.test(ended.output)) return ended
  }
  return judged(name, 25)
}

/** Lines as logs of CI read them: GitHub's own reader takes these for line ends, and trims. */
const logLines = (output: string) =>
  output.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map((line) => line.trim())

const OWN_COMMAND = /^::(error|warning|notice) title=[^:]*::/

const expectedOf = (name: BehaviourName): { code: Ended['code']; said: RegExp } => {
  const expected = EXPECTED[name]
  return expected instanceof RegExp
    ? { code: null, said: expected }
    : { code: expected[0], said: expected[1] ?? /./ }
}

/** What no output may hold, whatever the server did. */
function wrongIn({ output, code, keys }: Ended): string[] {
  const shown = output.toLowerCase()
  return [
    ...(/fault of the suite.*|\n\s+at .*:\d+:\d+|##\[.*/.exec(output) ?? []),
    ...logLines(output).filter((line) => line.startsWith('::') && !OWN_COMMAND.test(line)),
    ...keys.filter((key) => shown.includes(key.toLowerCase())),
    ...(code === null && output.includes('\n') ? ['more than one line'] : []),
  ]
}

/** Records that stay beyond what the behaviour excuses, or that the report is silent about. */
function leftBy(name: BehaviourName, { records, leftBehind }: Ended): string[] {
  const stayed = records.after - records.before
  const isTold = leftBehind.some((line) => /of ours|customers|templates/.test(line))
  return [
    ...(stayed > mayStay(name) ? [`${stayed} records`] : []),
    // Those few that carry no text of ours cannot be told from others on a server that hides what it holds.
    ...(stayed > (HIDES.has(name) ? 4 : 0) && !isTold ? [`${stayed} records, untold`] : []),
  ]
}

// Object.keys forgets what keys there are.
const ALL = Object.keys(BEHAVIOURS) as BehaviourName[]
/** `npm run hostile` meets all of them, `npm run test:long` every fifth. */
const MET = process.env['HOSTILE'] === 'all' ? ALL : ALL.filter((_, at) => at % 5 === 0)

describe.concurrent('a server that', () => {
  test.for(MET)('%s', async (name) => {
    const ended = await judgedInTime(name)
    const { code, said } = expectedOf(name)
    expect({ code: ended.code, isSaid: said.test(ended.output) }).toEqual({ code, isSaid: true })
    expect(wrongIn(ended)).toEqual([])
    expect(leftBy(name, ended)).toEqual([])
  })
})

test('every behaviour has its row', () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(BEHAVIOURS).toSorted())
})

import { expect, test } from 'vitest'
import type { ConformanceReport, ReportEffects, ReportVerdict } from '../../schemas/types.ts'
import type { Failure, Replay, Step } from '../judge/verdict.ts'
import { exchange, failure, madeUpResult, verdict } from '../proof/testing/made-up-result.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit.ts'
import { merge } from './merge.ts'
import { stepSummary } from './step-summary.ts'
import { terminalReport } from './terminal.ts'

// A field that a run, a verdict or a failure gets is a row here, or this does not compile: so nothing is lost on the way to a reader.

const replay: Replay = {
  property: 'sign of the property',
  path: '55:66:77',
  counterexample: 'sign of the values',
  confirmed: '31 of 32',
}
const step: Step = { does: 'sign of the step', exchanges: 1 }
const whole: Required<Failure> = {
  message: 'sign of the message',
  expected: 'sign of what was expected',
  got: 'sign of what came',
  field: 'sign_of_the.field',
  perhaps: 'sign of an explanation',
  check: 'sign of the check',
  file: 'sign of the file',
  seed: 7,
  steps: [step],
  exchanges: [exchange({ text: '{"sign":"of the answer"}' })],
  replay,
}
const effects: ReportEffects = {
  requests: { 'sign of an operation': 3 },
  created: {},
  changed: {},
  restored: {},
  orders: { given: 0, used: 0, fresh: 0, left: 0 },
  emails: [],
  counters: [],
  documents: 0,
}
const evidence = [exchange({ text: '{"sign of evidence":1}' })]
const judged = jsonReport(
  madeUpResult([verdict('list.envelope', 'fail', { failures: [failure(whole)] })], {
    observations: new Map([['format.money', { value: 'sign of an answer', evidence }]]),
    assumed: { 'rate.quota': 'sign of an assumption' },
    stopped: 'sign of an early end',
    effects,
    target_mistakes: [{ field: 'free_plan_api_key', says: 'sign of a mistake' }],
  }),
  [],
  { head: { run: 'sign of the run', selection: [], shard: null, aim: '--target sign-of-the-file.json' } },
)
// A waiver has a reason and a failure: all that a verdict can have.
const waived = verdict('list.envelope', 'waived', { left_out: ['what was left out'] })
const waivedToo = verdict('list.defaults', 'waived', { left_out: ['what was left out'] })
const verdicts: ReportVerdict[] = judged.verdicts.flatMap((one) => [
  {
    ...one,
    section: ['98.7'],
    says: 'sign of the clause',
    left_out: ['sign of what was left out'],
    requests: 8642,
    ms: 97_531,
  },
  { ...one, clause: 'list.defaults', level: 'should', verdict: 'waived', reason: 'sign of a waiver' },
  { ...one, clause: 'list.meta-echo', caused_by: 'list.envelope' },
])
const report: Required<ConformanceReport> = {
  target: 'http://sign-of-the-target.example',
  run: 'sign of the run',
  version: '98.76.54',
  selection: ['sign.of-the-selection'],
  shard: '31/32',
  aim: '--target sign-of-the-file.json',
  started_at: '2031-02-03T04:05:06.789Z',
  duration_ms: 654_321,
  requests: 4_321,
  waited_ms: 98_765,
  seed: whole.seed,
  marker: 'ikmrt0abcdabcdef',
  conforms: false,
  reason: 'sign of the reason',
  stopped: 'sign of an early end',
  verdicts,
  dialect: judged.dialect,
  evidence: judged.evidence,
  unobserved: { 'status.conflict': 'sign of what was not seen' },
  assumed: { 'rate.quota': 'sign of an assumption' },
  effects,
  left_behind: ['sign of a record'],
  target_mistakes: [{ field: 'free_plan_api_key', says: 'sign of a mistake' }],
  notes: ['sign of a note'],
}

const REPORTS = {
  json: JSON.stringify(report),
  terminal: terminalReport(report, { colors: false, width: 1000 }),
  html: htmlReport(report),
  junit: junitReport(report),
  github: githubReport(report),
  // As its reader sees it.
  summary: stepSummary(report).replaceAll(/&#(\d+);/g, (_, code: string) =>
    String.fromCharCode(Number(code)),
  ),
}

type Name = keyof typeof REPORTS
interface Row {
  sign: RegExp
  shownIn: readonly Name[]
}
const DETAILS = ['json', 'terminal', 'html', 'junit', 'github'] as const
const EVERYWHERE = [...DETAILS, 'summary'] as const satisfies readonly Name[]

const OF_A_FAILURE: Record<Exclude<keyof Failure, 'replay'> | keyof Replay, Row> = {
  message: { sign: /sign of the message/, shownIn: EVERYWHERE },
  expected: { sign: /sign of what was expected/, shownIn: EVERYWHERE },
  got: { sign: /sign of what came/, shownIn: EVERYWHERE },
  check: { sign: /sign of the check/, shownIn: EVERYWHERE },
  file: { sign: /sign of the file/, shownIn: EVERYWHERE },
  seed: { sign: /seed\W+7\b/i, shownIn: EVERYWHERE },
  // The terminal marks it in the answer, where the answer has it.
  field: { sign: /sign_of_the\.field/, shownIn: ['json', 'html', 'junit', 'github'] },
  perhaps: { sign: /sign of an explanation/, shownIn: DETAILS },
  steps: { sign: /sign of the step/, shownIn: DETAILS },
  exchanges: { sign: /curl -sS -i/, shownIn: EVERYWHERE },
  path: { sign: /55:66:77/, shownIn: DETAILS },
  confirmed: { sign: /31 of 32/, shownIn: DETAILS },
  // Its requests show them to people; programs replay by them.
  property: { sign: /sign of the property/, shownIn: ['json'] },
  counterexample: { sign: /sign of the values/, shownIn: ['json'] },
}

const OF_A_VERDICT: Record<keyof ReportVerdict, Row> = {
  clause: { sign: /list\.envelope/, shownIn: EVERYWHERE },
  section: { sign: /98\.7\b/, shownIn: ['json', 'terminal', 'html'] },
  level: { sign: /\bshould\b/, shownIn: ['json', 'terminal', 'html'] },
  verdict: { sign: /waived/, shownIn: EVERYWHERE },
  says: { sign: /sign of the clause/, shownIn: EVERYWHERE },
  reason: { sign: /sign of a waiver/, shownIn: DETAILS },
  left_out: { sign: /sign of what was left out/, shownIn: ['json', 'html'] },
  requests: { sign: /8642|8,642 requests/, shownIn: ['json', 'html'] },
  ms: { sign: /97531|97\.531|1 min 38 s/, shownIn: ['json', 'html', 'junit'] },
  caused_by: { sign: /also fails[^\n]*list\.meta-echo|"caused_by":"list\.envelope"/, shownIn: EVERYWHERE },
  counterexample: { sign: /curl -sS -i/, shownIn: EVERYWHERE },
}

const OF_A_RUN: Record<keyof ConformanceReport, Row> = {
  target: { sign: /sign-of-the-target/, shownIn: EVERYWHERE },
  run: { sign: /sign of the run/, shownIn: ['json', 'html', 'junit'] },
  version: { sign: /98\.76\.54/, shownIn: ['json', 'html', 'junit'] },
  selection: { sign: /sign\.of-the-selection/, shownIn: ['json', 'html'] },
  shard: { sign: /31\/32/, shownIn: EVERYWHERE },
  aim: { sign: /--target sign-of-the-file/, shownIn: ['json', 'terminal', 'html', 'summary'] },
  started_at: { sign: /2031-02-03/, shownIn: ['json', 'html', 'junit'] },
  duration_ms: { sign: /654321|10 min 54 s/, shownIn: ['json', 'terminal', 'html', 'summary'] },
  requests: { sign: /4321|4,321 requests/, shownIn: ['json', 'terminal', 'html', 'summary'] },
  waited_ms: { sign: /98765/, shownIn: ['json'] },
  seed: { sign: /seed\W+7\b/i, shownIn: EVERYWHERE },
  // Only a run that repeats every byte needs it.
  marker: { sign: /ikmrt0abcdabcdef/, shownIn: ['json'] },
  conforms: { sign: /"conforms":false|does not conform/i, shownIn: EVERYWHERE },
  // The others say which clause failed, each by itself.
  reason: { sign: /sign of the reason/, shownIn: ['json'] },
  stopped: { sign: /sign of an early end/, shownIn: ['json', 'terminal', 'html'] },
  verdicts: { sign: /list\.envelope/, shownIn: EVERYWHERE },
  dialect: { sign: /sign of an answer/, shownIn: ['json', 'html'] },
  evidence: { sign: /sign of evidence/, shownIn: ['json', 'html'] },
  effects: { sign: /sign of an operation/, shownIn: ['json', 'terminal', 'html', 'junit', 'summary'] },
  unobserved: { sign: /sign of what was not seen/, shownIn: ['json', 'html'] },
  // Of a probe, which tells of them itself.
  assumed: { sign: /sign of an assumption/, shownIn: ['json'] },
  left_behind: { sign: /sign of a record/, shownIn: ['json', 'terminal', 'html', 'summary'] },
  target_mistakes: { sign: /sign of a mistake/, shownIn: EVERYWHERE },
  notes: { sign: /sign of a note/, shownIn: ['json', 'terminal', 'html'] },
}

const rows = [
  ...Object.entries(OF_A_RUN).map(([field, row]) => [`${field} of a run`, row] as const),
  ...Object.entries(OF_A_VERDICT).map(([field, row]) => [`${field} of a verdict`, row] as const),
  ...Object.entries(OF_A_FAILURE).map(([field, row]) => [`${field} of a failure`, row] as const),
]

test.each(rows)('%s is shown in the reports that tell of it', (_, { sign, shownIn }) => {
  expect(EVERYWHERE.filter((name) => sign.test(REPORTS[name]))).toEqual(shownIn)
})

test('a verdict has every field in the report of a run, and in that of several', () => {
  const one = jsonReport(madeUpResult([waived, waivedToo]))
  for (const made of [one, merge([one, one])])
    expect(Object.keys(made.verdicts[1] ?? {}).toSorted()).toEqual(Object.keys(OF_A_VERDICT).toSorted())
})

test('the report of a run fills every field, and so does that of several', () => {
  const fields = Object.keys(OF_A_RUN).toSorted()
  expect(Object.keys(judged).toSorted()).toEqual(fields)
  expect(Object.keys(merge([judged, judged])).toSorted()).toEqual(fields)
})

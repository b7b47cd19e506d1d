import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PARTS, startMock, type StartedMock } from '../../mock-server/index.ts'
import type { ClauseId } from '../../schemas/clauses.ts'
import type { ConformanceReport, ReportCounterexample } from '../../schemas/types.ts'
import { conformanceCommand } from '../command/cli.ts'
import { maskOf, passingLines } from '../command/passing-line.ts'
import { diff } from '../diff/diff.ts'
import { diffReport } from '../diff/report.ts'
import { diffTerminal } from '../diff/terminal.ts'
import { githubReport } from '../reports/github.ts'
import { htmlReport } from '../reports/html.ts'
import { jsonReport } from '../reports/json-report.ts'
import { junitReport } from '../reports/junit.ts'
import { stepSummary } from '../reports/step-summary.ts'
import { terminalReport } from '../reports/terminal.ts'
import { parseTarget } from '../server/load-target.ts'
import type { Judged } from '../traffic/traffic.ts'
import { MUTANTS } from './mutants/index.ts'
import type { Change } from './mutants/mutant.ts'
import { StoreValues } from './testing/store-values.ts'
import { runThrough, type Through } from './traffic/through.ts'

/** Faults whose failures show records of customers and of invoices, one by a field and one by a searched text. */
const FAULTS = [
  'shape.list-invoices-answers-meta-page-as-null',
  'shape.read-invoice-leaves-out-invoice-id',
  'auth.list-invoices-asks-for-no-key',
  'customers.of-list-customers-per-page-1-shows-two',
  'search.emails-are-not-searched',
  'model.read-invoice-pdf-changes-last-name-of-a-customer',
]
const EXERCISED: ClauseId[] = [
  'auth.key-required',
  'customers.list',
  'search.by-customer-email',
  'model.sequences',
]
const CLAUSES: ClauseId[] = ['shape.meta', 'shape.invoice-detail', ...EXERCISED]
const SHOWN_BY_FAILURES = ['search.by-customer-email', 'model.sequences']

let whole: StartedMock
let mock: StartedMock
let through: Through
const judged: Judged[] = []
let store: StoreValues

beforeAll(async () => {
  whole = await startMock({ seed: 3 })
  store = await StoreValues.of(whole)
  mock = await startMock({ ...FAULTS.reduce((parts, id) => faultOf(id)(parts), PARTS), seed: 3 })
  // A limit that is exhausted takes a minute to observe.
  const { rate_limited_api_key: _, ...target } = mock.target
  const options = { clauses: CLAUSES, exercise: EXERCISED, seed: 3, runs: 1, observe: true }
  through = await runThrough(target, options, { onJudged: (one) => judged.push(one) })
}, 120_000)
afterAll(() => Promise.all([whole.close(), mock.close()]))

function faultOf(id: string): Change {
  const mutant = MUTANTS.find((one) => one.id === id)
  if (!mutant) throw new Error(`there is no mutant ${id}`)
  return mutant.mutate
}

/** A report in every form that is written. */
function formsOf(report: ConformanceReport): [form: string, text: string][] {
  return [
    ['json', JSON.stringify(report)],
    ['terminal', terminalReport(report, { colors: false, width: 4_000 })],
    ['html', htmlReport(report)],
    ['junit', junitReport(report)],
    ['github', githubReport(report)],
    ['step summary', stepSummary(report)],
  ]
}

const leaksIn = (text: string): string[] => store.foundIn(text)

/** A report without the failures that are about a personal value of the store. */
const withoutShown = (report: ConformanceReport): ConformanceReport => ({
  ...report,
  verdicts: report.verdicts.filter(({ counterexample }) => shownBy(counterexample).length === 0),
})

function shownBy(found: ReportCounterexample | undefined): string[] {
  const sentences = found ? `${found.message} ${found.expected} ${found.got}` : ''
  return [...store.values.keys()].filter((value) => sentences.includes(JSON.stringify(value)))
}

const failing = ({ verdicts }: ConformanceReport) =>
  verdicts.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause] : []))

describe('reports of a run', () => {
  test('hold no personal value of the store in any form', () => {
    const report = jsonReport(through.run)
    expect(failing(report)).toEqual(expect.arrayContaining(CLAUSES))
    for (const [form, text] of formsOf(withoutShown(report)))
      expect([form, leaksIn(text)]).toEqual([form, []])
  })

  test('show the value that a failure is about, and no other', () => {
    const { verdicts } = jsonReport(through.run)
    for (const clause of SHOWN_BY_FAILURES) {
      const found = verdicts.find((one) => one.clause === clause)?.counterexample
      const leaks = leaksIn(JSON.stringify(found))
      expect(leaks.length).toBeGreaterThan(0)
      expect(shownBy(found)).toEqual(expect.arrayContaining(leaks))
    }
  })

  test('hide equal values by equal names and other values by others', () => {
    const names = new Map<unknown, Set<unknown>>()
    const [masked, full] = [jsonReport(through.run), jsonReport(through.run, [], { full_data: true })]
    pairEmails(full.evidence, masked.evidence, names)
    const [...given] = names.values()
    expect(names.size).toBeGreaterThan(5)
    expect(given.filter(({ size }) => size !== 1)).toEqual([])
    expect(new Set(given.map(([name]) => name)).size).toBe(names.size)
  })

  test('hold them all the same where all data is asked for', () => {
    const forms = new Map(formsOf(jsonReport(through.run, [], { full_data: true })))
    for (const form of ['json', 'html']) expect(leaksIn(forms.get(form) ?? '').length).toBeGreaterThan(50)
  })

  test('keep what the run sent itself', () => {
    const { evidence } = jsonReport(through.run)
    expect(JSON.stringify(evidence)).toMatch(/customer\d+\.ik[a-z0-9]+@example\.com/)
  })
})

test("the report of traffic in passing holds no personal value of its clients' stores", () => {
  const report = jsonReport(through.seen)
  expect(failing(report)).toContain('shape.meta')
  expect(leaksIn(JSON.stringify(withoutShown(report)))).toEqual([])
  expect(leaksIn(JSON.stringify(jsonReport(through.seen, [], { full_data: true }))).length).toBeGreaterThan(5)
})

const linesOf = (shown: (text: string) => string): string[] =>
  judged.flatMap((one) => passingLines(one, shown))

test('lines of a proxy hold none either, but for what broke, unless all data is asked for', () => {
  const masked = linesOf(maskOf(through.traffic)).filter((line) => !line.includes('as before'))
  expect(leaksIn(masked.join('\n'))).toEqual([])
  expect(leaksIn(linesOf(maskOf(through.traffic, true)).join('\n')).length).toBeGreaterThan(5)
})

test('the report of a comparison holds none either unless all data is asked for', async () => {
  const other = await startMock({
    ...faultOf('shape.list-invoices-answers-meta-page-as-null')(PARTS),
    seed: 3,
  })
  onTestFinished(() => other.close())
  const [here, there] = [whole, other].map(({ target }) => parseTarget({ ...target, allow: [] }))
  if (!here || !there) throw new Error('two mocks have two targets')
  const result = await diff(here, there, { seed: 1, runs: 4 })
  const [masked, full] = [diffReport(result), diffReport(result, { full_data: true })]
  expect(leaksIn(JSON.stringify(masked) + diffTerminal(masked, false))).toEqual([])
  expect(leaksIn(JSON.stringify(full))).not.toEqual([])
})

test('the command line masks them unless --full-data is given, at a run and at its replay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'personal-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const aim = ['--base-url', mock.base_url, '--api-key', mock.target.api_key]
  const run = ['run', 'auth.key-required', ...aim, '--report', `json=${file}`]
  expect(leaksIn((await printed(run)) + readFileSync(file, 'utf8'))).toEqual([])
  expect(leaksIn(await printed(['replay', file, ...aim]))).toEqual([])
  for (const command of [run, ['replay', file, ...aim]])
    expect(leaksIn(await printed([...command, '--full-data']))).not.toEqual([])
  expect(leaksIn(readFileSync(file, 'utf8')).length).toBeGreaterThan(5)
})

/** Output of a command on the terminal. */
async function printed(args: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    await conformanceCommand().parseAsync(args, { from: 'user' })
    return write.mock.calls.join('')
  } finally {
    write.mockRestore()
    told.mockRestore()
    process.exitCode = 0
  }
}

/** Notes for each email of the full data by which names the masked data has it. */
function pairEmails(full: unknown, masked: unknown, names: Map<unknown, Set<unknown>>): void {
  const [there, here] = [emailsOf(full), emailsOf(masked)]
  for (const [at, email] of there.entries())
    if (here[at] !== email) names.set(email, (names.get(email) ?? new Set()).add(here[at]))
}

const emailsOf = (data: unknown) =>
  [...JSON.stringify(data).matchAll(/email\\":\\"([^"\\]+)/g)].map(([, email]) => email)

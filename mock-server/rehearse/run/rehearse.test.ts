import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sampleOf } from '../../../schemas/testing/sample.ts'
import type { Expectation } from '../../../schemas/types.ts'
import { Expectations } from '../judging/expectations.ts'
import { reportOf } from '../reports/report.ts'
import { selectionOf } from '../variations/selection.ts'
import { Unfit } from './first-run.ts'
import type { RehearseOptions } from './options.ts'
import { rehearse, type Rehearsal } from './rehearse.ts'

const client = (name: string) => [
  process.execPath,
  join(import.meta.dirname, '..', 'testing', `${name}-client.mjs`),
]

/**
 * A client of a few lines of shell: `ask PATH` prints the status of the answer, 000 for none, and `turn` is how often it
 * was run, from 1.
 */
function small(script: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kit-rehearse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const prelude = `
    printf . >>'${folder}/turns'; turn=$(wc -c <'${folder}/turns')
    ask() { curl -s -o '${folder}/body' -w '%{http_code}' -H "X-Auth-Token: $INVOICING_API_KEY" "$INVOICING_BASE_URL$1"; }`
  return ['sh', '-c', `${prelude}\n${script}`]
}

/** Reads the settings, and does what it is told to. */
const failing = (then: string) => small(`status=$(ask /settings)\n${then}`)

const run = (command: readonly string[], words: readonly string[], options: Partial<RehearseOptions> = {}) =>
  rehearse({
    command,
    setting: { scenario: command[0] === 'sh' ? 'empty' : 'small', seed: undefined, port: 0 },
    variables: [],
    selection: selectionOf(words),
    random: 0,
    jobs: 2,
    repeat: 1,
    timeout_ms: 60_000,
    bail: false,
    expectations: new Expectations([], 0),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  })

/** What hangs is waited for no longer. */
const SHORT_MS = 2500
/** The same where a small client needs more than that to end by itself. */
const LONG_MS = 50_000

const verdicts = ({ judged }: Rehearsal) =>
  Object.fromEntries(judged.map(({ variation, verdict }) => [variation.name, verdict.kind]))

const verdictOf = async (...given: Parameters<typeof run>) => (await run(...given)).judged[0]?.verdict

const exitCodeOf = (rehearsal: Rehearsal, command: readonly string[]) =>
  reportOf(
    { command, scenario: undefined, seed: undefined, flags: [], jobs: 1, repeat: 1, started_at: 0 },
    rehearsal,
  ).exit_code

/** What becomes of the naive client; the good one survives whatever this touches. The first ones are the sample of `npm test`. */
const ALL_PREDICTED = {
  'format.money=3': 'not_survived',
  'createInvoice=lost-answer:once': 'not_survived',
  'listInvoices=reset:always': 'survived',
  'readInvoice=reset:once': 'not_touched',
  'data=many-invoices': 'survived',
  'data=many-invoices+list.order=oldest_first': 'not_survived',
  'status.created=200': 'not_survived',
  'format.ids=large': 'not_survived',
  'output.extra_fields=some': 'survived',
  'listInvoices=503:once': 'not_survived',
  'createInvoice=unprocessable:always': 'survived',
  'status.existing=201': 'not_touched',
}
const PREDICTED = Object.fromEntries(sampleOf(Object.entries(ALL_PREDICTED), 4))

describe('a client', () => {
  test('that is naive fails in just what its faults predict', async () => {
    const rehearsal = await run(client('naive'), Object.keys(PREDICTED))
    expect(verdicts(rehearsal)).toEqual(PREDICTED)
    expect(exitCodeOf(rehearsal, client('naive'))).toBe(1)
    const money = rehearsal.judged.find(({ variation }) => variation.name === 'format.money=3')
    expect(money?.verdict).toMatchObject({
      failure: {
        kind: 'failed',
        ran: {
          ending: { kind: 'failed', exit_code: 1 },
          output: expect.stringMatching(/not ok: .* is money\n$/),
        },
        difference: { now: { operation: 'createInvoice' }, at: { path: 'body.invoice.total_price' } },
      },
    })
  })

  test('that is good fails in nothing, and in what nobody survives it ends by itself', async () => {
    const rehearsal = await run(client('good'), Object.keys(PREDICTED))
    const survived = Object.entries(PREDICTED).map(([name, kind]) => [
      name,
      kind === 'not_touched' ? kind : 'survived',
    ])
    expect(verdicts(rehearsal)).toEqual(Object.fromEntries(survived))
    expect(exitCodeOf(rehearsal, client('good'))).toBe(0)
    const lost = rehearsal.judged.find(({ variation }) => variation.name === 'listInvoices=reset:always')
    expect(lost?.verdict).toMatchObject({ kind: 'survived', how: 'ended' })
  })
})

/** Has a customer made by curl, which tries so often again whatever becomes of it; ends with 1 where it has none. */
const creating = (retries: number) =>
  small(`
    for try in $(seq 0 ${retries}); do
      curl -sf "$INVOICING_BASE_URL/customers" -H "X-Auth-Token: $INVOICING_API_KEY" -H 'Content-Type: application/json' \\
        -d '{"customer": {"first_name": "Ada"}}' && exit 0
    done
    exit 1`)

describe('what cannot be known to be done', () => {
  const LOST = 'createCustomer=lost-answer:once'

  test('may end in an error', async () => {
    const rehearsal = await run(creating(0), [
      LOST,
      'createCustomer=503:once',
      'createCustomer=rate-limited:once',
    ])
    expect(verdicts(rehearsal)).toEqual({
      [LOST]: 'survived',
      'createCustomer=503:once': 'survived',
      'createCustomer=rate-limited:once': 'not_survived',
    })
  })

  test('is not to be done twice, even by a command that passes', async () => {
    const rehearsal = await run(creating(1), [LOST, 'createCustomer=reset:once'])
    expect(verdicts(rehearsal)).toEqual({ [LOST]: 'not_survived', 'createCustomer=reset:once': 'survived' })
    const [variation] = reportOf(
      { command: [], scenario: undefined, seed: undefined, flags: [], jobs: 1, repeat: 1, started_at: 0 },
      rehearsal,
    ).variations
    expect(variation?.failure).toMatchObject({
      kind: 'repeated',
      says: 'passed, but the work of createCustomer was done twice, in the first run once',
      differed: {
        at: 'answered 201 in the first run; here the work was done, and the answer was lost: the connection was reset',
      },
    })
  })
})

test('what only matters where something goes wrong is tried together with it', async () => {
  const rehearsal = await run(failing('[ $status != 404 ]'), ['errors'])
  const paired = Object.keys(verdicts(rehearsal)).filter((name) => name.includes('+'))
  expect(paired).toContain('readSettings=unauthorized:once+status.unauthorized=403')
  expect(paired).toContain('readSettings=rate-limited:once+rate.reset_format=http_date')
  const left = rehearsal.untouched.map(({ variation }) => variation.name)
  expect(left).not.toContain('status.unauthorized=403')
})

test('a link that is over stays so, and a new one is good', async () => {
  const script = `
    const { INVOICING_BASE_URL: base, INVOICING_API_KEY: key } = process.env
    const ask = async (path) => (await fetch(base + path, { headers: { 'X-Auth-Token': key } })).json()
    const [{ slug }] = (await ask('/invoices')).invoices
    const link = async () => (await ask('/invoices/' + slug + '/pdf')).invoice.pdf_url
    const isGood = async (url) => (await fetch(url)).ok
    const first = await link()
    if (await isGood(first)) process.exit()
    process.exit(!(await isGood(first)) && (await isGood(await link())) ? 0 : 1)`
  const command = [process.execPath, '--input-type=module', '-e', script]
  expect(await verdictOf(command, ['download=expired:once'])).toMatchObject({ how: 'passed' })
})

/** Takes any answer but the right one for an error. */
const strict = () => failing('[ $status = 200 ]')

describe('a command that', () => {
  test('hangs is not survived, though an error would be', async () => {
    const command = failing('[ $status != 503 ] || sleep 60')
    const words = ['readSettings=503:always']
    const verdict = await verdictOf(command, words, { timeout_ms: SHORT_MS }).catch(() =>
      verdictOf(command, words, { timeout_ms: LONG_MS }),
    )
    const kind = 'timed_out'
    expect(verdict).toMatchObject({ kind: 'not_survived', failure: { kind, ran: { ending: { kind } } } })
  })

  test('crashes is not survived, though an error would be', async () => {
    const crashing = failing('[ $status != 503 ] || kill -SEGV $$')
    const verdict = await verdictOf(crashing, ['readSettings=503:always'])
    const ending = { kind: 'crashed', signal: 'SIGSEGV' }
    expect(verdict).toMatchObject({ kind: 'not_survived', failure: { kind: ending.kind, ran: { ending } } })
  })

  test('passes by luck is found out when it is run several times', async () => {
    const command = failing('[ $status != 503 ] || [ $turn = 4 ]')
    const verdict = await verdictOf(command, ['readSettings=503:once'], { repeat: 3, jobs: 1 })
    expect(verdict).toMatchObject({ kind: 'not_survived', failure: { failed: 2, of: 3 } })
  })

  test.each([
    ['fails', 'exit 4', 'failed with exit code 4 against the mock as it is', LONG_MS],
    ['passes and fails by chance', '[ $turn != 2 ]', 'when it was run once more', LONG_MS],
    ['hangs as things are', 'sleep 60', 'hung', SHORT_MS],
  ])('%s is none to learn from', async (_, script, told, timeout_ms) => {
    const failure = await run(failing(script), [], { timeout_ms }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Unfit)
    expect(String(failure)).toContain(told)
  })

  test.each([
    ['', 'sent the mock no request'],
    ['ask /v2/bills', 'none of its requests fits an operation'],
  ])('runs "%s" is none to learn from', async (script, told) => {
    await expect(run(small(script), [])).rejects.toThrow(told)
  })

  test('fails where nothing that it met was otherwise is not blamed', async () => {
    const rehearsal = await run(failing('[ $turn -lt 3 ]'), ['status.created=200'])
    expect(rehearsal.judged[0]?.verdict).toMatchObject({ kind: 'not_judged', why: /by chance/ })
    expect(exitCodeOf(rehearsal, [])).toBe(2)
  })

  test('fails from some run on, whatever it meets, is not blamed either', async () => {
    const rehearsal = await run(failing('[ $turn -lt 3 ]'), ['readSettings=500:once'])
    expect(rehearsal.doubt?.ending).toEqual({ kind: 'failed', exit_code: 1 })
    expect(exitCodeOf(rehearsal, [])).toBe(2)
  })
})

test('combinations are of what was survived alone', async () => {
  const words = [
    'rate.headers_always=false',
    'rate.reset_format=http_date',
    'readSettings=500',
    'status.created=200',
  ]
  const { judged } = await run(failing('[ $status != 500 ]'), words, { random: 5 })
  expect(judged.slice(words.length).map(({ variation }) => variation.name)).toEqual([
    'rate.headers_always=false+rate.reset_format=http_date',
  ])
})

describe('an end by order', () => {
  test('of --bail leaves the rest unjudged', async () => {
    const words = ['readSettings=503:once', 'readSettings=500:once', 'readSettings=reset:once']
    const rehearsal = await run(strict(), words, { bail: true, jobs: 1 })
    expect(Object.values(verdicts(rehearsal))).toEqual(['not_survived', 'not_judged', 'not_judged'])
    expect(exitCodeOf(rehearsal, [])).toBe(1)
  })

  test('of a person leaves the rest unjudged', async () => {
    const controller = new AbortController()
    const rehearsal = await run(strict(), ['readSettings=500:once', 'readSettings=503:once'], {
      signal: controller.signal,
      jobs: 1,
      onProgress: ({ done }) => done === 0 && controller.abort(),
    })
    expect(verdicts(rehearsal)).toEqual({
      'readSettings=500:once': 'not_judged',
      'readSettings=503:once': 'not_judged',
    })
    expect(exitCodeOf(rehearsal, [])).toBe(2)
  })
})

describe('what is expected', () => {
  const NOW = Date.UTC(2026, 5, 15)
  const expecting = (...given: (Partial<Expectation> & { variation: string })[]) =>
    new Expectations(
      given.map((each) => ({ reason: 'known', expires: '2026-06-15', ...each })),
      NOW,
    )
  const ONCE = 'readSettings=503:once'
  const ALWAYS = 'readSettings=503:always'
  test('is accepted, demanded, or told where it is not needed or over', async () => {
    const rehearsal = await run(strict(), [ONCE, ALWAYS, 'readSettings=500', 'readSettings=unauthorized'], {
      expectations: expecting(
        { variation: ONCE },
        { variation: ALWAYS, demand: 'must_pass' },
        { variation: 'readSettings=500', expires: '2026-06-14' },
        { variation: 'readSettings=unauthorized:once' },
      ),
    })
    expect(verdicts(rehearsal)).toEqual({
      [ONCE]: 'accepted',
      [ALWAYS]: 'not_survived',
      'readSettings=500:once': 'not_survived',
      'readSettings=unauthorized:once': 'survived',
    })
    expect(rehearsal.notes).toEqual([
      'What is expected of readSettings=500:once expired on 2026-06-14.',
      'readSettings=unauthorized:once is survived: that it is not (known) need not be expected.',
    ])
  })

  test('of nothing else makes a rehearsal that is survived', async () => {
    const rehearsal = await run(strict(), [ONCE], { expectations: expecting({ variation: ONCE }) })
    expect(exitCodeOf(rehearsal, [])).toBe(0)
  })
})

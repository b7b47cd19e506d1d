import type { ClauseId } from '../../schemas/clauses.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CLAUSE_IDS, CLAUSES } from '../../schemas/clauses.ts'
import { escaped } from '../../schemas/printing/escape.ts'
import { validate } from '../../schemas/validate.ts'
import {
  exchange,
  failure,
  HOSTILE,
  hostileResult,
  KEYS,
  madeUpResult,
  SECRETS,
  verdict,
} from '../proof/testing/made-up-result.ts'
import { badge } from './badge.ts'
import { concluded } from './conclusion.ts'
import { githubReport } from './github.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'
import { junitReport } from './junit.ts'
import { merge } from './merge.ts'
import { stepSummary } from './step-summary.ts'
import { terminalReport } from './terminal.ts'
import { unjudgedReport } from './unjudged-report.ts'

const hostile = jsonReport(hostileResult(), ['a note'])
const terminal = terminalReport(hostile, { colors: false, width: 100 })
const html = htmlReport(hostile)
const junit = junitReport(hostile)
const github = githubReport(hostile)
const summary = stepSummary(hostile)

const ALL: [name: string, text: string][] = [
  ['json', JSON.stringify(hostile)],
  ['terminal', terminal],
  ['html', html],
  ['junit', junit],
  ['github', github],
  ['step summary', asRead(summary)],
]

/** The text of a summary as its reader sees it. */
function asRead(markdown: string): string {
  return markdown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

describe('every report', () => {
  test.each(ALL)('%s holds no key, near miss of a key, hook token or signature', (_, text) => {
    for (const secret of SECRETS) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.slice(0, -1))
      expect(text).not.toContain(secret.slice(0, Math.ceil(secret.length / 2)))
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  test('a body that curl takes as base64 holds none either', () => {
    const [line = ''] = hostile.verdicts.flatMap(({ counterexample }) => counterexample?.curl ?? [])
    const body = Buffer.from(/^base64 -d <<< (\S+) /.exec(line)?.[1] ?? '', 'base64').toString()
    expect(body).toContain('owned')
    for (const secret of SECRETS) expect(body).not.toContain(secret)
  })

  test.each(ALL)('%s tells the clause and what was expected', (_, text) => {
    expect(text).toContain('list.envelope')
    expect(text).toContain(CLAUSES['list.envelope'].says)
  })
})

test.each([
  ['pass', '1 of 1 judged, all conform', '#1a7f37'],
  ['fail', '1 of 1 judged, 0 conform', '#cf222e'],
  ['error', 'not judged', '#59636e'],
] as const)('the badge of a run that %sed says "%s"', (outcome, words, colour) => {
  const svg = badge(jsonReport(madeUpResult([verdict('list.envelope', outcome)])))
  expect(svg).toContain(`<title>Invoicing API 1.0.0: ${words}</title>`)
  expect(svg).toContain(`fill="${colour}"`)
})

describe('the JSON report', () => {
  test('is what its schema says', () => {
    expect(validate('report', hostile)).toEqual([])
  })

  test('names the keys by their variables', () => {
    const [found] = hostile.verdicts.flatMap(({ counterexample }) => counterexample ?? [])
    expect(found?.exchanges[0]?.request.headers['x-auth-token']).toBe('${INVOICING_API_KEY:0:29}x')
    expect(found?.curl[0]).toContain(`'X-Auth-Token: '"\${INVOICING_API_KEY:0:29}"'x'`)
    expect(found).toMatchObject({ seed: 7, path: '3:1', confirmed: '2 of 2' })
  })

  test('has verdicts, dialect, evidence and the rest by the names of the design', () => {
    expect(hostile).toMatchObject({
      target: 'http://127.0.0.1:9/api/v1/external',
      started_at: '2026-03-01T00:00:00.000Z',
      duration_ms: 1500,
      requests: 42,
      seed: 7,
      conforms: false,
      dialect: { 'status.unauthorized': 401 },
      evidence: { 'status.unauthorized': [{ request: { method: 'GET' }, response: { status: 200 } }] },
    })
    expect(hostile.verdicts.map(({ verdict: one }) => one)).toEqual([
      'pass',
      'skipped',
      'fail',
      'not_exercised',
      'error',
      'waived',
      'fail',
    ])
    expect(Object.keys(hostile.unobserved)).toEqual(['status.conflict'])
    expect(hostile.left_behind).toHaveLength(1)
  })

  test('cuts long answers of the evidence, never what a verdict says', () => {
    const long = 'x'.repeat(30_000)
    const result = hostileResult()
    const [seen] = [...result.observations.values()]
    const evidence = seen!.evidence.map((one) => ({ ...one, response: { ...one.response, text: long } }))
    const report = jsonReport({
      ...result,
      observations: new Map([['paging.total', { value: 1, evidence }]]),
    })
    expect(report.evidence['paging.total']?.[0]?.response.body).toHaveLength(
      2000 + '… (30000 characters)'.length,
    )
  })
})

describe('the terminal report', () => {
  test('lets no control character and no turned direction through', () => {
    expect(terminal.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
  })

  test('ends with the one line that matters', () => {
    const last = (report: typeof hostile) =>
      terminalReport(report, { colors: false, width: 100 }).trimEnd().split('\n').at(-1)
    expect(last(hostile)).toBe(
      'http://127.0.0.1:9/api/v1/external does not conform: 1 of the 4 clauses that were judged fails; 3 were not judged.',
    )
    const some = madeUpResult([verdict('list.envelope', 'pass'), verdict('list.defaults', 'skipped')])
    expect(last(jsonReport(some))).toBe(
      'http://127.0.0.1:9/api/v1/external: 1 of 2 clauses judged, all conform.',
    )
    expect(last(jsonReport(some, [], { demands: { strict: true } }))).toContain(
      'No judgement on http://127.0.0.1:9/api/v1/external: --strict, and 1 must clause was not judged: list.defaults (needs something).',
    )
    expect(last(jsonReport(madeUpResult([verdict('list.envelope', 'error')])))).toContain(
      '1 clause could not be judged',
    )
    expect(last(jsonReport(madeUpResult([verdict('list.envelope', 'skipped')])))).toContain('nothing passed')
  })

  test.each([60, 80, 120])('breaks lines between words at %i columns, and indents what goes on', (width) => {
    const got = `200 ${'word '.repeat(100)}`
    const failing = verdict('list.envelope', 'fail', { failures: [failure({ got })] })
    const open = verdict('list.defaults', 'skipped', {
      reason: 'needs this and that and more of it '.repeat(5),
    })
    const text = terminalReport(jsonReport(madeUpResult([failing, open])), { colors: false, width })
    const told = text.split('\n').filter((line) => line.includes('word') || line.includes('and that'))
    expect(told.length).toBeGreaterThan(3)
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThanOrEqual(width)
    expect(told.filter((line) => !line.startsWith('  '))).toEqual([])
    expect(told.join(' ')).not.toMatch(/\bwor\b|\bord\b/)
  })

  test('failures of one cause stand together, and all that fail once more at the end, with what judges them again', () => {
    const paging = { field: 'meta.per_page', expected: 'a page', got: '200 {}' }
    const results = (['list.envelope', 'list.meta-echo', 'search.envelope'] as const).map((clause) =>
      verdict(clause, 'fail', { failures: [failure(paging)] }),
    )
    const text = terminalReport(jsonReport(madeUpResult(results)), { colors: false, width: 100 })
    expect(text.split('expected  ').length - 1).toBe(1)
    expect(text).toContain('also fails: list.meta-echo, search.envelope')
    const [failing, again] = text.trimEnd().split('\n').slice(-5)
    expect(failing).toBe('Failing: list.envelope, list.meta-echo, search.envelope')
    expect(again).toBe(
      'Again: npx invoicing-kit conformance run list.envelope list.meta-echo search.envelope --seed 7 --target target.json',
    )
  })

  test('the field that deviates is marked among its neighbours', () => {
    const body = '{"invoices":[{"id":1}],"meta":{"page":1,"per_page":"250","total":1,"total_pages":1}}'
    const found = failure({ field: 'meta.per_page', exchanges: [exchange({ text: body })] })
    const report = jsonReport(madeUpResult([verdict('list.envelope', 'fail', { failures: [found] })]))
    expect(terminalReport(report, { colors: false, width: 100 })).toContain('→   "per_page": "250"')
    expect(junitReport(report)).toContain('message="meta.per_page: expected an envelope, got 200 []"')
    expect(githubReport(report)).toContain('::meta.per_page: expected an envelope, got 200 []')
    expect(htmlReport(report)).toContain('meta.per_page: expected an envelope, got 200 []')
    expect(htmlReport(report)).toContain('<mark>→   &quot;per_page&quot;: &quot;250&quot;</mark>')
  })

  test('shows a failure with sentence, expected, got, curl and seed', () => {
    const report = jsonReport(madeUpResult([verdict('list.envelope', 'fail')]))
    const text = terminalReport(report, { colors: false, width: 100 })
    expect(text).toContain(CLAUSES['list.envelope'].says)
    expect(text).toMatch(/expected +an envelope/)
    expect(text).toMatch(/got +200 \[\]/)
    expect(text).toContain('$ curl -sS -i ')
    expect(text).toMatch(/seed +7/)
  })

  test('names what judges the failures of each seed again, where several runs were merged', () => {
    const report = merge([failedBy('list.envelope', 1), failedBy('search.envelope', 2)])
    const text = terminalReport(report, { colors: false, width: 100 })
    expect(text.match(/Again: .+/g)).toEqual([
      'Again: npx invoicing-kit conformance run list.envelope --seed 1 --target target.json',
      'Again: npx invoicing-kit conformance run search.envelope --seed 2 --target target.json',
    ])
  })

  test('is coloured when asked', () => {
    expect(terminalReport(hostile, { colors: true, width: 100 })).toContain('\u001B[31m')
  })

  test('groups what was not judged by its reason', () => {
    const open = (['list.envelope', 'list.defaults', 'list.meta-echo', 'list.dates-complement'] as const).map(
      (clause) => verdict(clause, 'skipped', { reason: 'needs --allow writes' }),
    )
    const text = terminalReport(jsonReport(madeUpResult(open)), { colors: false, width: 100 })
    expect(text).toContain('  needs --allow writes\n      4 clauses\n')
  })
})

describe('the JUnit report', () => {
  /** What the schemas of Ant and Jenkins both allow, in our words. */
  const SCHEMA = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="stamp"><xs:restriction base="xs:dateTime"><xs:pattern value="\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d"/></xs:restriction></xs:simpleType>
  <xs:complexType name="told"><xs:simpleContent><xs:extension base="xs:string">
    <xs:attribute name="message" type="xs:string"/><xs:attribute name="type" type="xs:string" use="required"/>
  </xs:extension></xs:simpleContent></xs:complexType>
  <xs:element name="testsuites"><xs:complexType><xs:sequence>
    <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="properties"><xs:complexType><xs:sequence>
          <xs:element name="property" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
            <xs:attribute name="name" type="xs:token" use="required"/><xs:attribute name="value" type="xs:string" use="required"/>
          </xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
          <xs:choice minOccurs="0">
            <xs:element name="skipped"><xs:complexType><xs:attribute name="message" type="xs:string"/></xs:complexType></xs:element>
            <xs:element name="error" type="told"/><xs:element name="failure" type="told"/>
          </xs:choice>
          <xs:attribute name="name" type="xs:token" use="required"/>
          <xs:attribute name="classname" type="xs:token" use="required"/>
          <xs:attribute name="time" type="xs:decimal" use="required"/>
        </xs:complexType></xs:element>
        <xs:element name="system-out" type="xs:string"/><xs:element name="system-err" type="xs:string"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:token" use="required"/>
      <xs:attribute name="package" type="xs:token" use="required"/>
      <xs:attribute name="id" type="xs:int" use="required"/>
      <xs:attribute name="timestamp" type="stamp" use="required"/>
      <xs:attribute name="hostname" type="xs:token" use="required"/>
      <xs:attribute name="tests" type="xs:int" use="required"/>
      <xs:attribute name="failures" type="xs:int" use="required"/>
      <xs:attribute name="errors" type="xs:int" use="required"/>
      <xs:attribute name="skipped" type="xs:int"/>
      <xs:attribute name="time" type="xs:decimal" use="required"/>
    </xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`

  const hasXmllint = spawnSync('xmllint', ['--version']).status === 0

  test.skipIf(!hasXmllint)('is valid under the common schema', () => {
    const validated = spawnSync('bash', ['-c', 'xmllint --noout --schema <(printf %s "$SCHEMA") -'], {
      input: junit,
      env: { ...process.env, SCHEMA },
      encoding: 'utf8',
    })
    expect(validated.stderr).toContain('validates')
    expect(validated.status).toBe(0)
  })

  test('has a suite for each area and a case for each clause', () => {
    expect(junit.match(/<testsuite /g)).toHaveLength(3)
    expect(junit.match(/<testcase /g)).toHaveLength(7)
    expect(junit).toMatch(
      /<testsuite name="List of invoices"[^>]* tests="4" failures="1" errors="1" skipped="2"/,
    )
  })

  test('has times that add up to the time of the run, though its checks ran concurrently', () => {
    const slow = [
      verdict('list.envelope', 'pass', { ms: 9_000 }),
      verdict('search.envelope', 'pass', { ms: 3_000 }),
    ]
    const xml = junitReport(jsonReport(madeUpResult(slow, { duration_ms: 4_000 })))
    expect([...xml.matchAll(/<testsuite [^>]*time="([^"]+)"/g)].map(([, time]) => time)).toEqual([
      '3.000',
      '1.000',
    ])
  })

  test('fails only for a must', () => {
    expect(junit.match(/<failure /g)).toHaveLength(1)
    expect(junit).toMatch(/<skipped message="should, not must: /)
    expect(junit).toMatch(/<skipped message="waived: /)
  })

  test('holds nothing that XML forbids', () => {
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(junit).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]|\p{Cs}/u)
    expect(junit).not.toContain('<script')
    expect(junit).not.toContain(']]>')
  })
})

/** The report of a run of this seed in which one clause failed. */
const failedBy = (clause: ClauseId, seed: number) =>
  jsonReport(madeUpResult([verdict(clause, 'fail', { failures: [failure({ seed })] })], { seed }))

/** Names of the elements, opened and closed, in order. */
const tags = (text: string) => [...text.matchAll(/<(\/?[a-z][a-z0-9]*)/g)].map((match) => match[1])

/** The same report of a server that sends nothing odd. */
const kind = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'string' && one.includes('owned') ? 'x' : one,
    ),
  )

describe('the HTML report', () => {
  test('needs nothing else: no address is loaded from', () => {
    expect(html).not.toMatch(/<(link|img|iframe|object|embed|base|form)\b/i)
    expect(html).not.toMatch(/@import|url\(/)
    expect(html).not.toMatch(/\ssrc=(?!x)/)
  })

  test('runs its own script and no other', () => {
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]!)
    expect(scripts).toHaveLength(1)
    const hash = createHash('sha256').update(scripts[0]!).digest('base64')
    expect(html).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test('what the server sent is text: elements balance as they do for a kind server', () => {
    expect(tags(html)).toEqual(tags(htmlReport(kind(hostile) as typeof hostile)))
  })

  test('shows each clause with its outcome and the exchange with its curl line', () => {
    for (const { clause, verdict: outcome } of hostile.verdicts)
      expect(html).toContain(`<details class="clause" id="${clause}" data-verdict="${outcome}"`)
    expect(html).toMatch(/data-copy="[^"]*curl -sS -i/)
    expect(html).toContain('status.conflict')
  })
})

describe('the GitHub report', () => {
  const lines = github.trimEnd().split('\n')

  test('is one command a line, and every line is ours', () => {
    expect(github).not.toMatch(/\r/)
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/)
  })

  test('annotates a must as error, a should as warning, a waiver as notice', () => {
    expect(lines.map((line) => line.replace(/::(\w+) title=(.*?)::.*/, '$1 $2'))).toEqual([
      'error list.envelope',
      'error list.meta-echo could not be judged',
      'notice list.meta-arithmetic (waived)',
      'warning errors.one-status-per-kind',
      'notice Conformance%3A does not conform',
    ])
  })

  test('escapes percent signs and line ends', () => {
    const report = jsonReport(
      madeUpResult([
        verdict('list.envelope', 'fail', { failures: [failure({ message: '100%\nof\r\nit' })] }),
      ]),
    )
    expect(githubReport(report)).toContain('100%25%0Aof%0Ait')
  })
})

describe('the step summary', () => {
  test('lets nothing through that Markdown or HTML would read as more than text', () => {
    const ours = /<\/?(?:code|details|summary|br)>|^#{2,3} |^\| --- \| --- \|$|^\| | \|(?: |$)|^- |&#\d+;/gm
    const [, ...texts] = summary.replaceAll(ours, ' ').split('\n\n')
    expect(texts.join('\n')).not.toMatch(/[<>&|`*_[\]#!@]|::/)
  })

  test('tells the conclusion, what was found and what was not judged, each clause once', () => {
    const lines = asRead(summary).split('\n')
    expect(lines[0]).toBe('## ❌ Does not conform')
    expect(asRead(summary)).toContain('1 of the 4 clauses that were judged fails; 3 were not judged.')
    expect(lines.filter((line) => line.startsWith('- <code>'))).toEqual([
      expect.stringContaining('list.envelope'),
      expect.stringContaining('errors.one-status-per-kind'),
    ])
    expect(lines.filter((line) => line.startsWith('| ') && !line.includes('---'))).toHaveLength(2)
  })

  test('shows the last request as a curl line, and what judges the failures again', () => {
    const text = asRead(stepSummary(jsonReport(madeUpResult([verdict('list.envelope', 'fail')]))))
    expect(text).toContain(`<br><code>curl -sS -i 'http://127.0.0.1:9/api/v1/external/invoices'`)
    expect(text).toContain(
      'Again: <code>npx invoicing-kit conformance run list.envelope --seed 7 --target target.json</code>',
    )
  })

  test('stays below what GitHub takes, whatever a server sends', () => {
    const long = failure({
      message: '<'.repeat(8_000),
      expected: '|'.repeat(8_000),
      got: '#'.repeat(8_000),
    })
    const all = CLAUSE_IDS.map((clause) => verdict(clause, 'fail', { failures: [long] }))
    expect(stepSummary(jsonReport(madeUpResult(all))).length).toBeLessThan(2 ** 20)
  })
})

describe('of a run that could not judge', () => {
  const reason = 'GET http://127.0.0.1:9/api/settings: connect ECONNREFUSED <::error>'
  const { target, run, version, selection, shard, seed } = hostile
  const unjudged = unjudgedReport({ target, run, version, selection, shard, seed }, reason, Date.now())

  test('the JSON report has the reason and no verdict', () => {
    expect(validate('report', unjudged)).toEqual([])
    expect(unjudged).toMatchObject({ conforms: false, reason, verdicts: [] })
  })

  test('JUnit has an error, so that nothing is green', () => {
    const xml = junitReport(unjudged)
    expect(xml.match(/<testcase /g)).toHaveLength(1)
    expect(xml).toContain(`<error message="${escaped(reason)}" type="no-judgement">`)
    expect(xml).toMatch(/tests="1" failures="0" errors="1"/)
  })

  test('GitHub has an error annotation', () => {
    expect(githubReport(unjudged)).toMatch(
      /^::error title=Conformance%3A no judgement::No judgement on [^\n]*\n$/,
    )
  })

  test('HTML says that there is no judgement, and why', () => {
    const page = htmlReport(unjudged)
    expect(page).toContain('</span> No judgement</h1>')
    expect(page).toContain(escaped(reason))
    expect(page).not.toContain('class="matrix"')
  })

  test('the step summary says so', () => {
    expect(asRead(stepSummary(unjudged))).toMatch(/^## ⚠️ No judgement\n\nNo judgement on .*ECONNREFUSED/)
  })
})

test('a floor that was not reached is an error of JUnit beside what passed', () => {
  const report = concluded(jsonReport(madeUpResult([verdict('list.envelope', 'pass')])), { require: 2 })
  const xml = junitReport(report)
  expect(xml.match(/<testcase /g)).toHaveLength(2)
  expect(xml.match(/<error /g)).toHaveLength(1)
  expect(xml).toContain('1 clause was judged of 2 required')
})

test.each(ALL.filter(([name]) => name !== 'json'))('%s says of what it concludes', (_, text) => {
  expect(text).toContain('1 of the 4 clauses that were judged fails; 3 were not')
})

test('the hostile text of these tests is hostile', () => {
  expect(HOSTILE).toContain(KEYS.api_key)
  expect(() => execFileSync('true', [HOSTILE])).toThrow(/null bytes/)
})

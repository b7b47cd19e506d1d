import { describe, expect, test } from 'vitest'
import type { Step } from '../judge/verdict.ts'
import { exchange, failure, madeUpResult, target, verdict } from '../proof/testing/made-up-result.ts'
import type { Exchange } from '../server/client/exchange.ts'
import { htmlReport } from './html.ts'
import { jsonReport } from './json-report.ts'
import { terminalReport } from './terminal.ts'
import { timeLine } from './time-line.ts'

const creation = (started_at: number, ms: number, text = '{"invoice":{"id":1}}') =>
  exchange({ method: 'POST', body: '{"order_id":1}', text, started_at, ms })
const read = (started_at: number, ms: number) => exchange({ started_at, ms })

const reportOf = (exchanges: readonly Exchange[], steps?: readonly Step[]) =>
  jsonReport(
    madeUpResult([
      verdict('model.sequences', 'fail', { failures: [failure({ exchanges, ...(steps && { steps }) })] }),
    ]),
  )

function spansOf(exchanges: readonly Exchange[]) {
  const [found] = reportOf(exchanges).verdicts.flatMap(({ counterexample }) => counterexample ?? [])
  return found && timeLine(found, target.base_url)
}

const terminal = (report: ReturnType<typeof reportOf>, width = 90) =>
  terminalReport(report, { colors: false, width })

describe('a race', () => {
  const race = [
    exchange({ text: '{}', started_at: 100 }),
    creation(1000, 30),
    creation(1002, 18, '{"invoice":{"id":2}}'),
    read(1100, 5),
  ]

  test('is when the requests that met were under way, each by the number of its exchange', () => {
    expect(spansOf(race)).toEqual([
      { number: 2, label: 'createInvoice', from: 0, to: 30, status: 200 },
      { number: 3, label: 'createInvoice', from: 2, to: 20, status: 200 },
    ])
  })

  test.each([
    ['reads alone', [read(0, 50), read(1, 50)]],
    [
      'a request that began within the millisecond in which another ended',
      [creation(0, 8.5), creation(8, 5)],
    ],
    ['requests after one another', [creation(0, 8), creation(20, 5)]],
  ])('is not %s', (_, exchanges) => {
    expect(spansOf(exchanges)).toEqual([])
  })

  test('is a bar for each in the terminal, of any width', () => {
    const rows = terminal(reportOf(race)).split('\n')
    const bars = rows.filter((row) => row.includes('━'))
    expect(bars).toHaveLength(2)
    expect(bars[0]).toMatch(/^  at once   createInvoice ━+ +0 to 30 ms → 200  \(2\)$/)
    expect(bars[1]).toMatch(/^            createInvoice  +━+ +2 to 20 ms → 200  \(3\)$/)
    expect(rows.filter((row) => row.includes('$ curl')).map((row) => row.slice(-3))).toEqual([
      '(1)',
      '(2)',
      '(3)',
      '(4)',
    ])
    for (const width of [60, 80, 120]) {
      const narrow = terminal(reportOf(race), width).split('\n')
      const longest = Math.max(...narrow.filter((row) => row.includes('━')).map(({ length }) => length))
      expect(longest).toBe(width)
    }
  })

  test('is a bar for each on the page', () => {
    const bars = htmlReport(reportOf(race)).match(/style="[^"]+"/g)
    expect(bars).toEqual(['style="left:0.00%;width:100.00%"', 'style="left:6.67%;width:60.00%"'])
  })

  test('shows equal exchanges once', () => {
    const equal = terminal(reportOf([creation(0, 10), creation(0, 12), creation(0, 14)]))
    expect(equal.match(/\$ curl/g)).toHaveLength(1)
    expect(equal).toContain('→ 200, 3 times  (1)')
  })
})

describe('a sequence', () => {
  const report = reportOf(
    [creation(0, 5), read(10, 5)],
    [
      { does: 'updateSettings({})', exchanges: 0 },
      { does: 'createInvoice(order #1, {})', exchanges: 1 },
      { does: `readInvoicePdf(${'#'.repeat(300)})`, exchanges: 1 },
    ],
  )

  test('is numbered steps in the terminal, each on a line', () => {
    const rows = terminal(report).split('\n')
    const at = rows.findIndex((row) => row.includes('1. '))
    expect(rows.slice(at, at + 3)).toEqual([
      '  steps     1. updateSettings({})',
      '            2. createInvoice(order #1, {})',
      `            3. readInvoicePdf(${'#'.repeat(59)}…`,
    ])
  })

  test('is numbered steps on the page, each with its exchanges', () => {
    const [, steps = ''] = /<ol class="steps">([^]*?)<\/ol>/.exec(htmlReport(report)) ?? []
    const items = steps.split('<li>').slice(1)
    expect(items.map((item) => /<code>(\w+)/.exec(item)?.[1])).toEqual([
      'updateSettings',
      'createInvoice',
      'readInvoicePdf',
    ])
    expect(items.map((item) => item.match(/<b>(POST|GET)<\/b>/)?.[1])).toEqual([undefined, 'POST', 'GET'])
  })
})

import { inProcessTable, type InProcessTimes } from './in-process.ts'
import { largeTable, type LargeTimes } from './large.ts'
import { CONNECTIONS, median, spread, type Cost } from './measure.ts'
import type { Usage } from './meter.ts'
import type { MeasuredRequest } from './operations.ts'
import type { Ratios } from './ratios.ts'
import type { SnapshotTimes } from './snapshots.ts'
import { table } from './table.ts'
import { waitsTable, type Wait } from './waits.ts'

/** What was measured with a store of one size. */
export interface SizeResult {
  invoices: number
  requests: MeasuredRequest[]
  bare: Cost[]
  mock: Cost[]
  /** The mock with --journal 0. */
  unjournaled: Cost[]
  /** By operation: CPU beside bare Express, round by round. */
  ratios: number[][]
  memory: Usage[]
  /** Of the largest size. */
  waits: Wait[]
}

/**
 * Milliseconds from the start of a process to its first answer, with data and with fresh data, how long the first PDF takes after that, and 99 of 100
 * answers at most while the largest document is drawn.
 */
export interface StartTimes {
  bare: number
  mock: number
  fresh: number
  firstPdf: number
  beside: number
}

/** All that was measured. */
export interface Measured {
  results: SizeResult[]
  start: StartTimes
  /** At 10,000 invoices. */
  snapshots: SnapshotTimes
  large: LargeTimes
  inProcess: InProcessTimes
  rounds: number
}

/** Tables in Markdown, each of which can be read as it is, and the ratios in them that are to be kept. */
export interface Report {
  setting: string
  besideBare: string
  bySize: string
  journal: string
  waits: string
  start: string
  snapshots: string
  large: string
  inProcess: string
  ratios: Ratios
}

/** All that was measured. */
export function report({ results, start, snapshots, large, inProcess, rounds }: Measured): Report {
  const largest = results.at(-1)
  return {
    setting: `Node ${process.version}, ${CONNECTIONS} connections, medians of ${rounds} rounds.`,
    besideBare: results.slice(0, 1).map(besideBare).join(''),
    bySize: bySize(results),
    journal: journalTable(results),
    waits: waitsTable(largest?.waits ?? [], whole(largest?.invoices ?? 0)),
    start: startTable(start),
    snapshots: snapshotTable(snapshots),
    large: largeTable(large),
    inProcess: inProcessTable(inProcess),
    ratios: {
      ...results.slice(0, 1).map(ratiosOf)[0],
      start: start.mock / start.bare,
      fresh: start.fresh / start.bare,
    },
  }
}

/** CPU beside bare Express, by request. */
const ratiosOf = ({ requests, ratios }: SizeResult): Ratios =>
  Object.fromEntries(requests.map(({ name }, at) => [name, median([...(ratios[at] ?? [])])]))

const whole = (value: number) => Math.round(value).toLocaleString('en-US')
const ratio = (a: number, b: number) => (a / b).toFixed(2)

const costAt = (costs: readonly Cost[], at: number): Cost =>
  costs[at] ?? { cpuMicroseconds: Number.NaN, perSecond: Number.NaN }

function besideBare({ requests, bare, mock, ratios }: SizeResult): string {
  const rows = requests.map(({ name }, at) => {
    const [ours, theirs] = [costAt(mock, at), costAt(bare, at)]
    return [
      name,
      whole(theirs.cpuMicroseconds),
      whole(ours.cpuMicroseconds),
      ratio(ours.cpuMicroseconds, theirs.cpuMicroseconds),
      spread(ratios[at] ?? []),
      whole(theirs.perSecond),
      whole(ours.perSecond),
      ratio(ours.perSecond, theirs.perSecond),
    ]
  })
  const head = ['', 'bare, µs CPU', 'mock, µs CPU', 'ratio', 'range', 'bare, req/s', 'mock, req/s', 'ratio']
  return [table(head, rows), ...noise(ratios)].join('\n\n')
}

/** Rounds whose ratios lie further apart than this tell of the machine, not of the mock. */
const QUIET = 1.5

function noise(ratios: readonly number[][]): string[] {
  const isNoisy = ratios.some((rounds) => Math.max(...rounds) > Math.min(...rounds) * QUIET)
  return isNoisy
    ? [
        `The machine was too noisy for firm conclusions. In at least one row, the highest ratio exceeds ${QUIET} times the lowest.`,
      ]
    : []
}

function bySize(results: SizeResult[]): string {
  const [first] = results
  const rows = (first?.requests ?? []).map(({ name }, at) => {
    const costs = results.map(({ mock }) => costAt(mock, at).cpuMicroseconds)
    return [name, ...costs.map(whole), ratio(costs.at(-1) ?? 0, costs[0] ?? 0)]
  })
  const memory = (title: string, at: number, kind: 'rssBytes' | 'heapBytes') => [
    `${title}, MB`,
    ...results.map(({ memory: usages }) => whole((usages[at]?.[kind] ?? 0) / 2 ** 20)),
    '',
  ]
  const memoryRows = [
    memory('process at start', 0, 'rssBytes'),
    memory('process after load', 1, 'rssBytes'),
    memory('live heap after load', 1, 'heapBytes'),
    memory('live heap after 40,000 more lists', 2, 'heapBytes'),
  ]
  return table(['µs CPU', ...sizesOf(results), 'ratio'], [...rows, ...memoryRows])
}

/** What the journal costs: the mock as it starts by itself beside one with --journal 0. */
function journalTable(results: SizeResult[]): string {
  const [first] = results
  const rows = (first?.requests ?? []).map(({ name }, at) => [
    name,
    ...results.map(({ mock, unjournaled }) =>
      ratio(costAt(mock, at).cpuMicroseconds, costAt(unjournaled, at).cpuMicroseconds),
    ),
  ])
  return table(['ratio of CPU', ...sizesOf(results)], rows)
}

const sizesOf = (results: SizeResult[]): string[] =>
  results.map(({ invoices }) => `${whole(invoices)} invoices`)

function startTable({ bare, mock, fresh, firstPdf, beside }: StartTimes): string {
  const start = ['start to first answer', whole(bare), whole(mock), ratio(mock, bare)]
  const anew = ['with fresh data, in memory', whole(bare), whole(fresh), ratio(fresh, bare)]
  const pdf = ['first PDF, 0.5 s after the start', '', whole(firstPdf), '']
  const others = ['p99 of lists while a PDF of 5,000 lines is drawn', '', whole(beside), '']
  return table(['', 'bare, ms', 'mock, ms', 'ratio'], [start, anew, pdf, others])
}

function snapshotTable({ take, restore, open }: SnapshotTimes): string {
  return table(
    ['snapshot of 10,000 invoices, on disk', 'ms'],
    [
      ['take', take.toFixed(1)],
      ['restore', restore.toFixed(1)],
      ['open the store at the next request', open.toFixed(1)],
    ],
  )
}

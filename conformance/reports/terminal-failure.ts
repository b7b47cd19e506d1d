import type pc from 'picocolors'
import { cut, lines, oneLine, plural, wrapped } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample } from '../../schemas/types.ts'
import { alsoFails, type Cause } from './causes.ts'
import { shownOnce, type Once } from './shown-once.ts'
import { told } from './story.ts'
import { timeLine, type Span } from './time-line.ts'

type Colors = ReturnType<typeof pc.createColors>

/** Longer texts of the server and longer curl lines stand in the other reports. */
const SHOWN_TEXT = 600
const SHOWN_CURL = 2_000

/** Columns of the names that stand before what is told. */
const NAMES = 12
/** Where there are fewer columns, a terminal may break lines as it likes. */
const FEWEST = 40

/** A failure for a person at a terminal, under its head line; with the clauses that fail by the same. */
export function failureLines(
  { first, others }: Cause,
  { target, width, colors }: { target: string; width: number; colors: Colors },
): string[] {
  const { says, reason, counterexample } = first
  return [
    ...wrapped(oneLine(says).split(' '), Math.max(FEWEST, width - 2)).map((line) => `  ${line}`),
    ...(reason === undefined ? [] : field('waived', reason, width, colors)),
    ...(counterexample ? counterexampleLines(counterexample, target, width, colors) : []),
    ...(others.length === 0 ? [] : othersLines(others, width, colors)),
  ]
}

function othersLines(others: Cause['others'], width: number, colors: Colors): string[] {
  const words = oneLine(alsoFails(others)).split(' ')
  return wrapped(words, Math.max(FEWEST, width - 2)).map((line) => `  ${colors.bold(line)}`)
}

function counterexampleLines(
  found: ReportCounterexample,
  target: string,
  width: number,
  colors: Colors,
): string[] {
  const room = Math.max(FEWEST, width - NAMES)
  const spans = timeLine(found, target)
  return [
    '',
    ...told(found).flatMap(([name, text]) =>
      name === 'steps' ? under(name, stepRows(text, room), colors) : field(name, text, width, colors),
    ),
    ...under('at once', raceRows(spans, room), colors),
    ...shownOnce(found).map((one) => curlLine(one, spans.length > 0, colors)),
  ]
}

/** Each step on a line of its own, however long. */
const stepRows = (text: string, room: number): string[] => lines(text).map((line) => cut(line, room))

/** A bar for each request of a race, as long as it took. */
function raceRows(spans: readonly Span[], room: number): string[] {
  const end = Math.max(...spans.map(({ to }) => to))
  const labels = Math.min(Math.max(...spans.map(({ label }) => label.length)), Math.floor(room / 3))
  const rest = spans.map(
    ({ number, from, to, status }) => `${Math.round(from)} to ${Math.round(to)} ms → ${status}  (${number})`,
  )
  const bars = room - labels - Math.max(...rest.map(({ length }) => length)) - 2
  const column = (ms: number) => Math.round((ms / end) * bars)
  return spans.map(({ label, from, to }, at) => {
    const begin = Math.min(column(from), bars - 1)
    const bar = ' '.repeat(begin) + '━'.repeat(Math.max(1, column(to) - begin))
    return `${oneLine(cut(label, labels)).padEnd(labels)} ${bar.padEnd(bars)} ${rest[at]}`
  })
}

/** A name, and what is told under it, by words, with a hanging indent. */
export function field(name: string, text: string, width: number, colors: Colors): string[] {
  const room = Math.max(FEWEST, width - NAMES)
  const rows = lines(cut(text, SHOWN_TEXT)).flatMap((line) =>
    isWide(line, room) ? byWords(line, room) : [line],
  )
  return under(name, rows, colors)
}

/** Lines behind a name. */
const under = (name: string, rows: readonly string[], colors: Colors): string[] =>
  rows.map((line, at) => `  ${colors.dim((at === 0 ? name : '').padEnd(NAMES - 3))} ${line}`)

const isWide = (line: string, room: number) => line.length > room

/** What goes on in the next line is indented like what it goes on with. */
function byWords(line: string, room: number): string[] {
  const indent = /^[→ ]*/.exec(line)?.[0].length ?? 0
  const [first = '', ...rest] = wrapped(line.slice(indent).split(' '), room - indent)
  return [line.slice(0, indent) + first, ...rest.map((more) => ' '.repeat(indent) + more)]
}

function curlLine(
  { number, curl: line, exchange, places }: Once,
  isNumbered: boolean,
  colors: Colors,
): string {
  const shown =
    line.length <= SHOWN_CURL
      ? oneLine(line)
      : `(${plural(line.length, 'character')} of curl: see the JSON report)`
  const often = places.length > 1 ? `, ${places.length} times` : ''
  const answer = `→ ${exchange.response.status}${often}${isNumbered ? `  (${number})` : ''}`
  return `  ${colors.dim('$')} ${colors.cyan(shown)} ${colors.dim(answer)}`
}

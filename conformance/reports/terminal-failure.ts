import type pc from 'picocolors'
import { cut, lines, oneLine, plural, wrapped } from '../../schemas/printing/plain-text.ts'
import type { ReportCounterexample } from '../../schemas/types.ts'
import { alsoFails, type Cause } from './causes.ts'
import { told } from './story.ts'

type Colors = ReturnType<typeof pc.createColors>

/** Longer texts of the server and longer curl lines stand in the other reports. */
const SHOWN_TEXT = 600
const SHOWN_CURL = 2_000

/** Columns of the names that stand before what is told. */
const NAMES = 12
/** Where there are fewer columns, a terminal may break lines as it likes. */
const FEWEST = 40

/** A failure for a person at a terminal, under its head line; with the clauses that fail by the same. */
export function failureLines({ first, others }: Cause, width: number, colors: Colors): string[] {
  const { says, reason, counterexample } = first
  return [
    ...wrapped(oneLine(says).split(' '), Math.max(FEWEST, width - 2)).map((line) => `  ${line}`),
    ...(reason === undefined ? [] : field('waived', reason, width, colors)),
    ...(counterexample ? counterexampleLines(counterexample, width, colors) : []),
    ...(others.length === 0 ? [] : field('by it', alsoFails(others), width, colors)),
  ]
}

function counterexampleLines(found: ReportCounterexample, width: number, colors: Colors): string[] {
  return [
    '',
    ...told(found).flatMap(([name, text]) => field(name, text, width, colors)),
    ...found.curl.map((line, index) => curlLine(line, found.exchanges[index]?.response.status, colors)),
  ]
}

/** A name, and what is told under it, by words, with a hanging indent. */
export function field(name: string, text: string, width: number, colors: Colors): string[] {
  const room = Math.max(FEWEST, width - NAMES)
  const rows = lines(cut(text, SHOWN_TEXT)).flatMap((line) =>
    isWide(line, room) ? byWords(line, room) : [line],
  )
  return rows.map((line, at) => `  ${colors.dim((at === 0 ? name : '').padEnd(NAMES - 3))} ${line}`)
}

const isWide = (line: string, room: number) => line.length > room

/** What goes on in the next line is indented like what it goes on with. */
function byWords(line: string, room: number): string[] {
  const indent = /^[→ ]*/.exec(line)?.[0].length ?? 0
  const [first = '', ...rest] = wrapped(line.slice(indent).split(' '), room - indent)
  return [line.slice(0, indent) + first, ...rest.map((more) => ' '.repeat(indent) + more)]
}

function curlLine(line: string, status: number | undefined, colors: Colors): string {
  const shown =
    line.length <= SHOWN_CURL
      ? oneLine(line)
      : `(${plural(line.length, 'character')} of curl: see the JSON report)`
  return `  ${colors.dim('$')} ${colors.cyan(shown)} ${colors.dim(`→ ${status ?? '?'}`)}`
}

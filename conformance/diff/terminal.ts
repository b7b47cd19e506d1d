import pc from 'picocolors'
import { CLAUSES } from '../../schemas/clauses.ts'
import { cut, duration, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import { isQuestion, QUESTIONS } from '../../schemas/questions.ts'
import type { DiffReport, DiffReportClause, DiffReportDifference } from '../../schemas/types.ts'

type Colors = ReturnType<typeof pc.createColors>

/** Values of one answer that are shown; the JSON report has all. */
const MOST_VALUES = 4
const SHOWN_VALUE = 200
const SHOWN_CURL = 2_000

/** The report for a person at a terminal; ends with the one line that matters. */
export function diffTerminal(report: DiffReport, colored: boolean): string {
  const colors = pc.createColors(colored)
  const [open, stated] = [
    report.differences.filter(({ is_open }) => is_open),
    report.differences.filter(({ is_open }) => !is_open),
  ]
  const blocks = [
    [
      `A  ${oneLine(report.a)}`,
      `B  ${oneLine(report.b)}`,
      colors.dim('In each curl line the keys are those of its server.'),
    ],
    ...stated.map((difference) => differenceBlock(difference, report.judged, colors)),
    ...(open.length > 0 ? [[colors.bold('What the specification leaves open, answered otherwise')]] : []),
    ...open.map((difference) => differenceBlock(difference, report.judged, colors)),
    listBlock('Left behind', report.left_behind),
    listBlock('Notes', report.notes),
    endBlock(report, stated.length, open.length, colors),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

function differenceBlock(
  { subjects, is_open, moves, values, confirmed, curl, exchanges }: DiffReportDifference,
  judged: readonly DiffReportClause[],
  colors: Colors,
): string[] {
  const before = moves.slice(0, -1)
  const row = (name: string, text: string) => `  ${colors.dim(name.padEnd(8))} ${oneLine(text)}`
  return [
    `${is_open ? colors.yellow('~') : colors.red('✗')} ${colors.bold(subjects.join(', ') || 'not specified')}  ${colors.dim(moves.at(-1) ?? '')}`,
    ...subjects.map((subject) => `  ${cut(saysOf(subject), SHOWN_VALUE)}`),
    ...judged.filter(({ clause }) => subjects.includes(clause)).flatMap((one) => judgedLines(one, row)),
    ...(before.length > 0 ? [row('after', before.join('; '))] : []),
    ...values.slice(0, MOST_VALUES).map(({ where, a, b }) => row(where, `A ${shown(a)}   B ${shown(b)}`)),
    ...(values.length > MOST_VALUES ? [row('', `and ${values.length - MOST_VALUES} more`)] : []),
    ...(confirmed.startsWith('2') ? [] : [row('again', `${confirmed} times when it was tried again`)]),
    ...curl.map((line, at) => curlLine('AB'[at] ?? '', line, exchanges[at]?.response.status, colors)),
  ]
}

function judgedLines(
  { clause, a, b, reasons }: DiffReportClause,
  row: (name: string, text: string) => string,
): string[] {
  const breaking = [a === 'fail' ? ['A'] : [], b === 'fail' ? ['B'] : []].flat()
  const verdict =
    breaking.length > 0
      ? `${breaking.join(' and ')} ${breaking.length > 1 ? 'break' : 'breaks'} ${clause}`
      : `A ${WORDS[a] ?? a}, B ${WORDS[b] ?? b}`
  return [row('judged', verdict), ...reasons.map((reason) => row('', reason))]
}

const WORDS: Record<string, string | undefined> = {
  pass: 'keeps it',
  fail: 'breaks it',
  skipped: 'was not judged',
  not_exercised: 'was not judged',
  error: 'could not be judged',
}

/** What a clause or a question says. */
const saysOf = (subject: string): string =>
  isQuestion(subject) ? QUESTIONS[subject].question : (CLAUSE_TEXTS[subject] ?? '')

const CLAUSE_TEXTS: Record<string, string | undefined> = Object.fromEntries(
  Object.entries(CLAUSES).map(([id, { says }]) => [id, says]),
)

const shown = (value: string | undefined): string =>
  value === undefined ? '(nothing)' : cut(value, SHOWN_VALUE)

function curlLine(name: string, line: string, status: number | undefined, colors: Colors): string {
  const text =
    line.length <= SHOWN_CURL
      ? oneLine(line)
      : `(${plural(line.length, 'character')} of curl: see the JSON report)`
  return `  ${name} ${colors.dim('$')} ${colors.cyan(text)} ${colors.dim(`→ ${status ?? '?'}`)}`
}

function listBlock(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const first = items.slice(0, 10).map((item) => `  ${oneLine(item)}`)
  return [title, ...first, ...(items.length > 10 ? [`  … and ${items.length - 10} more`] : [])]
}

function endBlock(report: DiffReport, stated: number, open: number, colors: Colors): string[] {
  const { compared, requests, duration_ms, seed, stopped } = report
  const facts = `${plural(compared, 'answer')} compared, ${plural(requests, 'request')} in ${duration(duration_ms)}, seed ${seed}`
  return [
    colors.dim(facts),
    ...(stopped === undefined ? [] : [`It ended early: ${oneLine(stopped)}.`]),
    colors.bold(conclusion(stated, open, report)),
  ]
}

function conclusion(stated: number, open: number, { stopped, compared }: DiffReport): string {
  if (stated + open === 0)
    return stopped === undefined && compared > 0
      ? 'No difference.'
      : 'No difference so far: not all was compared.'
  const parts = [
    ...(stated > 0 ? [`${plural(stated, 'difference')} in what the specification states`] : []),
    ...(open > 0 ? [`${plural(open, 'open question')} answered otherwise`] : []),
  ]
  return `${parts.join(', ')}.`
}

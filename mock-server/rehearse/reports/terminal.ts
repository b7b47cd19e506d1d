import pc from 'picocolors'
import { cut, duration, lines, oneLine, plural } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'
import { legendOf, lookOf, LOOKS, OUTCOMES, type Outcome } from './conclusion.ts'
import { excerpt } from './excerpt.ts'
import { DEMAND_WORDS, untouchedInWords, violationInWords } from './in-words.ts'
import { matrixOf, type Cell } from './matrix.ts'

export interface TerminalOptions {
  colors: boolean
}

type Colors = ReturnType<typeof pc.createColors>

const PAINTS: Readonly<Record<Outcome, (colors: Colors) => (text: string) => string>> = {
  not_survived: (c) => c.red,
  not_judged: (c) => c.magenta,
  accepted: (c) => c.yellow,
  survived: (c) => c.green,
  not_touched: (c) => c.dim,
}

const painted = (outcome: Outcome, text: string, colors: Colors): string => PAINTS[outcome](colors)(text)

/** The report for a person at a terminal; ends with the one line that matters. */
export function terminalReport(report: RehearsalReport, options: TerminalOptions): string {
  const colors = pc.createColors(options.colors)
  const blocks = [
    ...report.variations.filter(({ failure }) => failure).map((variation) => failureBlock(variation, colors)),
    unjudgedBlock(report),
    matrixBlock(report, colors),
    listBlock('Against the contract, in what it sends', report.violations.map(violationInWords)),
    listBlock('Not touched', untouchedInWords(report)),
    listBlock('Notes', report.notes),
    reasonBlock(report, colors),
    endBlock(report, colors),
  ]
  const shown = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
  return `${shown.join('\n\n')}\n`
}

/** What of long texts is shown here; the other reports have more. */
const SHOWN_LINES = 16
const SHOWN_BODY = 300

function failureBlock(variation: RehearsalVariation, colors: Colors): string[] {
  const { name, verdict, says, basis, demand, failure, reason } = variation
  if (!failure) return []
  const { differed } = failure
  const runs = failure.of > 1 ? ` (${failure.failed} of ${failure.of} runs)` : ''
  return [
    `${painted(verdict, `${LOOKS[verdict].sign} ${colors.bold(oneLine(name))}`, colors)}  ${colors.dim(DEMAND_WORDS[demand])}`,
    `  ${oneLine(says)} ${colors.dim(`(${basis})`)}`,
    ...(reason === undefined ? [] : [field('accepted', [reason], colors)]),
    field('ended', [`The command ${failure.says}${runs}.`], colors),
    ...(differed
      ? [
          field('request', [cut(`${differed.request} ${differed.body}`.trim(), SHOWN_BODY)], colors),
          ...(differed.at === undefined ? [] : [field('differs', [differed.at], colors)]),
          field('first run', [cut(differed.first, SHOWN_BODY)], colors),
          field('here', [cut(differed.now, SHOWN_BODY)], colors),
        ]
      : []),
    field('output', excerpt(failure.output, SHOWN_LINES), colors),
    field('again', [failure.repeat], colors),
    field('by hand', failure.by_hand, colors),
  ]
}

const FIELD_WIDTH = 9

const field = (name: string, texts: readonly string[], colors: Colors): string =>
  texts
    .flatMap(lines)
    .map((line, index) => `  ${colors.dim((index === 0 ? name : '').padEnd(FIELD_WIDTH))} ${line}`)
    .join('\n')

function unjudgedBlock({ variations }: RehearsalReport): string[] {
  const reasons = new Map<string, string[]>()
  for (const { verdict, reason = '', name } of variations)
    if (verdict === 'not_judged') reasons.set(reason, [...(reasons.get(reason) ?? []), name])
  return [...reasons].map(
    ([reason, names]) =>
      `! ${plural(names.length, 'variation')} not judged, as ${reason}: ${cut(names.join(', '), SHOWN_BODY)}`,
  )
}

function matrixBlock(report: RehearsalReport, colors: Colors): string[] {
  const { columns, rows, areas } = matrixOf(report)
  const names = [...rows.map(({ operation }) => operation), ...areas.map(({ area }) => area)]
  const width = Math.max(0, ...names.map(({ length }) => length)) + 1
  const head = ' '.repeat(width) + columns.map(({ title }) => title.padStart(columnWidth(title))).join('')
  const legend = legendOf(report.variations.filter(({ verdict }) => verdict !== 'not_touched'))
  return [
    ...(legend === '' ? [] : [colors.dim(`${legend}${rows.length > 0 ? '; two signs: once, always' : ''}`)]),
    ...(columns.length > 0 ? [colors.dim(head)] : []),
    ...rows.map(
      ({ operation, cells }) =>
        operation.padEnd(width) +
        cells.map((cell, index) => cellText(cell, columnWidth(columns[index]?.title ?? ''), colors)).join(''),
    ),
    ...areas.map(({ area, cell }) => `${area.padEnd(width)}  ${signs(cell, colors)}`),
  ]
}

const columnWidth = (title: string): number => Math.max(title.length, 3) + 2

/** Once, then always. */
const cellText = (cell: Cell, width: number, colors: Colors): string =>
  ' '.repeat(width - cell.length) + signs(cell, colors)

const signs = (cell: Cell, colors: Colors): string =>
  cell.map((each) => painted(each.verdict, lookOf(each).sign, colors)).join('')

const MOST_ITEMS = 12

function listBlock(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, MOST_ITEMS).map((item) => `  ${oneLine(item)}`)
  return [
    title,
    ...shown,
    ...(items.length > MOST_ITEMS ? [`  … and ${items.length - MOST_ITEMS} more`] : []),
  ]
}

function reasonBlock({ reason, output, stopped }: RehearsalReport, colors: Colors): string[] {
  return [
    ...(stopped === undefined ? [] : [`It ended early: ${stopped}.`]),
    ...(reason === undefined ? [] : [reason]),
    ...(output ? [field('output', excerpt(output, SHOWN_LINES), colors)] : []),
  ]
}

function endBlock({ score, duration_ms, conclusion, exit_code }: RehearsalReport, colors: Colors): string[] {
  const counts = OUTCOMES.filter((outcome) => score[outcome] > 0).map((outcome) =>
    painted(outcome, `${score[outcome]} ${LOOKS[outcome].words}`, colors),
  )
  const paint = [colors.green, colors.red, colors.magenta][exit_code] ?? String
  const scored =
    counts.length > 0 ? [`${counts.join(', ')}  ${colors.dim(`in ${duration(duration_ms)}`)}`] : []
  return [...scored, paint(colors.bold(conclusion))]
}

import pc from 'picocolors'
import { cut, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import { isQuestion, QUESTIONS } from '../../schemas/questions.ts'
import type { Comparison, ComparisonChange, ComparisonDrift } from '../../schemas/types.ts'
import { CHANGES, isWorse } from './comparison.ts'

type Colors = ReturnType<typeof pc.createColors>
type Change = ComparisonChange['change']

interface Look {
  sign: string
  title: string
  paint(colors: Colors): (text: string) => string
}

const LOOKS: Readonly<Record<Change, Look>> = {
  newly_failing: { sign: '✗', title: 'newly failing', paint: (c) => c.red },
  still_failing: { sign: '✗', title: 'still failing', paint: (c) => c.yellow },
  no_longer_judged: { sign: '○', title: 'no longer judged', paint: (c) => c.yellow },
  newly_waived: { sign: '~', title: 'newly waived', paint: (c) => c.yellow },
  fixed: { sign: '✓', title: 'fixed', paint: (c) => c.green },
  newly_judged: { sign: '✓', title: 'judged for the first time, and passing', paint: (c) => c.green },
}

/** Longer texts stand in the reports that are compared. */
const SHOWN_TEXT = 300

/** What changed, for a person at a terminal; ends with the one line that matters. */
export function comparisonTerminal(
  comparison: Comparison,
  useColors: boolean,
  allowUnjudged = false,
): string {
  const colors = pc.createColors(useColors)
  const { changes, drifted, notes } = comparison
  const blocks = [
    ...CHANGES.map((change) => block(change, changes, colors)),
    drifted.length === 0 ? [] : [colors.bold('Answered otherwise now'), ...drifted.flatMap(driftLines)],
    notes.map(oneLine),
    [endLine(comparison, colors, allowUnjudged)],
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function block(change: Change, changes: readonly ComparisonChange[], colors: Colors): string[] {
  const own = changes.filter((one) => one.change === change)
  if (own.length === 0) return []
  const { sign, title, paint } = LOOKS[change]
  return [
    colors.bold(`${title[0]?.toUpperCase()}${title.slice(1)}`),
    ...own.flatMap(({ clause, level, why, was = 'not in the report' }) => [
      `  ${paint(colors)(`${sign} ${oneLine(clause)}`)}  ${colors.dim(`was ${words(was)}${level === 'should' ? ' (should)' : ''}`)}`,
      ...(why === undefined ? [] : [`    ${cut(oneLine(why), SHOWN_TEXT)}`]),
    ]),
  ]
}

const words = (verdict: string) => oneLine(verdict.replaceAll('_', ' '))

function driftLines({ question, was, is }: ComparisonDrift): string[] {
  return [
    `  ${oneLine(question)}  ${isQuestion(question) ? QUESTIONS[question].question : ''}`,
    `    was ${cut(oneLine(was), SHOWN_TEXT)}, is ${cut(oneLine(is), SHOWN_TEXT)}`,
  ]
}

function endLine({ changes, drifted }: Comparison, colors: Colors, allowUnjudged: boolean): string {
  const counts = CHANGES.flatMap((change) => {
    const count = changes.filter((one) => one.change === change).length
    return count === 0 ? [] : [`${count} ${LOOKS[change].title}`]
  })
  if (drifted.length > 0) counts.push(`${plural(drifted.length, 'answer')} drifted`)
  if (counts.length === 0) return colors.green('Nothing has changed.')
  const isRed = changes.some((one) => isWorse(one, allowUnjudged))
  return (isRed ? colors.red : colors.green)(`${counts.join(', ')}.`)
}

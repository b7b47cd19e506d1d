import pc from 'picocolors'
import { cut, duration, lines, oneLine, plural, wrapped } from '../../schemas/printing/plain-text.ts'
import { keysOf } from '../../schemas/tables.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { commandOf } from './again.ts'
import { areasOf, type Area } from './areas.ts'
import { causesOf, type Cause } from './causes.ts'
import { byReason, conclusion, countOf, exitCode, mistakesInWords, type Outcome } from './conclusion.ts'
import { effectLines } from './effects-lines.ts'
import { failureLines } from './terminal-failure.ts'

export interface TerminalOptions {
  colors: boolean
  /** Columns of the terminal. */
  width: number
}

type Colors = ReturnType<typeof pc.createColors>
type Paint = (text: string) => string

interface Look {
  sign: string
  words: string
  paint(colors: Colors): Paint
}

const LOOKS: { [outcome in Outcome]: Look } = {
  pass: { sign: '✓', words: 'passed', paint: (c) => c.green },
  fail: { sign: '✗', words: 'failed', paint: (c) => c.red },
  waived: { sign: '~', words: 'waived', paint: (c) => c.yellow },
  error: { sign: '!', words: 'could not be judged', paint: (c) => c.magenta },
  not_exercised: { sign: '○', words: 'not exercised', paint: (c) => c.dim },
  skipped: { sign: '·', words: 'skipped', paint: (c) => c.dim },
}
const OUTCOMES = keysOf(LOOKS)

/** Where a terminal has fewer columns, it may break lines as it likes. */
const FEWEST = 40

/** Longer texts stand in the other reports. */
const SHOWN_TEXT = 600

/** The report for a person at a terminal; ends with the one line that matters. */
export function terminalReport(report: ConformanceReport, options: TerminalOptions): string {
  const colors = pc.createColors(options.colors)
  const failures = report.verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived')
  const blocks = [
    ...causesOf(failures).map((cause) => failureBlock(cause, report.target, options.width, colors)),
    errorsBlock(report, colors),
    openBlock(report, colors, options.width),
    listBlock('Mistakes of the target', mistakesInWords(report)),
    effectsBlock(report, options.width, colors),
    listBlock('Left behind on the server', report.left_behind),
    listBlock('Notes', report.notes),
    summaryBlock(report, colors),
    failingBlock(report, options.width, colors),
    endBlock(report, colors),
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

function failureBlock(cause: Cause, target: string, width: number, colors: Colors): string[] {
  const { first } = cause
  const { sign, paint } = LOOKS[first.verdict]
  const level = first.level === 'should' ? colors.dim(' (should: reported, fails nothing)') : ''
  const head = `${paint(colors)(`${sign} ${colors.bold(oneLine(first.clause))}`)}  ${colors.dim(sectionWords(first.section))}${level}`
  return [head, ...failureLines(cause, { target, width, colors })]
}

function errorsBlock({ verdicts }: ConformanceReport, colors: Colors): string[] {
  const groups = byReason(verdicts.filter(({ verdict }) => verdict === 'error'))
  return groups.flatMap(([reason, clauses]) => [
    colors.magenta(
      `! ${plural(clauses.length, 'clause')} could not be judged: ${clauses.slice(0, 4).join(', ')}${clauses.length > 4 ? ' …' : ''}`,
    ),
    ...lines(cut(reason, 2 * SHOWN_TEXT)).map((line) => `  ${line}`),
  ])
}

/** What was not judged, grouped by the reason, since one missing key leaves many clauses open. */
function openBlock({ verdicts }: ConformanceReport, colors: Colors, width: number): string[] {
  const groups = byReason(
    verdicts.filter(({ verdict }) => verdict === 'skipped' || verdict === 'not_exercised'),
  )
  if (groups.length === 0) return []
  return [
    colors.bold('Not judged'),
    ...groups.flatMap(([reason, clauses]) => [
      ...hanging(oneLine(reason), '  ', width),
      ...hanging(oneLine(fewOf(clauses)), '      ', width).map(colors.dim),
    ]),
  ]
}

const fewOf = (clauses: readonly string[]): string =>
  clauses.length <= 3 ? clauses.join(', ') : plural(clauses.length, 'clause')

/** A text by words, each line behind the same indent. */
const hanging = (text: string, indent: string, width: number): string[] =>
  wrapped(text.split(' '), Math.max(FEWEST, width - indent.length)).map((line) => indent + line)

function effectsBlock(report: ConformanceReport, width: number, colors: Colors): string[] {
  const rows = effectLines(report)
  if (rows.length === 0) return []
  return [
    colors.bold('Effects on the deployment'),
    ...rows.flatMap(({ name, text }) => {
      const [first = '', ...more] = hanging(oneLine(text), ' '.repeat(EFFECT_COLUMN), width)
      return [`  ${name.padEnd(EFFECT_COLUMN - 2)}${first.trimStart()}`, ...more]
    }),
  ]
}

/** The column at which the texts of effects begin. */
const EFFECT_COLUMN = 15

function listBlock(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, 10).map((item) => `  ${oneLine(item)}`)
  return [title, ...shown, ...(items.length > 10 ? [`  … and ${items.length - 10} more`] : [])]
}

function summaryBlock(report: ConformanceReport, colors: Colors): string[] {
  const areas = areasOf(report)
  const width = Math.max(...areas.map(({ title }) => title.length))
  return areas.map((area) => areaLine(area, width, colors))
}

function areaLine({ title, sections, verdicts }: Area, width: number, colors: Colors): string {
  const signs = verdicts.map(({ verdict }) => LOOKS[verdict].paint(colors)(LOOKS[verdict].sign)).join('')
  return `${title.padEnd(width)}  ${signs}  ${colors.dim(sectionWords(sections))}`
}

/** Once more what fails, where the last screen shows it, and what judges that again. */
function failingBlock(report: ConformanceReport, width: number, colors: Colors): string[] {
  const { verdicts } = report
  const failing = verdicts.filter(({ verdict }) => verdict === 'fail')
  if (failing.length === 0) return []
  return [
    ...hanging(colors.bold(`Failing: `) + oneLine(failing.map(({ clause }) => clause).join(', ')), '', width),
    ...againLines(report, failing).map((line) => `${colors.dim('Again:')} ${colors.cyan(oneLine(line))}`),
  ]
}

/** A merged report holds the failures of several seeds. */
function againLines(report: ConformanceReport, failing: readonly ReportVerdict[]): string[] {
  const clauses = new Map<number, string[]>()
  for (const { clause, counterexample } of failing) {
    const seed = counterexample?.seed ?? report.seed
    clauses.set(seed, [...(clauses.get(seed) ?? []), clause])
  }
  return [...clauses].map(([seed, names]) => commandOf(names.join(' '), report, seed))
}

const sectionWords = (sections: readonly string[]) => sections.map((section) => `§${section}`).join(' ')

function endBlock(report: ConformanceReport, colors: Colors): string[] {
  const { verdicts, requests, duration_ms, seed } = report
  const counts = OUTCOMES.map((outcome) => ({ ...LOOKS[outcome], count: countOf(verdicts, outcome) }))
  const counted = counts
    .filter(({ count }) => count > 0)
    .map(({ count, words, paint }) => paint(colors)(`${count} ${words}`))
  const facts = `${plural(requests, 'request')} in ${duration(duration_ms)}, seed ${seed}`
  const ended = report.stopped === undefined ? '' : `\nThe run ended early: ${oneLine(report.stopped)}.`
  return [`${counted.join(', ')}  ${colors.dim(facts)}${ended}`, verdictLine(report, colors)]
}

function verdictLine(report: ConformanceReport, colors: Colors): string {
  const paint = [colors.green, colors.red, colors.magenta][exitCode(report)] ?? String
  return paint(colors.bold(oneLine(conclusion(report))))
}

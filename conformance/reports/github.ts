import { cut, lines } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { alsoFails, causesOf, type Cause } from './causes.ts'
import { conclusion, exitCode, mistakesInWords } from './conclusion.ts'
import { headline, story } from './story.ts'

/** A text of the server in an annotation is cut here: GitHub shows no more than 4 KB. */
const SHOWN = 800

/**
 * Annotations for GitHub Actions: an error for each cause by which a must fails, a warning where only a should does. The
 * conclusion is at the end, as an error where nothing could be concluded.
 */
export function githubReport(report: ConformanceReport): string {
  const mistakes = mistakesInWords(report).map((words) => command('error', 'Mistake of the target', words))
  return [...mistakes, ...causesOf(report.verdicts).flatMap(annotation), verdictOf(report)]
    .map((line) => `${line}\n`)
    .join('')
}

function annotation({ first: verdict, others }: Cause): string[] {
  const { clause, level, reason = '' } = verdict
  if (verdict.verdict === 'fail')
    return [command(level === 'must' ? 'error' : 'warning', clause, failureText(verdict, others))]
  if (verdict.verdict === 'waived') return [command('notice', `${clause} (waived)`, reason)]
  if (verdict.verdict === 'error') return [command('error', `${clause} could not be judged`, reason)]
  return []
}

/** With the last request alone. */
function failureText(verdict: ReportVerdict, others: Cause['others']): string {
  const { counterexample } = verdict
  const curl = counterexample?.curl.slice(-1) ?? []
  const shown = counterexample ? { ...verdict, counterexample: { ...counterexample, curl } } : verdict
  const also = others.length === 0 ? [] : [alsoFails(others)]
  return [headline(verdict), ...also, ...story(shown)].map((line) => cut(line, SHOWN)).join('\n')
}

function verdictOf(report: ConformanceReport): string {
  const code = exitCode(report)
  const title = ['conforms', 'does not conform', 'no judgement'][code]
  return command(code === 2 ? 'error' : 'notice', `Conformance: ${title}`, conclusion(report))
}

const command = (name: 'error' | 'warning' | 'notice', title: string, message: string) =>
  `::${name} title=${property(title)}::${data(message)}`

/** No line of the text can begin a command of its own: its line ends are escaped. */
const data = (text: string) =>
  lines(text)
    .map((line) => line.replaceAll('%', '%25'))
    .join('%0A')

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { countOf, exitCode, mistakesInWords, obstacle } from './conclusion.ts'
import { cut, lines, plural } from './plain-text.ts'

/** A text of the server in an annotation is cut here: GitHub shows no more than 4 KB. */
const SHOWN = 800

/** Annotations for GitHub Actions: an error for each must that fails, a warning for each should, a notice at the end. */
export function githubReport(report: ConformanceReport): string {
  const mistakes = mistakesInWords(report).map((words) => command('error', 'Mistake of the target', words))
  return [...mistakes, ...report.verdicts.flatMap(annotation), conclusion(report)]
    .map((line) => `${line}\n`)
    .join('')
}

function annotation(verdict: ReportVerdict): string[] {
  const { clause, level, reason = '' } = verdict
  if (verdict.verdict === 'fail')
    return [command(level === 'must' ? 'error' : 'warning', clause, failureText(verdict))]
  if (verdict.verdict === 'waived') return [command('notice', `${clause} (waived)`, reason)]
  if (verdict.verdict === 'error') return [command('error', `${clause} could not be judged`, reason)]
  return []
}

function failureText({ says, counterexample }: ReportVerdict): string {
  if (!counterexample) return says
  const { message, expected, got, curl, perhaps = '' } = counterexample
  return [
    says,
    message,
    `expected: ${cut(expected, SHOWN)}`,
    `got: ${cut(got, SHOWN)}`,
    perhaps && `perhaps: ${perhaps}`,
    cut(curl.at(-1) ?? '', SHOWN),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function conclusion(report: ConformanceReport): string {
  const { verdicts, target } = report
  const why = exitCode(report) === 1 ? 'does not conform' : (obstacle(report, false) ?? 'conforms')
  const counts = `${plural(countOf(verdicts, 'pass'), 'clause')} passed, ${countOf(verdicts, 'fail')} failed`
  return command('notice', `Conformance: ${why}`, `${target}: ${counts}`)
}

const command = (name: 'error' | 'warning' | 'notice', title: string, message: string) =>
  `::${name} title=${property(title)}::${data(message)}`

/** No line of the text can begin a command of its own: its line ends are escaped. */
const data = (text: string) =>
  lines(text)
    .map((line) => line.replaceAll('%', '%25'))
    .join('%0A')

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

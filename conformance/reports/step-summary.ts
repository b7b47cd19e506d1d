import { cut, duration, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { commandOf } from './again.ts'
import { alsoFails, causesOf, type Cause } from './causes.ts'
import { byReason, conclusion, countOf, exitCode, isJudged, mistakesInWords } from './conclusion.ts'
import { effectLines } from './effects-lines.ts'

/** A text of the server is cut here: GitHub takes no more than 1 MiB of a summary. */
const SHOWN = 500
const SHOWN_CURL = 1_000
/** At most so many causes of failure, and so many reasons for clauses that were not judged, are shown. */
const MOST_FAILURES = 50
const MOST_REASONS = 30

/** The report as Markdown for the summary of a GitHub job: the conclusion, what fails, and what was not judged. */
export function stepSummary(report: ConformanceReport): string {
  const title = ['✅ Conforms', '❌ Does not conform', '⚠️ No judgement'][exitCode(report)]
  const facts = [plural(report.requests, 'request'), duration(report.duration_ms), `seed ${report.seed}`]
  const shard = report.shard === null ? '' : `, shard ${plain(report.shard)}`
  return [
    `## ${title}${shard}`,
    plain(conclusion(report)),
    `${countWords(report)} ${facts.join(', ')}.`,
    ...failures(report),
    ...again(report),
    ...open(report),
    ...list('Mistakes of the target', mistakesInWords(report)),
    ...list(
      'Effects on the deployment',
      effectLines(report).map(({ name, text }) => `${name}: ${text}`),
    ),
    ...list('Left behind on the server', report.left_behind),
    '',
  ].join('\n\n')
}

function countWords({ verdicts }: ConformanceReport): string {
  if (verdicts.length === 0) return ''
  const counts = ['pass', 'fail', 'waived'] as const
  const words = { pass: 'passed', fail: 'failed', waived: 'waived' }
  const told = counts.map((outcome) => `${countOf(verdicts, outcome)} ${words[outcome]}`)
  return `${told.join(', ')}, ${verdicts.filter((verdict) => !isJudged(verdict)).length} not judged;`
}

function failures({ verdicts }: ConformanceReport): string[] {
  const failing = verdicts.filter(({ verdict }) => verdict === 'fail')
  if (failing.length === 0) return []
  const causes = causesOf(failing)
  const more = causes.length - MOST_FAILURES
  return [
    '### What fails',
    ...causes.slice(0, MOST_FAILURES).map(failure),
    ...(more > 0 ? [`… and ${plural(more, 'more cause')}.`] : []),
  ]
}

function failure({ first, others }: Cause): string {
  const { clause, level, says, counterexample } = first
  const head = `- ${code(clause)}${level === 'should' ? ' (should)' : ''} ${plain(says)}`
  const also = others.length === 0 ? [] : [`  <br>${plain(alsoFails(others))}`]
  if (!counterexample) return [head, ...also].join('\n')
  const { message, expected, got, check, file } = counterexample
  const curl = counterexample.curl.slice(-1).map(shownCurl)
  const texts = [message, `expected ${expected}`, `got ${got}`, `check ${check} (${file})`]
  const rows = [...texts.map((text) => cut(text, SHOWN)), ...curl]
  return [head, ...also, ...rows.map((text) => `  <br>${code(text)}`)].join('\n')
}

/** The line that judges the failing clauses again, as many as are shown. */
function again(report: ConformanceReport): string[] {
  const failing = report.verdicts.filter(({ verdict }) => verdict === 'fail').slice(0, MOST_FAILURES)
  const [first] = failing
  if (!first) return []
  const clauses = failing.map(({ clause }) => clause).join(' ')
  return [`Again: ${code(commandOf(clauses, report, first.counterexample?.seed ?? report.seed))}`]
}

/** A line that is cut short would do something else. */
const shownCurl = (line: string): string =>
  line.length <= SHOWN_CURL ? line : `(${plural(line.length, 'character')} of curl: see the JSON report)`

function open({ verdicts }: ConformanceReport): string[] {
  const groups = byReason(verdicts.filter((verdict) => !isJudged(verdict)))
  if (groups.length === 0) return []
  const rows = groups
    .slice(0, MOST_REASONS)
    .map(([reason, clauses]) => `| ${plain(cut(reason, SHOWN))} | ${clauses.map(code).join(' ')} |`)
  const table = ['| Why | Clauses |', '| --- | --- |', ...rows].join('\n')
  return [`<details><summary>What was not judged</summary>`, table, '</details>']
}

function list(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const shown = items.slice(0, MOST_REASONS).map((item) => `- ${plain(cut(item, SHOWN))}`)
  return [`### ${title}`, shown.join('\n')]
}

/** Text as it is: what Markdown or HTML would read as more than text becomes a character reference. */
const plain = (text: string) => oneLine(text).replaceAll(/[!-/:-@[-`{-~]/g, (c) => `&#${c.charCodeAt(0)};`)

/** As `plain`, and neither an address nor an @name in it is made a link. */
const code = (text: string) => `<code>${plain(text)}</code>`

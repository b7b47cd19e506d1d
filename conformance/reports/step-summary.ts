import { cut, duration, oneLine, plural } from '../../schemas/printing/plain-text.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { byReason, conclusion, countOf, exitCode, isJudged, mistakesInWords } from './conclusion.ts'
import { effectLines } from './effects-lines.ts'

/** A text of the server is cut here: GitHub takes no more than 1 MiB of a summary. */
const SHOWN = 500
/** Of so many clauses it is shown what was found, and of so many reasons what they keep from being judged. */
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
  const more = failing.length - MOST_FAILURES
  return [
    '### What fails',
    ...failing.slice(0, MOST_FAILURES).map(failure),
    ...(more > 0 ? [`… and ${plural(more, 'more clause')}.`] : []),
  ]
}

function failure({ clause, level, says, counterexample }: ReportVerdict): string {
  const head = `- ${code(clause)}${level === 'should' ? ' (should)' : ''} ${plain(says)}`
  if (!counterexample) return head
  const { message, expected, got, check, file } = counterexample
  const rows = [message, `expected ${expected}`, `got ${got}`, `check ${check} (${file})`]
  return [head, ...rows.map((text) => `  <br>${code(cut(text, SHOWN))}`)].join('\n')
}

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

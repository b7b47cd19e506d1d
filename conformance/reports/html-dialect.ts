import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_DIALECT } from '../../schemas/dialect.ts'
import { escaped } from '../../schemas/printing/escape.ts'
import { plural } from '../../schemas/printing/plain-text.ts'
import { isQuestion, QUESTIONS } from '../../schemas/questions.ts'
import type { ConformanceReport } from '../../schemas/types.ts'
import { foldedBlock } from './html-block.ts'
import { exchangeDetails } from './html-exchange.ts'

/** What was seen of the open questions, with what shows it. */
export function dialect(report: ConformanceReport): string {
  const { dialect: answers, unobserved } = report
  const differing = Object.entries(answers).filter(([key, value]) => differsFromOurs(key, value))
  const seen = Object.entries(answers).map(([key, value]) => answerDetails(key, value, report))
  const missing = Object.entries(unobserved).map(
    ([key, why]) => `<li><span class="id">${escaped(key)}</span> ${escaped(why)}</li>`,
  )
  const unseen =
    missing.length === 0
      ? ''
      : `<details class="answer"><summary><span class="id">${plural(missing.length, 'question')} without an answer</span></summary><div class="inside"><ul>${missing.join('')}</ul></div></details>`
  return foldedBlock({
    id: 'dialect',
    title: 'Observed dialect',
    about: `${plural(seen.length, 'answer')} to what the specification leaves open, ${differing.length} other than the mock’s own`,
    content: `${download(answers)}${seen.join('\n')}${unseen}`,
  })
}

/** For `mock --dialect`, which takes what a dialect can hold of it. */
function download(answers: ConformanceReport['dialect']): string {
  if (Object.keys(answers).length === 0) return ''
  const json = encodeURIComponent(`${JSON.stringify(answers, null, 2)}\n`)
  return `<p><a class="copy" download="dialect.json" href="data:application/json,${json}">Download dialect.json</a></p>`
}

function answerDetails(
  key: string,
  value: unknown,
  { evidence, assumed = {} }: Pick<ConformanceReport, 'evidence' | 'assumed'>,
): string {
  const differs = differsFromOurs(key, value) ? '<span class="tag">differs from the mock’s own</span>' : ''
  return `<details class="answer"><summary><span class="id">${escaped(key)}${differs}</span><code>${escaped(JSON.stringify(value))}</code><span class="question">${escaped(questionOf(key))}</span></summary>
<div class="inside">${assumption(assumed[key])}${(evidence[key] ?? []).map((exchange) => exchangeDetails({ exchange })).join('')}</div></details>`
}

function differsFromOurs(key: string, value: unknown): boolean {
  const ours: Readonly<Record<string, unknown>> = { ...DEFAULT_DIALECT }
  return Object.hasOwn(ours, key) && !isDeepStrictEqual(ours[key], value)
}

const assumption = (what: string | undefined) =>
  what === undefined ? '' : `<p>Assumed: ${escaped(what)}</p>`

const questionOf = (key: string) => (isQuestion(key) ? QUESTIONS[key].question : '')

import { OPERATION_IDS } from '../../schemas/operations.ts'
import { escaped } from '../../schemas/printing/escape.ts'
import type { ConformanceReport, ReportVerdict } from '../../schemas/types.ts'
import { causesOf } from './causes.ts'
import { clauseLink, LOOKS } from './html-looks.ts'
import { headline } from './story.ts'
import { operationOf } from './time-line.ts'

/** What a reader looks for first: each fault once, with all that fails by it. */
export function failures({ verdicts }: ConformanceReport): string {
  const failing = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
  const items = causesOf(failing).map(
    ({ first, others }) =>
      `<li><span class="sign ${first.verdict}">${LOOKS[first.verdict].sign}</span>${clauseLink(first.clause)}<span>${escaped(headline(first))}${others.length === 0 ? '' : `<small>also fails: ${others.map(({ clause }) => clauseLink(clause)).join(' ')}</small>`}</span></li>`,
  )
  return items.length === 0 ? '' : `<ul class="failures">${items.join('')}</ul>`
}

/** The failures by the operation that answered last, which is how servers are mended. */
export function byOperation({ verdicts, target }: ConformanceReport): string {
  const failing = verdicts.filter(({ verdict }) => verdict === 'fail')
  const rows = OPERATION_IDS.flatMap((operation) => {
    const own = failing.filter((verdict) => lastOperation(verdict, target) === operation)
    if (own.length === 0) return []
    const links = own.map(({ clause }) => clauseLink(clause)).join(' ')
    return [`<dt><code>${operation}</code></dt><dd class="links">${links}</dd>`]
  })
  return rows.length < 2
    ? ''
    : `<details class="operations"><summary>Failures by operation</summary><dl>${rows.join('')}</dl></details>`
}

function lastOperation({ counterexample }: ReportVerdict, target: string) {
  const last = counterexample?.exchanges.at(-1)
  return last && operationOf(last.request, target)
}

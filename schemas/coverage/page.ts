import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations.ts'
import { escaped } from '../printing/escape.ts'
import { page } from '../printing/page.ts'
import { QUESTIONS } from '../questions.ts'
import type { Coverage, CoverageOperation } from '../types.ts'
import { inWords, missing, sentOf, type Counts } from './never.ts'
import { ADJUSTABLE_KEYS } from './question-set.ts'

/** Returns the coverage as one HTML file without scripts. */
export function coveragePage(coverage: Coverage): string {
  const main = [
    head(coverage),
    operationsSection(coverage),
    documentsSection(coverage),
    questionsSection(coverage),
  ]
  return page({ title: 'Coverage of the contract', style: STYLE, script: '', main: main.join('\n') })
}

function head({ says, operations, never }: Coverage): string {
  const all = Object.values(operations)
  const requests = all.reduce((sum, operation) => sum + operation.requests, 0)
  const facts = [
    `${counted(requests, 'request')}`,
    `${all.filter(isCalled).length} of ${all.length} operations`,
    `${counted(never.length, 'thing')} never met`,
  ]
  return `<p class="eyebrow">Coverage of the contract</p>
<h1>${escaped(says)}</h1>
<p class="facts">${facts.map((fact) => `<span>${fact}</span>`).join('')}</p>`
}

const counted = (times: number, noun: string): string => `${times} ${noun}${times === 1 ? '' : 's'}`

const isCalled = ({ requests }: CoverageOperation): boolean => requests > 0

function operationsSection({ operations, no_operation }: Coverage): string {
  const called = OPERATION_IDS.flatMap((id) => {
    const operation = operations[id]
    return operation && isCalled(operation) ? [operationCard(id, operation)] : []
  })
  const uncalled = OPERATION_IDS.filter((id) => operations[id]?.requests === 0)
  const others = [
    ...(uncalled.length > 0 ? [['Never called', uncalledChips(uncalled)] as const] : []),
    ...(no_operation.requests > 0 ? [['Other paths', chips(no_operation.outcomes)] as const] : []),
  ]
  return section('Operations', `${called.length} of ${OPERATION_IDS.length} called`, [
    ...called,
    ...(others.length > 0 ? [card('', others)] : []),
  ])
}

function operationCard(id: OperationId, operation: CoverageOperation): string {
  const { method, path } = OPERATIONS[id]
  const { requests, outcomes, later_pages } = operation
  const pages = later_pages === undefined ? {} : { 'second page': later_pages }
  const title = `<h3><span class="id">${id}</span> <small>${method} ${escaped(path)}</small> <b>${counted(requests, 'request')}</b></h3>`
  return card(title, [
    ['Answered', chips({ ...outcomes, ...pages })],
    ['Sent', chips(sentOf(operation))],
  ])
}

const uncalledChips = (ids: readonly OperationId[]): string =>
  ids.map((id) => chip(id, 0, `${OPERATIONS[id].method} ${OPERATIONS[id].path}`)).join('')

function documentsSection({ documents, downloads }: Coverage): string {
  const kinds = Object.keys(downloads.documents).length
  const note = `${kinds - missing(downloads.documents).length} of ${kinds} kinds downloaded`
  return section('Documents', note, [
    card('', [
      ['URLs handed out', chips(inWords(documents))],
      ['Downloaded', chips(inWords(downloads.documents))],
      ['Links', chips(downloads.outcomes)],
    ]),
  ])
}

function questionsSection({ questions }: Coverage): string {
  const all = ADJUSTABLE_KEYS.map((key) => chip(key, questions[key] ?? 0, QUESTIONS[key].question))
  const met = ADJUSTABLE_KEYS.length - missing(questions).length
  return section('Open questions', `answers depended on ${met} of ${ADJUSTABLE_KEYS.length}`, [
    card('', [['', all.join('')]]),
  ])
}

const section = (title: string, note: string, cards: readonly string[]): string =>
  `<section><h2>${title} <small>${note}</small></h2>\n${cards.join('\n')}</section>`

/** Rows of chips; what has none is left out. */
function card(title: string, rows: readonly (readonly [label: string, chips: string])[]): string {
  const shown = rows.filter(([, inside]) => inside !== '')
  const lines = shown.map(([label, inside]) => `<dt>${label}</dt><dd>${inside}</dd>`)
  return `<article>${title}<dl>${lines.join('')}</dl></article>`
}

const chips = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, times]) => chip(name, times))
    .join('')

/** A thing and how often it was met; what never was is told apart by more than its colour. */
function chip(name: string, times: number, hint = ''): string {
  const title = hint === '' ? '' : ` title="${escaped(hint)}"`
  return `<span class="chip ${times > 0 ? 'met' : 'never'}"${title}>${escaped(name)} <b>${times}</b></span> `
}

const STYLE = `
h1 { max-width: 52rem; font-size: clamp(1.35rem, 3.6vw, 1.9rem) }
h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .75rem; margin: 0 0 .6rem; font-size: .95rem }
h3 small { color: var(--soft); font-weight: 400; overflow-wrap: anywhere }
h3 b { margin-left: auto; color: var(--soft); font-size: .85rem; font-weight: 400 }
article { padding: .9rem 1rem; margin-top: .6rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; break-inside: avoid }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .6rem .75rem; margin: 0 }
dt { color: var(--soft); font-size: .85rem; line-height: 1.9 }
dt:empty { display: none }
dt:empty + dd { grid-column: 1 / -1 }
dd { display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; min-width: 0 }
.chip { padding: .1rem .6rem; border: 1px solid transparent; border-radius: 999px; font-size: .82rem; overflow-wrap: anywhere }
.chip b { font-weight: 600; font-variant-numeric: tabular-nums }
.met { background: color-mix(in srgb, var(--pass) 16%, transparent) }
.met b { color: var(--pass) }
.never { border: 1px dashed var(--open); color: var(--soft) }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: .25rem }
  dd { margin-bottom: .5rem }
  h3 b { margin-left: 0; flex-basis: 100% }
}
@media print {
  main { padding: 0; max-width: none }
  body { background: none }
  .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`

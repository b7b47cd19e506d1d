import { wrapped } from '../printing/plain-text.ts'
import type { Coverage, CoverageOperation } from '../types.ts'
import { inWords, missing, sentOf, type Counts } from './never.ts'

/** Columns of a terminal that the table keeps to. */
const WIDTH = 100
const NAME = 20
const TIMES = 7
const TEXT = WIDTH - NAME - TIMES - 2

/** Returns the coverage as text for a terminal. A sentence names unused parts, and a table counts the others. */
export function coverageTable(coverage: Coverage): string {
  const { says, operations, no_operation, documents, downloads, questions } = coverage
  const called = Object.entries(operations).filter(([, { requests }]) => requests > 0)
  const uncalled = Object.keys(operations).filter((id) => operations[id]?.requests === 0)
  const size = Object.keys(questions).length
  return [
    ...wrapped(says.split(' '), WIDTH),
    ...section('Operations', `${called.length} of ${Object.keys(operations).length} called`),
    ...called.flatMap(([id, operation]) => operationRows(id, operation)),
    ...row('never called', uncalled.length, uncalled.join(', ')),
    ...row('other paths', no_operation.requests, metOf(no_operation.outcomes)),
    ...section('Documents'),
    ...row('URLs handed out', sum(documents), ...metAndNever(inWords(documents))),
    ...row('links followed', downloads.requests, ...metAndNever(downloads.outcomes)),
    ...row('downloaded', sum(downloads.documents), ...metAndNever(inWords(downloads.documents))),
    ...section('Open questions', `answers depended on ${size - missing(questions).length} of ${size}`),
    ...row('depended on', '', metOf(questions)),
    ...row('never', '', missing(questions).join(', ')),
    '',
  ].join('\n')
}

function operationRows(id: string, operation: CoverageOperation): string[] {
  const { requests, outcomes, later_pages } = operation
  const met = { ...outcomes, ...(later_pages !== undefined && { 'second page': later_pages }) }
  const sent = sentOf(operation)
  return row(
    id,
    requests,
    ...metAndNever(met),
    labelled('sent', metOf(sent)),
    labelled('never sent', missing(sent).join(', ')),
  )
}

const section = (title: string, note = ''): string[] => ['', `${title.toUpperCase()}${note && `  ${note}`}`]

/** How often each was met that was. */
const metOf = (counts: Counts): string =>
  Object.entries(counts)
    .filter(([, times]) => times > 0)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')

const labelled = (label: string, text: string): string => (text === '' ? '' : `${label} ${text}`)

const metAndNever = (counts: Counts): string[] => [
  metOf(counts),
  labelled('never', missing(counts).join(', ')),
]

const sum = (counts: Counts): number => Object.values(counts).reduce((whole, times) => whole + times, 0)

/** A name, how often it was met, and what there is to say of it; nothing where there is nothing to say. */
function row(name: string, times: number | '', ...texts: string[]): string[] {
  const lines = texts.filter((text) => text !== '').flatMap((text) => wrapped(text.split(/(?<=,) /), TEXT))
  return lines.map((line, index) => {
    const [first, count] = index === 0 ? [name, String(times)] : ['', '']
    return `  ${first.padEnd(NAME - 2)}${count.padStart(TIMES)}  ${line}`
  })
}

import type { OperationId } from '../operations.ts'
import { hasFields, keysOf } from '../tables.ts'
import { DOCUMENT_KINDS, DOWNLOAD_OUTCOMES, extentOf, type BodyFields, type DocumentKind } from './extent.ts'
import { ADJUSTABLE_KEYS, type QuestionSet } from './question-set.ts'

/** How often each of something was met; 0 for what the contract has and nobody met. */
export type Counts = Record<string, number>

/** What requests of one operation met. */
export interface OperationTally {
  requests: number
  /** Those of the contract, and whatever else was answered. */
  outcomes: Counts
  parameters: Counts
  /** By path in the body. */
  fields: Counts
  /** Pages beyond the first that held something. */
  later_pages: number
}

/** What traffic met: integers alone, as each request is counted when it is answered. */
export interface Tally {
  operations: Partial<Record<OperationId, OperationTally>>
  /** Requests that fit no operation. */
  no_operation: { requests: number; outcomes: Counts }
  /** Documents whose URL was handed out, by kind. */
  documents: Counts
  downloads: { requests: number; outcomes: Counts; documents: Counts }
  /** Answers that depended on each question, in the order of `ADJUSTABLE_KEYS`. */
  questions: number[]
}

/** An API request that was answered. */
export interface Met {
  readonly operation: OperationId | null
  /** An outcome or error kind of the contract, or a word of the server's own. */
  readonly outcome: string
  /** Query and body as they were sent; what the server did not read counts for nothing. */
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The body of the answer. */
  readonly answered: object | null
  /** What the document is whose URL was handed out. */
  readonly document: DocumentKind | null
  readonly questions: QuestionSet
}

/** A download that was answered. */
export interface Fetched {
  /** One of `DOWNLOAD_OUTCOMES`, or a word of the server's own. */
  readonly outcome: string
  /** null where there was none. */
  readonly document: DocumentKind | null
  readonly questions: QuestionSet
}

const zeros = (names: readonly string[]): Counts => Object.fromEntries(names.map((name) => [name, 0]))

/** A tally of no traffic. */
export const newTally = (): Tally => ({
  operations: {},
  no_operation: { requests: 0, outcomes: {} },
  documents: zeros(DOCUMENT_KINDS),
  downloads: { requests: 0, outcomes: zeros(DOWNLOAD_OUTCOMES), documents: zeros(DOCUMENT_KINDS) },
  questions: ADJUSTABLE_KEYS.map(() => 0),
})

/** Of an operation that was never called. */
export function newOperation(id: OperationId): OperationTally {
  const { outcomes, parameters, paths } = extentOf(id)
  const counts = { outcomes: zeros(outcomes), parameters: zeros(parameters), fields: zeros(paths) }
  return { requests: 0, ...counts, later_pages: 0 }
}

/** Counts a request; takes some hundred nanoseconds. */
export function countRequest(tally: Tally, met: Met): void {
  met.questions.countIn(tally.questions)
  if (met.document) count(tally.documents, met.document)
  const { operation } = met
  if (!operation) return countOutcome(tally.no_operation, met.outcome)
  const counted = (tally.operations[operation] ??= newOperation(operation))
  countOutcome(counted, met.outcome)
  for (const name in met.query) if (Object.hasOwn(counted.parameters, name)) count(counted.parameters, name)
  const { fields, paged } = extentOf(operation)
  if (fields.size > 0) countFields(counted.fields, fields, met.body)
  if (paged && isLaterPage(met.answered)) counted.later_pages++
}

/** Counts a download. */
export function countDownload({ downloads, questions }: Tally, fetched: Fetched): void {
  countOutcome(downloads, fetched.outcome)
  if (fetched.document) count(downloads.documents, fetched.document)
  fetched.questions.countIn(questions)
}

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function countOutcome(counted: { requests: number; outcomes: Counts }, outcome: string): void {
  counted.requests++
  count(counted.outcomes, outcome)
}

/** As deep as the schema goes, whatever was sent: lists of lists are none of the contract's. */
function countFields(counts: Counts, fields: BodyFields, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) if (hasFields(item)) countFields(counts, fields, item)
  if (!hasFields(value)) return
  for (const name of Object.keys(value)) {
    const field = fields.get(name)
    if (!field) continue
    if ('path' in field) count(counts, field.path)
    else countFields(counts, field.inside, value[name])
  }
}

/** Whether a list answered a page beyond the first that holds something. */
function isLaterPage(answered: object | null): boolean {
  const meta = answered && 'meta' in answered ? answered.meta : undefined
  if (!hasFields(meta)) return false
  const { page, total_pages } = meta
  return typeof page === 'number' && typeof total_pages === 'number' && page > 1 && page <= total_pages
}

/** Adds one tally to another. */
export function addTally(sum: Tally, more: Tally): void {
  for (const id of keysOf(more.operations)) {
    const [mine, theirs] = [
      (sum.operations[id] ??= newOperation(id)),
      more.operations[id] ?? newOperation(id),
    ]
    mine.requests += theirs.requests
    mine.later_pages += theirs.later_pages
    for (const what of ['outcomes', 'parameters', 'fields'] as const) add(mine[what], theirs[what])
  }
  for (const what of ['no_operation', 'downloads'] as const) {
    sum[what].requests += more[what].requests
    add(sum[what].outcomes, more[what].outcomes)
  }
  add(sum.documents, more.documents)
  add(sum.downloads.documents, more.downloads.documents)
  more.questions.forEach((times, place) => (sum.questions[place] = (sum.questions[place] ?? 0) + times))
}

function add(sum: Counts, more: Counts): void {
  for (const [name, times] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + times
}

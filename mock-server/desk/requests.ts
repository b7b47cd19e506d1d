import { didYouMean } from '../../schemas/nearest.ts'
import { OPERATION_IDS } from '../../schemas/operations.ts'
import { isOneOf } from '../../schemas/tables.ts'
import type { Seen, Violation } from '../../schemas/types.ts'
import { BASE_PATH } from '../app.ts'
import type { Entry } from '../journal/entry.ts'
import { seenOf } from '../journal/seen.ts'
import type { Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { knownFields } from './fields.ts'
import { storeNamed } from './store-named.ts'

/** Which requests are wanted; all that is given must hold. */
export interface RequestFilter {
  /** Name of a store. */
  store?: string
  /** Operation of the API, or download. */
  operation?: string
  /** HTTP status of the answer. */
  status?: number
  /** true: those that break the contract; false: those that keep it. */
  violations?: boolean
  /** Those that ended after the one of this number. */
  after?: number
  /** So many of them: the latest, or with `after` those that came next. */
  limit?: number
}

/** Requests, the oldest first, and how many more there were that are kept no more. */
export interface RequestPage {
  requests: Seen[]
  dropped: number
}

/** A violation, with the request that it is of. */
export interface SeenViolation extends Violation {
  /** The number of the request. */
  seq: number
  /** Method, path and status: `POST /api/v1/external/invoices 422`. */
  line: string
}

/** A request without the two bodies. */
export type SeenLine = Omit<Seen, 'body' | 'truncated' | 'answer'> & {
  answer: Omit<Seen['answer'], 'body' | 'truncated'>
}

/** A request as the desk shows it. */
export const seen = (mock: Mock, entry: Entry): Seen =>
  seenOf(entry, { owners: mock.stores.records(), basePath: BASE_PATH })

/** The same without its bodies, which listeners who want them ask for. */
export function withoutBodies({ body: _body, truncated: _cut, answer, ...sent }: Seen): SeenLine {
  const { body: _answered, truncated: _short, ...rest } = answer
  return { ...sent, answer: rest }
}

/**
 * The requests that the journal has, of which all that is given holds.
 * @throws AdminError where the filter is none, or the journal is switched off
 */
export function requestPage(mock: Mock, filter: RequestFilter | Record<string, unknown> = {}): RequestPage {
  const { fits, violations, after, limit } = readFilter(mock, filter)
  const isLatest = after === undefined && limit !== undefined
  const kept = [...journalOf(mock).after(after ?? 0)].filter(fits)
  const requests: Seen[] = []
  for (const entry of isLatest ? kept.toReversed() : kept) {
    if (requests.length === limit) break
    const one = seen(mock, entry)
    if (violations === undefined || one.violations.length > 0 === violations) requests.push(one)
  }
  return {
    requests: isLatest ? requests.toReversed() : requests,
    dropped: mock.journal.droppedAfter(after ?? 0),
  }
}

/** The same without their bodies, for a list of many. @throws AdminError as `requestPage` does */
export function linePage(mock: Mock, filter?: Record<string, unknown>) {
  const { requests: whole, dropped } = requestPage(mock, filter)
  return { requests: whole.map(withoutBodies), dropped }
}

/** The requests alone. @throws AdminError as `requestPage` does */
export const requests = (mock: Mock, filter?: RequestFilter): Seen[] => requestPage(mock, filter).requests

/** One request. @throws AdminError 404 where it is not, or no more, in the journal */
export function requestOf(mock: Mock, number: unknown): Seen {
  const journal = journalOf(mock)
  const seq = wholeNumber('seq', number, 1)
  const entry = journal.get(seq)
  if (entry) return seen(mock, entry)
  const reason =
    seq > journal.latest
      ? `the latest is ${journal.latest || 'still to come'}`
      : 'it is kept no more, as the journal was full or was cleared'
  throw new AdminError(404, `There is no request ${seq}: ${reason}.`)
}

/** In what the requests broke the contract, in the order in which they ended. @throws AdminError as `requestPage` does */
export const violations = (mock: Mock, filter?: RequestFilter): SeenViolation[] =>
  requests(mock, filter).flatMap(({ seq, method, path, answer, violations: found }) => {
    const line = `${method} ${path} ${answer.status ?? 'unanswered'}`
    return found.map((violation) => ({ seq, line, ...violation }))
  })

/** Empties the journal; its numbers go on. */
export const clearRequests = ({ journal }: Mock): void => journal.clear()

/** An empty list would say that nothing came. */
function journalOf({ journal }: Mock): Mock['journal'] {
  if (journal.limit > 0) return journal
  throw new AdminError(
    409,
    'The journal is switched off: start the mock with --journal 1000, or journal: 1000.',
  )
}

const FILTERS = ['store', 'operation', 'status', 'violations', 'after', 'limit']

/** A filter as it is given in process or in a query, where all is text. */
function readFilter(mock: Mock, filter: object) {
  const given: Record<string, unknown> = { ...knownFields(filter, FILTERS) }
  const read = <T>(name: string, reader: (name: string, value: unknown) => T): T | undefined =>
    given[name] === undefined ? undefined : reader(name, given[name])
  const store = read('store', (_, value) => storeSeen(mock, value))
  const operation = read('operation', (_, value) => operationNamed(value))
  const status = read('status', (name, value) => wholeNumber(name, value, 100, 999))
  return {
    fits: (entry: Entry): boolean =>
      (store === undefined || entry.store === store) &&
      (operation === undefined || entry.operation === operation) &&
      (status === undefined || entry.answer?.status === status),
    violations: read('violations', yesOrNo),
    after: read('after', (name, value) => wholeNumber(name, value, 0)),
    limit: read('limit', (name, value) => wholeNumber(name, value, 1)),
  }
}

/** A store that there is, or that was there when its requests came. */
function storeSeen(mock: Mock, name: unknown): string {
  if (typeof name !== 'string') throw new AdminError(400, 'store must be the name of a store.')
  for (const entry of mock.journal.after(0)) if (entry.store === name) return name
  return storeNamed(mock, name).record.name
}

const OPERATIONS = [...OPERATION_IDS, 'download'] as const

function operationNamed(name: unknown): (typeof OPERATIONS)[number] {
  if (isOneOf(OPERATIONS, name)) return name
  throw new AdminError(400, `There is no operation "${name}"; ${didYouMean(String(name), OPERATIONS)}`)
}

function wholeNumber(name: string, value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
    return number
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`
  throw new AdminError(400, `${name} must be a whole number from ${range}, and is ${JSON.stringify(value)}.`)
}

function yesOrNo(name: string, value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new AdminError(400, `${name} must be true or false, and is ${JSON.stringify(value)}.`)
}

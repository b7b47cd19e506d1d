import { didYouMean } from '../nearest.ts'
import { OPERATION_IDS } from '../operations.ts'
import { isOneOf } from '../tables.ts'
import type { Seen } from '../types.ts'
import type { Journal, Kept } from './journal.ts'

/** Filter of requests. A request must match every given field. */
export interface RequestFilter {
  /** Name of a store. */
  store?: string
  /** Operation of the API, or download. */
  operation?: string
  /** HTTP status of the answer. */
  status?: number
  /** True selects requests that break the contract, false all others. */
  violations?: boolean
  /** Number of a request: selects the requests that ended after it. */
  after?: number
  /** Maximum number of requests: the latest ones, or with `after` the next ones. */
  limit?: number
}

export const REQUEST_FILTERS = ['store', 'operation', 'status', 'violations', 'after', 'limit'] as const

/** Requests, the oldest first, and how many more there were that are kept no more. */
export interface RequestPage {
  requests: Seen[]
  dropped: number
}

/** A request without the two bodies. */
export type SeenLine = Omit<Seen, 'body' | 'truncated' | 'answer'> & {
  answer: Omit<Seen['answer'], 'body' | 'truncated'>
}

/** The same without its bodies, which listeners who want them ask for. */
export function withoutBodies({ body: _body, truncated: _cut, answer, ...sent }: Seen): SeenLine {
  const { body: _answered, truncated: _short, ...rest } = answer
  return { ...sent, answer: rest }
}

/** An entry that requests are chosen by. */
interface Entry extends Kept {
  readonly store: string | null
  readonly operation: string | null
  readonly answer: { readonly status: number } | null
}

/** Makes an error of what is wrong with what was asked. */
type Refuse = (says: string) => Error

/** A filter as it is given in process or in a query, where all is text. @throws what `refuse` makes */
export function readFilter(given: Readonly<Record<string, unknown>>, refuse: Refuse) {
  const read = <T>(
    name: string,
    reader: (name: string, value: unknown, refuse: Refuse) => T,
  ): T | undefined => (given[name] === undefined ? undefined : reader(name, given[name], refuse))
  return {
    store: read('store', storeNamed),
    operation: read('operation', operationNamed),
    status: read('status', (name, value) => wholeNumber(name, value, refuse, 100, 999)),
    violations: read('violations', yesOrNo),
    after: read('after', (name, value) => wholeNumber(name, value, refuse, 0)),
    limit: read('limit', (name, value) => wholeNumber(name, value, refuse, 1)),
  }
}

/** The requests of a journal that fit a filter. @param seen makes what is shown of an entry */
export function pageOf<E extends Entry>(
  journal: Journal<E>,
  { store, operation, status, violations, after, limit }: ReturnType<typeof readFilter>,
  seen: (entry: E) => Seen,
): RequestPage {
  const fits = (entry: E): boolean =>
    (store === undefined || entry.store === store) &&
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.answer?.status === status)
  const isLatest = after === undefined && limit !== undefined
  const kept = [...journal.after(after ?? 0)].filter(fits)
  const requests: Seen[] = []
  for (const entry of isLatest ? kept.toReversed() : kept) {
    if (requests.length === limit) break
    const one = seen(entry)
    if (violations === undefined || one.violations.length > 0 === violations) requests.push(one)
  }
  return { requests: isLatest ? requests.toReversed() : requests, dropped: journal.droppedAfter(after ?? 0) }
}

/** The entry of a number. @throws what `refuse` makes of a number that is none, and `lacks` of one that is not kept */
export function entryOf<E extends Kept>(
  journal: Journal<E>,
  number: unknown,
  { refuse, lacks }: { refuse: Refuse; lacks: Refuse },
): E {
  const seq = wholeNumber('seq', number, refuse, 1)
  const entry = journal.get(seq)
  if (entry) return entry
  const reason =
    seq > journal.latest
      ? `the latest is ${journal.latest || 'still to come'}`
      : 'it is kept no more, as the journal was full or was cleared'
  throw lacks(`There is no request ${seq}: ${reason}.`)
}

function storeNamed(_: string, name: unknown, refuse: Refuse): string {
  if (typeof name === 'string') return name
  throw refuse('store must be the name of a store.')
}

const OPERATIONS = [...OPERATION_IDS, 'download'] as const

function operationNamed(_: string, name: unknown, refuse: Refuse): (typeof OPERATIONS)[number] {
  if (isOneOf(OPERATIONS, name)) return name
  throw refuse(`There is no operation "${String(name)}"; ${didYouMean(String(name), OPERATIONS)}`)
}

function wholeNumber(
  name: string,
  value: unknown,
  refuse: Refuse,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most)
    return number
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`
  throw refuse(`${name} must be a whole number from ${range}, and is ${JSON.stringify(value)}.`)
}

function yesOrNo(name: string, value: unknown, refuse: Refuse): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw refuse(`${name} must be true or false, and is ${JSON.stringify(value)}.`)
}

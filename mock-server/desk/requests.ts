import {
  entryOf,
  pageOf,
  readFilter,
  REQUEST_FILTERS,
  withoutBodies,
  type RequestFilter,
  type RequestPage,
} from '../../schemas/journal/requests.ts'
import type { Seen, Violation } from '../../schemas/types.ts'
import { BASE_PATH } from '../app.ts'
import type { Entry } from '../journal/entry.ts'
import { seenOf } from '../journal/seen.ts'
import type { Mock } from '../mock.ts'
import { AdminError } from './admin-error.ts'
import { knownFields } from './fields.ts'
import { storeNamed } from './store-named.ts'
import { whyOf } from './why.ts'

/** Violation of the contract, with its request. */
export interface SeenViolation extends Violation {
  /** Number of the request. */
  seq: number
  /** Method, path and status: `POST /api/v1/external/invoices 422`. */
  line: string
}

/** A request as the desk shows it. */
export const seen = (mock: Mock, entry: Entry): Seen =>
  seenOf(entry, { owners: mock.stores.records(), basePath: BASE_PATH })

/**
 * The requests that the journal has, of which all that is given holds.
 * @throws AdminError where the filter is none, or the journal is switched off
 */
export function requestPage(mock: Mock, filter: RequestFilter | Record<string, unknown> = {}): RequestPage {
  const wanted = readFilter({ ...knownFields(filter, REQUEST_FILTERS) }, refusal)
  if (wanted.store !== undefined) storeSeen(mock, wanted.store)
  return pageOf(journalOf(mock), wanted, (entry) => seen(mock, entry))
}

const refusal = (says: string) => new AdminError(400, says)

/** The same without their bodies, for a list of many. @throws AdminError as `requestPage` does */
export function linePage(mock: Mock, filter?: Record<string, unknown>) {
  const { requests: whole, dropped } = requestPage(mock, filter)
  return { requests: whole.map(withoutBodies), dropped }
}

/** The requests alone. @throws AdminError as `requestPage` does */
export const requests = (mock: Mock, filter?: RequestFilter): Seen[] => requestPage(mock, filter).requests

const lacks = (says: string) => new AdminError(404, says)

/** One request, and why it was answered so. @throws AdminError 404 where it is not, or no more, in the journal */
export function requestOf(mock: Mock, number: unknown): Seen {
  const entry = entryOf(journalOf(mock), number, { refuse: refusal, lacks })
  const shown = seen(mock, entry)
  const why = whyOf(entry, shown, mock.stores.records())
  return { ...shown, ...(why && { why }) }
}

/** In what the requests broke the contract, in the order in which they ended. @throws AdminError as `requestPage` does */
export const violations = (mock: Mock, filter?: RequestFilter): SeenViolation[] =>
  requests(mock, filter).flatMap(({ seq, method, path, answer, violations: found }) => {
    const line = `${method} ${path} ${answer.status ?? 'unanswered'}`
    return found.map((violation) => ({ seq, line, ...violation }))
  })

/** Empties the journal; its numbers go on. */
export function clearRequests({ db, journal }: Mock): void {
  if (db.feed) db.feed.tell('forget requests', null)
  else journal.clear()
}

/** An empty list would say that nothing came. */
function journalOf({ journal }: Mock): Mock['journal'] {
  if (journal.limit > 0) return journal
  throw new AdminError(
    409,
    'The journal is switched off: start the mock with --journal 1000, or journal: 1000.',
  )
}

/** A store that there is, or that was there when its requests came. */
function storeSeen(mock: Mock, name: string): void {
  for (const entry of mock.journal.after(0)) if (entry.store === name) return
  storeNamed(mock, name)
}

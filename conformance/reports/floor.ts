import { CLAUSE_IDS, CLAUSES, type ClauseId } from '../../schemas/clauses.ts'
import { OPERATIONS, type Operation } from '../../schemas/operations.ts'

const operations: readonly Operation[] = Object.values(OPERATIONS)

/** Whether a GET shows it; a clause that no operation names as its own is shown by all. */
function isRead(clause: ClauseId): boolean {
  const own = operations.filter(({ clauses }) => clauses.includes(clause))
  return own.length === 0 || own.some(({ method }) => method === 'GET')
}

/** Everybody may download a PDF. */
const needsOneKey = (clause: ClauseId) => CLAUSES[clause].needs.every((need) => need === 'pdf')

/** Clauses that no request shows without the permission `documents`. */
const OF_DOCUMENTS: readonly ClauseId[] = ['pdf.packing-slip', 'pdf.both-retained', 'pdf.signed']

/** The `must` clauses that one key and GET requests can show, on a store that holds something of everything. */
export const READABLE: readonly ClauseId[] = CLAUSE_IDS.filter(
  (clause) =>
    CLAUSES[clause].level === 'must' &&
    needsOneKey(clause) &&
    isRead(clause) &&
    !OF_DOCUMENTS.includes(clause),
)

/**
 * How many `must` clauses are judged, at the least, by a read-only run on a filled store. Five in six of the readable
 * ones: a store may have no quote, no tax number and no packing slip, or more invoices than are read.
 */
export const FLOOR = Math.floor((READABLE.length * 5) / 6)

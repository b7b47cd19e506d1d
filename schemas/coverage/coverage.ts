import type { Dialect } from '../dialect.ts'
import { OPERATION_IDS, type OperationId } from '../operations.ts'
import type { Coverage, CoverageOperation } from '../types.ts'
import { extentOf } from './extent.ts'
import { inASentence, neverMet, type Counted } from './never.ts'
import { ADJUSTABLE_KEYS } from './question-set.ts'
import { addTally, newOperation, newTally, type Tally } from './tally.ts'

/**
 * What of the contract traffic met, and what it never did.
 * @param tallies are added up
 * @param dialect tells the statuses of errors in the sentence
 */
export function coverageOf(tallies: Iterable<Tally>, dialect: Dialect): Coverage {
  const sum = newTally()
  for (const tally of tallies) addTally(sum, tally)
  const { no_operation, documents, downloads, questions } = sum
  const counted: Counted = {
    operations: Object.fromEntries(OPERATION_IDS.map((id) => [id, operationOf(sum, id)])),
    no_operation,
    documents,
    downloads,
    questions: Object.fromEntries(ADJUSTABLE_KEYS.map((key, place) => [key, questions[place] ?? 0])),
  }
  return { says: inASentence(counted, dialect), ...counted, never: neverMet(counted) }
}

function operationOf({ operations }: Tally, id: OperationId): CoverageOperation {
  const { later_pages, ...counts } = operations[id] ?? newOperation(id)
  return extentOf(id).paged ? { ...counts, later_pages } : counts
}

import type { ClauseId } from '../../../schemas/clauses.ts'
import type { OperationId } from '../../../schemas/operations.ts'
import { callerFile } from '../../judge/caller-file.ts'
import type { Sight } from '../../judge/check.ts'
import type { Finding } from '../../judge/verdict.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Page } from '../page.ts'
import type { Passed } from '../passed.ts'
import type { Store } from '../store.ts'
import type { Moment, Timeline } from '../timeline.ts'

/** What is looked at: one exchange that keeps the contract, when it was, and what is known of its store. */
export interface Seen {
  readonly passed: Passed
  /** The page that its answer holds, if it does: read once for all who look. */
  readonly page: Page | null
  readonly moment: Moment
  readonly timeline: Timeline
  readonly store: Store
}

/** What the traffic itself shows of a clause. */
export interface Relation {
  readonly name: string
  /** The operations whose answers show it; null for all, and for paths that are none of the API's. */
  readonly of: readonly OperationId[] | null
  readonly file: string
  see(seen: Seen): Iterable<Sight>
}

/** A relation. A sight of several exchanges is one that somebody else's hand could explain. */
export const relation = (name: string, of: Relation['of'], see: Relation['see']): Relation => ({
  name,
  of,
  file: callerFile(),
  see,
})

/** What to tell where a clause does not hold. */
type Told = Omit<Finding, 'exchanges'> & { exchanges: Exchange | readonly Exchange[] }

/** A sight: the clause holds exactly when `ok`. What is told is made only when it is needed, as it is hardly ever. */
export function sight(clause: ClauseId, ok: boolean, tell: () => Told): Sight {
  if (ok) return { clause, finding: null }
  const { exchanges, ...rest } = tell()
  return { clause, finding: { ...rest, exchanges: [exchanges].flat() as Exchange[] } } // one or a list
}

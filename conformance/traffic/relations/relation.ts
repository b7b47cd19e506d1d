import type { ClauseId } from '../../../schemas/clauses.ts'
import { callerFile } from '../../judge/caller-file.ts'
import type { Sight } from '../../judge/check.ts'
import type { Finding } from '../../judge/verdict.ts'
import type { Exchange } from '../../server/client/exchange.ts'
import type { Passed } from '../passed.ts'
import type { Store } from '../store.ts'
import type { Moment, Timeline } from '../timeline.ts'

/** What is looked at: one exchange that keeps the contract, when it was, and what is known of its store. */
export interface Seen {
  readonly passed: Passed
  readonly moment: Moment
  readonly timeline: Timeline
  readonly store: Store
}

/** What the traffic itself shows of a clause. */
export interface Relation {
  readonly name: string
  readonly file: string
  see(seen: Seen): Iterable<Sight>
}

/** A relation. A sight of several exchanges is one that somebody else's hand could explain. */
export const relation = (name: string, see: Relation['see']): Relation => ({
  name,
  file: callerFile(),
  see,
})

/** A sight: the clause holds exactly when `ok`. */
export function sight(
  clause: ClauseId,
  ok: boolean,
  finding: Omit<Finding, 'exchanges'> & { exchanges: Exchange | readonly Exchange[] },
): Sight {
  const { exchanges, ...rest } = finding
  return { clause, finding: ok ? null : { ...rest, exchanges: [exchanges].flat() as Exchange[] } } // one or a list
}

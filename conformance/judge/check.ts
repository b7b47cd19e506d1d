import { CLAUSES, type ClauseId, type Need } from '../../schemas/clauses.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Trial } from './trial.ts'
import type { Finding } from './verdict.ts'
import type { Session } from '../server/session.ts'

/** One way to judge clauses: a value in the list of `checks/index.ts`. */
export interface Check {
  /** What it does, in words; unique. */
  readonly name: string
  /** The clauses it judges. */
  readonly clauses: readonly ClauseId[]
  /** What it needs of the target; left out, all that its clauses need. */
  readonly needs?: readonly Need[]
  /** `beside` the others where it works on another store than the judged one; `last` where it judges what they met. */
  readonly when?: 'beside' | 'last'
  /** It works on what the store has once, such as its settings; left out, its needs tell. */
  readonly storewide?: boolean
  run(trial: Trial): Promise<void>
}

/** What a watcher says of one answer: a finding, or null when the clause held. */
export interface Sight {
  clause: ClauseId
  finding: Finding | null
}

/** Judges every answer of the run in passing. */
export interface Watcher {
  readonly name: string
  readonly clauses: readonly ClauseId[]
  watch(exchange: Exchange, session: Session): Iterable<Sight>
}

export function needsOf(check: Check): Need[] {
  return [
    ...new Set(check.needs ?? check.clauses.flatMap((clause) => CLAUSES[clause].needs as readonly Need[])),
  ]
}

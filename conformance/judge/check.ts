import { CLAUSES, type ClauseId, type Need } from '../../schemas/clauses.ts'
import type { Exchange } from '../server/client/exchange.ts'
import type { Session } from '../server/session.ts'
import { callerFile } from './caller-file.ts'
import type { Law } from './law.ts'
import type { Finding } from './verdict.ts'

interface CheckOptions {
  /** What it does, in words; unique. */
  readonly name: string
  /** What it needs of the target; left out, all that its clauses need. */
  readonly needs?: readonly Need[]
  /** `beside` the others where it works on another store than the judged one; `last` where it judges what they met. */
  readonly when?: 'beside' | 'last'
  /** It works on what the store has once, such as its settings; left out, its needs tell. */
  readonly storewide?: boolean
  run(law: Law): Promise<void>
}

/** One way to judge clauses: a value in the list of `clauses/index.ts`. */
export interface Check extends CheckOptions {
  readonly clauses: readonly [ClauseId, ...ClauseId[]]
  /** Where it stands: `conformance/clauses/auth/no-effect.ts`. */
  readonly file: string
}

/** A check of a clause, or of several: it runs with a law that is bound to the first. */
export function check(clauses: ClauseId | Check['clauses'], options: CheckOptions): Check {
  return { clauses: typeof clauses === 'string' ? [clauses] : clauses, file: callerFile(), ...options }
}

/** Marks checks that work on the settings or on other things that a store has once. */
export const storewide = (checks: readonly Check[]): Check[] =>
  checks.map((one) => ({ ...one, storewide: true }))

/** What a watcher says of one answer: a finding, or null when the clause held. */
export interface Sight {
  clause: ClauseId
  finding: Finding | null
}

/** Judges every answer of the run in passing. */
export interface Watcher {
  readonly name: string
  readonly clauses: readonly ClauseId[]
  readonly file: string
  watch(exchange: Exchange, session: Session): Iterable<Sight>
}

/** A watcher of clauses. */
export function watcher(clauses: readonly ClauseId[], options: Pick<Watcher, 'name' | 'watch'>): Watcher {
  return { clauses, file: callerFile(), ...options }
}

export function needsOf({ needs, clauses }: Pick<Check, 'needs' | 'clauses'>): Need[] {
  return [...new Set(needs ?? clauses.flatMap((clause): readonly Need[] => CLAUSES[clause].needs))]
}

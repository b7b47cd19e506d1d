import type { ClauseId } from '../../schemas/clauses.ts'
import { isObservation, type Step } from '../judge/check.ts'
import { CHECKS, WATCHERS } from '../clauses/index.ts'
import type { RunOptions } from './options.ts'
import { checksOfShard, type Shard } from './shards.ts'

/** What of a run is judged, and whose checks run for it. */
export type Scope = Required<Pick<RunOptions, 'clauses'>> & Pick<RunOptions, 'exercise' | 'shard'>

const isWatched = (clause: ClauseId) => WATCHERS.some(({ clauses }) => clauses.includes(clause))

/** The checks that judge any of these clauses; and observations, where told, or where all checks are meant. */
export function checksOf(
  clauses: readonly ClauseId[],
  of: readonly Step[] = CHECKS,
  observe = false,
): readonly Step[] {
  const isMeant = (step: Step) => step.clauses.some((clause) => clauses.includes(clause))
  const observing = observe || of.every((step) => isObservation(step) || isMeant(step))
  return of.filter((step) => (isObservation(step) ? observing : isMeant(step)))
}

const isChecked = (clause: ClauseId) => CHECKS.some(({ clauses }) => clauses.includes(clause))

/** The scope of clauses; one that is only watched in passing is judged by what every check sends. */
export function scopeOf(clauses: readonly ClauseId[], inPassing = !clauses.every(isChecked)): Scope {
  return inPassing ? { clauses, exercise: CHECKS.flatMap((check) => check.clauses) } : { clauses }
}

/** A shard gives a verdict on the clauses of its checks, and on all that are watched in passing besides. */
export function shardScope(clauses: readonly ClauseId[], shard: Shard): Scope {
  const own = new Set(checksOfShard(checksOf(clauses), shard).flatMap((check) => check.clauses))
  return {
    shard,
    exercise: clauses,
    clauses: clauses.filter((clause) => own.has(clause) || isWatched(clause)),
  }
}

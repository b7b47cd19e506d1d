import type { ClauseId } from '../schemas/clauses.ts'
import { CHECKS, WATCHERS } from './checks/index.ts'
import type { RunOptions } from './run.ts'
import { shardOf, type Shard } from './selection.ts'

/** What of a run is judged, and whose checks run for it. */
export type Scope = Required<Pick<RunOptions, 'clauses'>> & Pick<RunOptions, 'exercise'>

const isWatched = (clause: ClauseId) => WATCHERS.some(({ clauses }) => clauses.includes(clause))
const isChecked = (clause: ClauseId) => CHECKS.some(({ clauses }) => clauses.includes(clause))

/** The scope of clauses; one that is only watched in passing is judged by what every check sends. */
export function scopeOf(clauses: readonly ClauseId[], inPassing = !clauses.every(isChecked)): Scope {
  return inPassing ? { clauses, exercise: CHECKS.flatMap((check) => check.clauses) } : { clauses }
}

/** A shard runs the checks of its own clauses, and gives a verdict on all that are watched in passing besides. */
export function shardScope(clauses: readonly ClauseId[], shard: Shard): Scope {
  const exercise = shardOf(clauses, shard)
  return { exercise, clauses: clauses.filter((clause) => exercise.includes(clause) || isWatched(clause)) }
}

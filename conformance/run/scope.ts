import type { ClauseId } from '../../schemas/clauses.ts'
import { CHECKS, PROBES, WATCHERS } from '../clauses/index.ts'
import { isObservation, questionsOf, type Step } from '../judge/check.ts'
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

/** What shows how a server answers open questions, and no more: the steps of a probe. */
export const PROBING: readonly Step[] = [...CHECKS.filter((step) => questionsOf(step).length > 0), ...PROBES]

const isChecked = (clause: ClauseId) => CHECKS.some(({ clauses }) => clauses.includes(clause))

const areaOf = (clause: ClauseId) => clause.slice(0, clause.indexOf('.'))

/** Whether nothing that is selected makes sure that a clause is met which is only watched in passing. */
const needsAll = (clauses: readonly ClauseId[]): boolean => {
  const areas = new Set(clauses.filter(isChecked).map(areaOf))
  return clauses.some((clause) => !isChecked(clause) && !areas.has(areaOf(clause)))
}

/**
 * The scope of clauses. One that is only watched in passing is judged by what the checks of its area send, where they are
 * selected, else by what every check sends.
 */
export function scopeOf(clauses: readonly ClauseId[], inPassing = needsAll(clauses)): Scope {
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

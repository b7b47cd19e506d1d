import type { ClauseId } from '../../schemas/clauses.ts'
import type { ReportVerdict } from '../../schemas/types.ts'
import { fieldOf, type Failure, type Verdict } from '../judge/verdict.ts'

/** Failures that are shown as one. */
export interface Cause {
  /** The one that shows the cause best. */
  first: ReportVerdict
  /** The others that fail by the same cause. */
  others: readonly ReportVerdict[]
}

/** Failing verdicts, each below the one that `caused_by` leads to. */
export function causesOf(verdicts: readonly ReportVerdict[]): Cause[] {
  const others = new Map<ReportVerdict, ReportVerdict[]>()
  for (const verdict of verdicts) {
    const first = firstOf(verdict, verdicts)
    others.set(first, [...(others.get(first) ?? []), ...(first === verdict ? [] : [verdict])])
  }
  return [...others].map(([first, caused]) => ({ first, others: caused }))
}

/** A verdict that leads nowhere in the list stands for itself. Merged reports may lead over several. */
function firstOf(verdict: ReportVerdict, verdicts: readonly ReportVerdict[]): ReportVerdict {
  const passed = new Set<ReportVerdict>()
  let first = verdict
  for (let next: ReportVerdict | undefined = verdict; next && !passed.has(next);) {
    passed.add((first = next))
    next = verdicts.find(({ clause }) => clause === first.caused_by)
  }
  return first
}

/** `also fails: list.meta, search.envelope and 7 more`. */
export function alsoFails(others: readonly ReportVerdict[]): string {
  const shown = others.slice(0, NAMED).map(({ clause }) => clause)
  const more = others.length - shown.length
  return `also fails: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Maximum number of other clauses that `alsoFails` names. */
const NAMED = 5

type Failed = Extract<Verdict, { outcome: 'fail' | 'waived' }>

/** The clauses that fail by the cause of another one, each with the clause that shows the cause best. */
export function causedBy(verdicts: readonly Verdict[]): Map<ClauseId, ClauseId> {
  const failed = verdicts.filter((verdict): verdict is Failed => verdict.failure !== null)
  const firsts: Failed[] = []
  const caused = new Map<ClauseId, ClauseId>()
  for (const verdict of failed.toSorted(bestFirst)) {
    const first = firsts.find((one) => isOneCause(one, verdict))
    if (first) caused.set(verdict.clause, first.clause)
    else firsts.push(verdict)
  }
  return caused
}

/** A must that names a field by few exchanges shows a cause best. A random sequence shows it worst. */
function bestFirst(a: Failed, b: Failed): number {
  const rank = ({ level, clause, failure }: Failed): number[] => [
    level === 'must' ? 0 : 1,
    clause.startsWith('model.') ? 1 : 0,
    failure.field === undefined ? 1 : 0,
    failure.exchanges.length,
  ]
  const [one, other] = [rank(a), rank(b)]
  return one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function isOneCause(one: Failed, other: Failed): boolean {
  if (one.outcome !== other.outcome) return false
  const [field, otherField] = [placeOf(one.failure), placeOf(other.failure)]
  if (field !== undefined && otherField !== undefined) return field === otherField
  return hasSameAnswer(one.failure, other.failure) || hasSameWords(one.failure, other.failure)
}

/** The field, named alike in lists and single records: `customer.phone` for `customers.0.phone`. */
const placeOf = (failure: Failure): string | undefined =>
  fieldOf(failure)?.replace(/^(invoice|template|customer)s\./, '$1.')

/** True if the last answer of both is the same one: the others may have led to it. */
const hasSameAnswer = (one: Failure, other: Failure): boolean =>
  one.exchanges.at(-1) !== undefined && one.exchanges.at(-1) === other.exchanges.at(-1)

const hasSameWords = (one: Failure, other: Failure): boolean =>
  one.expected === other.expected &&
  one.got === other.got &&
  one.exchanges.at(-1)?.operation === other.exchanges.at(-1)?.operation

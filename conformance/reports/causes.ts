import type { ReportVerdict } from '../../schemas/types.ts'

/** Failures that stand together: the first tells what is wrong, the others fail by the same. */
export interface Cause {
  first: ReportVerdict
  others: readonly ReportVerdict[]
}

/** Failing verdicts by their cause: the same place deviates, or the same was answered to the same demand. */
export function causesOf(verdicts: readonly ReportVerdict[]): Cause[] {
  const groups = new Map<string, ReportVerdict[]>()
  for (const verdict of verdicts) {
    const cause = causeOf(verdict)
    groups.set(cause, [...(groups.get(cause) ?? []), verdict])
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []))
}

function causeOf({ clause, verdict, counterexample: found }: ReportVerdict): string {
  if (!found) return clause
  const { at, field, expected, got } = found
  if (at !== undefined) return JSON.stringify([verdict, at])
  return JSON.stringify(field === undefined ? [verdict, expected, got] : [verdict, field, expected])
}

/** `also fails list.meta, search.envelope and 7 more`. */
export function alsoFails(others: readonly ReportVerdict[]): string {
  const shown = others.slice(0, NAMED).map(({ clause }) => clause)
  const more = others.length - shown.length
  return `also fails ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** So many of the others are named. */
const NAMED = 5

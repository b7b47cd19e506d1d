import { CLAUSES } from '../../schemas/clauses.ts'
import { isExpired, readDataFile } from '../../schemas/command-line/data-file.ts'
import { fileProblems } from '../../schemas/command-line/file-problems.ts'
import { didYouMean } from '../../schemas/nearest.ts'
import type { Waiver, WaiverFile } from '../../schemas/types.ts'
import type { Accepts } from '../judge/findings.ts'
import type { RunResult } from '../judge/result.ts'
import { fieldOf, type Failure, type Verdict } from '../judge/verdict.ts'

/** What such a file holds, for those who have to guess. */
const FORMAT =
  'A waiver file is {"waivers": [{"clause": "shape.invoice-detail", "field"?: "billing_address", "reason": "why", "expires": "2026-12-31"}]}, in JSON or YAML; its schema is schemas/waivers.json.'

/**
 * The waivers of a JSON or YAML file.
 * @throws {UsageError} that names every wrong field, and what the file should hold
 */
export function readWaivers(file: string): Waiver[] {
  const content = readDataFile(file, { noun: 'waivers', holds: FORMAT, problems: waiverProblems })
  return (content as WaiverFile).waivers // the schema says so
}

/** All that is wrong with the content of a waiver file. */
export function waiverProblems(content: unknown): string[] {
  const problems = fileProblems('waivers', content)
  if (problems.length > 0) return problems
  return (content as WaiverFile).waivers.flatMap(clauseProblem) // the schema says so
}

function clauseProblem({ clause }: Waiver, index: number): string[] {
  if (Object.hasOwn(CLAUSES, clause)) return []
  return [
    `waivers.${index}.clause is ${clause}, which is no clause; ${didYouMean(clause, Object.keys(CLAUSES))}`,
  ]
}

/**
 * Turns failures that are accepted into waived ones, and tells of each waiver that is expired or not needed.
 * @param now milliseconds since 1970
 */
export function waive(
  result: RunResult,
  waivers: readonly Waiver[],
  now: number,
): { result: RunResult; notes: string[] } {
  const valid = waivers.filter((waiver) => !isExpired(waiver, now))
  return {
    result: { ...result, verdicts: result.verdicts.map((verdict) => waived(verdict, valid)) },
    notes: waivers.flatMap((waiver) => noteOn(waiver, result.verdicts, now)),
  }
}

/** Whether a deviation is waived at this time. */
export function acceptedBy(waivers: readonly Waiver[], now: number): Accepts {
  const valid = waivers.filter((waiver) => !isExpired(waiver, now))
  return (clause, failure) => valid.some((waiver) => waiver.clause === clause && covers(waiver, failure))
}

/** A clause is waived when every deviation from it is; otherwise the report shows one that is not. */
function waived(verdict: Verdict, waivers: readonly Waiver[]): Verdict {
  if (verdict.outcome !== 'fail') return verdict
  const own = waivers.filter(({ clause }) => clause === verdict.clause)
  const open = verdict.failures.find((failure) => !own.some((waiver) => covers(waiver, failure)))
  if (open) return { ...verdict, failure: open }
  const used = own.filter((waiver) => verdict.failures.some((failure) => covers(waiver, failure)))
  const reason = used.map(({ reason: why, expires }) => `${why} (until ${expires})`).join('; ')
  return { ...verdict, outcome: 'waived', reason }
}

/** A waived field covers what lies in it: `invoice.customer` also `invoice.customer.email`. */
function covers({ field }: Waiver, failure: Failure): boolean {
  if (field === undefined) return true
  const deviating = fieldOf(failure)
  return deviating !== undefined && (deviating === field || deviating.startsWith(`${field}.`))
}

function noteOn(waiver: Waiver, verdicts: readonly Verdict[], now: number): string[] {
  const { clause, field, expires } = waiver
  const name = `The waiver of ${clause}${field === undefined ? '' : ` (${field})`}`
  if (isExpired(waiver, now)) return [`${name} expired on ${expires}.`]
  const verdict = verdicts.find((one) => String(one.clause) === clause)
  if (!verdict || (verdict.outcome !== 'pass' && verdict.outcome !== 'fail')) return []
  const needed = verdict.failures.some((failure) => covers(waiver, failure))
  return needed ? [] : [`${name} is not needed: nothing deviates there.`]
}

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { CLAUSES, type ClauseId } from '../schemas/clauses.ts'
import { nearest } from '../schemas/nearest.ts'
import type { Waiver, WaiverFile } from '../schemas/types.ts'
import { validate } from '../schemas/validate.ts'
import type { Accepts } from './judge/record.ts'
import { fieldOf, type Failure } from './judge/verdict.ts'
import type { RunResult, Verdict } from './result.ts'
import { UsageError } from './usage-error.ts'

/**
 * The waivers of a JSON or YAML file.
 * @throws {UsageError} in one line that names the wrong field
 */
export function readWaivers(file: string): Waiver[] {
  try {
    return parseWaivers(parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const [why] = (error as Error).message.split('\n')
    throw new UsageError(`waivers ${file}: ${why}`)
  }
}

/** @throws {UsageError} */
export function parseWaivers(content: unknown): Waiver[] {
  const [wrong] = validate('waivers', content)
  if (wrong) throw new UsageError(`${wrong.path.join('.') || 'the file'} ${wrong.message}`)
  const { waivers } = content as WaiverFile
  const unknown = waivers.findIndex(({ clause }) => !Object.hasOwn(CLAUSES, clause))
  if (unknown < 0) return waivers
  const { clause } = waivers[unknown]!
  throw new UsageError(
    `waivers.${unknown}.clause is ${clause}, which is no clause; did you mean ${nearest(clause, Object.keys(CLAUSES))}?`,
  )
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

/** A waiver holds to the end of its last day, in UTC. */
const isExpired = ({ expires }: Waiver, now: number): boolean =>
  new Date(now).toISOString().slice(0, 10) > expires

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
  const verdict = verdicts.find((one) => one.clause === (clause as ClauseId))
  if (!verdict || (verdict.outcome !== 'pass' && verdict.outcome !== 'fail')) return []
  const needed = verdict.failures.some((failure) => covers(waiver, failure))
  return needed ? [] : [`${name} is not needed: nothing deviates there.`]
}

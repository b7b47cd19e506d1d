import { plural } from '../../../schemas/printing/plain-text.ts'
import type { RehearsalReport, RehearsalVariation } from '../../../schemas/types.ts'

export const DEMAND_WORDS: Readonly<Record<RehearsalVariation['demand'], string>> = {
  must_pass: 'must pass',
  may_fail: 'may end with an error',
}

/** A way in which requests broke the contract: `createInvoice (3 times): …`. */
export function violationInWords({ of, says, times, during }: RehearsalReport['violations'][number]): string {
  const when = during === null ? '' : `, first under ${during}`
  return `${of}: ${says} (${plural(times, 'time')}${when})`
}

/** What was not tried, by why: `no answer depended on search.match`, and how many variations there are of it. */
export function untouchedInWords({ variations, coverage }: RehearsalReport): string[] {
  const untouched = variations.filter(({ verdict }) => verdict === 'not_touched')
  const idle = subjects(untouched, (reason) => /^(\w+) was never called$/.exec(reason)?.[1])
  const open = subjects(untouched, (reason) => /^no answer depended on (\S+)$/.exec(reason)?.[1])
  const others = untouched.filter(({ reason = '' }) => !/was never called|no answer depended/.test(reason))
  const reasons = [...new Set(others.map(({ reason = '' }) => reason))]
  return [
    ...listed(idle, 'operation that it never calls', 'operations that it never calls'),
    ...listed(
      open,
      'open question that no answer to it depended on',
      'open questions that no answer to it depended on',
    ),
    ...reasons.map((reason) => `${reason}: ${namesBy(others, reason).join(', ')}`),
    ...(coverage && untouched.length > 0 ? [coverage.says] : []),
  ]
}

const namesBy = (variations: readonly RehearsalVariation[], wanted: string): string[] =>
  variations.filter(({ reason }) => reason === wanted).map(({ name }) => name)

function subjects(
  variations: readonly RehearsalVariation[],
  subjectOf: (reason: string) => string | undefined,
): string[] {
  return [...new Set(variations.flatMap(({ reason = '' }) => subjectOf(reason) ?? []))]
}

const listed = (names: readonly string[], one: string, several: string): string[] =>
  names.length === 0 ? [] : [`${names.length} ${names.length === 1 ? one : several}: ${names.join(', ')}`]

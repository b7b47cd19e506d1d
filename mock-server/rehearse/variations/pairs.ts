import type { Dialect } from '../../../schemas/dialect.ts'
import type { AdjustableKey } from '../../../schemas/questions.ts'
import { answersTo } from './parts.ts'
import type { Shown } from './shown.ts'
import { together, type Called, type Part, type Variation } from './variation.ts'

/** A fault that was survived, and the questions that an answer depended on while it was played. */
export interface Played {
  readonly variation: Variation
  readonly asked: ReadonlySet<AdjustableKey>
}

/** What every answer may show, and matters where a limit is reached. */
const OF_LIMITS: readonly AdjustableKey[] = ['rate.headers_always', 'rate.reset_format']

/**
 * Questions that only matter where something goes wrong, such as the form of a rate limit: each of their other answers
 * together with one fault that raises them, of an operation that is called early, and one to be come through if there is
 * such.
 */
export function pairs(base: Dialect, shown: Shown, survived: readonly Played[]): Variation[] {
  const raised = new Map<AdjustableKey, Part>()
  for (const demand of ['must_pass', 'may_fail'] as const)
    for (const { part, asked } of inOrderOfCalls(survived, shown))
      for (const key of asked)
        if (part.demand === demand && isRaised(key, part, shown) && !raised.has(key)) raised.set(key, part)
  return [...raised].flatMap(([key, part]) => answersTo(key, base).map((answer) => together([part, answer])))
}

const isRaised = (key: AdjustableKey, { what }: Part, { questions }: Shown): boolean =>
  !questions.has(key) || (OF_LIMITS.includes(key) && what.kind === 'fault' && what.fault === 'rate-limited')

function inOrderOfCalls(
  survived: readonly Played[],
  { calls }: Shown,
): { part: Part; asked: Played['asked'] }[] {
  const played = survived.flatMap(({ variation, asked }) =>
    onlyFaultOf(variation).map(({ part, operation }) => ({ part, asked, operation })),
  )
  return [...calls].flatMap((call) => played.filter(({ operation }) => operation === call))
}

/** The fault that is all of a variation, and is played once; none where there is no such. */
function onlyFaultOf({ parts }: Variation): { part: Part; operation: Called }[] {
  const [part, ...others] = parts
  if (part?.what.kind !== 'fault' || others.length > 0) return []
  const { operation, input } = part.what
  return input.when?.times === 1 ? [{ part, operation }] : []
}

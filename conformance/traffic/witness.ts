import type { PersonalValues } from '../server/store/personal-values.ts'
import type { Broken } from './filing.ts'
import type { Passed } from './passed.ts'

/** Personal values of shown exchanges that are remembered: a proxy may run for months. */
const MOST_VALUES = 20_000

/** Notes the personal values of an exchange that is shown, because it broke something. */
export function witness(personal: PersonalValues, passed: Passed, broken: readonly Broken[]): void {
  if (broken.length === 0 && passed.violations.length === 0) return
  for (const exchange of [passed, ...broken.flatMap(({ failure }) => failure.exchanges)])
    if (personal.size < MOST_VALUES) personal.witness(exchange)
}

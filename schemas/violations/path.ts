import { allowedBy } from '../in-words.ts'
import { PATH_PARAMETERS } from '../path-parameters.ts'
import { keysOf } from '../tables.ts'
import type { Violation } from '../types.ts'
import { parameterOf } from './meant-operation.ts'
import { decoded, isFitting } from './path-parameter.ts'
import type { Call, Rule } from './reading.ts'
import { named, shownValue } from './words.ts'

/** Method and path must be those of an operation. */
export const path: Rule = ({ request, meant: { operation, slips, line } }) => {
  const called = `${named(request.method)} ${named(request.path)}`
  if (slips.length === 0 && operation !== null) return []
  const reasons = slips.length > 0 ? `: ${inWords(slips)}` : ''
  const says = `The service has no operation ${called}${reasons}.`
  return [{ rule: 'near-path', where: 'path', says, ...(line !== null && { instead: line }) }]
}

const inWords = (slips: readonly string[]): string =>
  [slips.slice(0, -1).join(', '), ...slips.slice(-1)].filter(Boolean).join(' and ')

/** A slug is sent for an id, and an id for a slug. */
function confused(segment: string): string {
  const other = keysOf(PATH_PARAMETERS).find((name) => isFitting(name, segment))
  return other === undefined ? '' : `, which may be its ${other}`
}

/** What stands in the path for a slug or an id must be one. */
export const pathParameter: Rule<Call> = ({ operation, meant: { segment } }): Violation[] => {
  const parameter = parameterOf(operation)
  // One that is missing is told of the path.
  if (parameter === undefined || segment === '' || isFitting(parameter, segment)) return []
  const right = allowedBy(PATH_PARAMETERS[parameter].schema)
  const sent = shownValue(decoded(segment) ?? segment)
  const says = `The ${parameter} in the path must be ${right}, and is ${sent}${confused(segment)}.`
  return [{ rule: 'malformed', where: 'path', says }]
}

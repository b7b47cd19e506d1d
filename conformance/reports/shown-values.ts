import { PERSONAL_FIELDS } from '../../schemas/personal-fields.ts'
import type { Finding } from '../judge/verdict.ts'
import { searchedBy } from '../server/store/personal-values.ts'
import { valueAt } from './excerpt.ts'

/**
 * Personal values that a failure is about, which its report shows: a text that was searched for and that the failure
 * quotes, and the values of the personal field that deviates.
 */
export function shownValues(finding: Finding): ReadonlySet<string> {
  const { exchanges, message = '', expected, got, field } = finding
  const sentences = [message, expected, got].join('\n')
  const searched = exchanges.flatMap(searchedBy).filter((text) => sentences.includes(JSON.stringify(text)))
  if (field === undefined || !isPersonal(field)) return new Set(searched)
  const deviating = valueAt(exchanges.at(-1)?.response.json, field)
  return new Set([
    ...searched,
    ...(typeof deviating === 'string' ? [deviating] : []),
    ...[expected, got].flatMap(quotedIn),
  ])
}

/** True for `customer.email` and `addresses.0.zip`. */
export const isPersonal = (field: string): boolean => PERSONAL_FIELDS.has(field.split('.').at(-1) ?? '')

/** Quoted texts of a sentence; none of a sentence with a JSON object, which shows more than one field. */
function quotedIn(sentence: string): string[] {
  if (sentence.includes('{')) return []
  return (sentence.match(/"(?:[^"\\]|\\.)*"/g) ?? []).flatMap((quoted) => textOf(quoted) ?? [])
}

/** The text that JSON writes; undefined for anything else. */
function textOf(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

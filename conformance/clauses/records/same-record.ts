import { instantOf, isDateTime } from '../../judge/watch/shape/values.ts'
import { sameValue } from '../same-value.ts'
import type { Fields, RecordKind } from './record-kind.ts'

/**
 * Whether two sights of one field say the same: times as instants, everything else to the letter. Nothing demands
 * that an empty text is kept apart from no value (question nullable).
 */
export function sameField(a: unknown, b: unknown): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true
  return isDateTime(a) && isDateTime(b) ? sameValue(a, b) : Object.is(a, b)
}

/** The same for two sights at one endpoint, which tells times alike each time: to the last digit. */
export function sameFieldThere(a: unknown, b: unknown): boolean {
  return isDateTime(a) && isDateTime(b) ? instantOf(a) === instantOf(b) : sameField(a, b)
}

/** The first stated field in which two sights of one record differ; undefined when they agree. */
export function deviation(
  { inputFields, outputOnly }: Pick<RecordKind, 'inputFields' | 'outputOnly'>,
  a: Fields,
  b: Fields,
  same = sameField,
): string | undefined {
  const differs = (field: string) => !same(a[field], b[field])
  return outputOnly.find(differs) ?? inputFields.find(differs)
}

/** Whether a field shows what was sent. That several tags come back in their order, or as spaced, is not said. */
export const isShown = (field: string, sent: unknown, shown: unknown): boolean =>
  sameField(sent, shown) || (field === 'tags' && String(tagsOf(sent)) === String(tagsOf(shown)))

const tagsOf = (text: unknown) =>
  String(text)
    .split(',')
    .map((tag) => tag.trim())
    .toSorted()

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

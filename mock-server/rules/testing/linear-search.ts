import type { Dialect } from '../../../schemas/dialect.ts'

type MatchRule = Dialect['search.match']

/**
 * Whether a record with these fields is found, in the plainest way: all of its fields are prepared as one text, and the
 * text that is looked for like a field.
 */
export function findsLinearly(fields: readonly string[], text: string, rule: MatchRule): boolean {
  const pattern = joined([text], rule)
  const begin = rule.unit === 'prefix' || rule.unit === 'whole' ? 0 : 1
  const end = rule.unit === 'whole' ? pattern.length : -1
  return joined(fields, rule).includes(pattern.slice(begin, end))
}

function joined(fields: readonly string[], rule: MatchRule): string {
  const plain = fields.map(escaped).join('\0')
  const whole = rule.accents === 'exact' ? plain.normalize('NFC') : withoutAccents(plain)
  const text = rule.case === 'exact' ? whole : whole.toLowerCase().replaceAll('ς', 'σ')
  return `\0${rule.unit === 'words' ? text.split('\0').map(wordsOf).join('\0') : text}\0`
}

/** Without the sign that parts fields. */
const escaped = (field: string): string =>
  field.replaceAll('\u0001', '\u0001\u0001').replaceAll('\0', '\u0001\u0002')

const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')

const wordsOf = (field: string): string => ` ${(field.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [field]).join(' ')} `

export const ALL_RULES: readonly MatchRule[] = (['substring', 'prefix', 'words', 'whole'] as const).flatMap(
  (unit) =>
    (['exact', 'folded'] as const).flatMap((letters) =>
      (['exact', 'folded'] as const).map((accents) => ({ unit, case: letters, accents })),
    ),
)

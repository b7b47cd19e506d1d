import type { Dialect } from '../../schemas/dialect.ts'
import { edged, type TextMatch } from '../store/search/field-texts.ts'
import { folded, inLowerCase, isPlain } from '../store/search/folded.ts'
import type { TextQuery } from '../store/search/text-index.ts'

type MatchRule = Dialect['search.match']

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * What finds a text under a rule: fields and text are prepared alike, so that every rule is one `includes`.
 * @param shown for each kind of fields what they are shown as; null where that is what they are
 */
export function textQuery(
  text: string,
  rule: MatchRule,
  shown: readonly (((field: string) => string) | null)[],
): TextQuery {
  const pattern = patternOf(text, rule)
  const found = (field: string) => prepared(field, rule).includes(pattern)
  return {
    pieces: piecesOf(pattern, rule),
    matches: shown.map((show) =>
      show ? matchOf((field) => found(show(field))) : asItIs(pattern, rule, found),
    ),
  }
}

const matchOf = (matches: TextMatch['matches'], plainFits = false): TextMatch => ({ matches, plainFits })

/** Most fields are plain, and most rules look for any part of them, in any case: those need no preparing. */
function asItIs(
  pattern: string,
  { unit, case: letters }: MatchRule,
  found: (field: string) => boolean,
): TextMatch {
  if (unit !== 'substring' || letters !== 'folded') return matchOf(found)
  return matchOf(
    (field, plain) => (plain ? field.toLowerCase().includes(pattern) : found(field)),
    isPlain(pattern),
  )
}

/** Whether a text must stand where a field begins and where it ends, and whether fields are words. */
const UNITS: Record<MatchRule['unit'], { begins: boolean; ends: boolean; words: boolean }> = {
  substring: { begins: false, ends: false, words: false },
  prefix: { begins: true, ends: false, words: false },
  // Between spaces, which a prepared text of words has around each of them.
  words: { begins: false, ends: false, words: true },
  whole: { begins: true, ends: true, words: false },
}

/** What a prepared field must include: the text prepared as a field, without the ends that are free. */
function patternOf(text: string, rule: MatchRule): string {
  const { begins, ends } = UNITS[rule.unit]
  return prepared(text, rule).slice(begins ? 0 : 1, ends ? undefined : -1)
}

/** What of the pattern stands in a field as it was before words were taken out of it. */
function piecesOf(pattern: string, { unit }: MatchRule): string[] {
  // Half of a character would not be folded as it is beside its other half.
  if (/\p{Cs}/u.test(pattern)) return []
  return (UNITS[unit].words ? pattern.split(' ') : [pattern]).map(folded)
}

/** A field between edges, with what the rule ignores taken out. */
function prepared(field: string, rule: MatchRule): string {
  const text = asCompared(field, rule)
  return edged(UNITS[rule.unit].words ? wordsOf(text) : text)
}

/** ` word word `; a field of signs alone is one word. */
function wordsOf(field: string): string {
  return ` ${(field.match(WORD) ?? [field]).join(' ')} `
}

/** A text as the rule compares it. */
export function asCompared(text: string, { accents, case: letters }: MatchRule): string {
  return LETTERS[letters](isPlain(text) ? text : ACCENTS[accents](text))
}

const ACCENTS: Record<MatchRule['accents'], (text: string) => string> = {
  exact: (text) => text.normalize('NFC'),
  folded: (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC'),
}

const LETTERS: Record<MatchRule['case'], (text: string) => string> = {
  exact: (text) => text,
  folded: inLowerCase,
}

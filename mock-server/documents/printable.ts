const ASCII = /^[ -~]*$/

/** Marks without end on one letter, which no language has, take ever longer to be put in order (UAX #15, section 13). */
const ENDLESS_MARKS = /\p{M}{30}(?=\p{M})/gu
const GRAPHEME_JOINER = '\u034f'

/** Text as it can be set: composed, tabs as spaces, without the characters that control and draw nothing. */
export function printable(text: string): string {
  if (ASCII.test(text)) return text
  return text
    .replaceAll(ENDLESS_MARKS, `$&${GRAPHEME_JOINER}`)
    .normalize('NFC')
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, '')
}

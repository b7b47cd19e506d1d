/** What a name may not look like, to some servers: refused it may be, changed it may not. */
export const MARKUP = '<b>&amp;</b> {{name}} #{x} ${y}%s'

/** What some servers keep with one blank where two were sent. */
export const BLANKS = 'two  spaces'

/** Who takes these takes signs in a name at all. */
export const SIGNS: readonly string[] = [`O'Brien "the 1st" & Söhne`, '(a|b)*[c]{2}?$^.+ `;--/* */ #@ ~']

/**
 * Texts that careless code escapes, cuts, parses or takes for something else. None has outer white space, control
 * characters or decomposed letters: what becomes of those is open (question input.strings). With a marker each has no more
 * than fifty characters: a limit is not stated, and a lower one would hold no name. Signs beyond the basic plane stand in
 * three of them, out of step by three: what goes wrong with every third record meets one.
 */
export const ODD_TEXTS: readonly string[] = [
  ...SIGNS,
  '100% off_ %41%2B C:\\new\\table',
  '🦄 👩‍👩‍👧 東京 Київ',
  MARKUP,
  'null',
  'Müller, Straße; Łódź & Ñandú 🎈',
  '007',
  BLANKS,
  'true',
  'שלום مرحبا हिन्दी Ολυμπία 🌍',
  '0',
  '1e3',
  'undefined',
  '١٢٣',
  '12.50',
  '2024-01-31',
]

/** Signs that some servers do not take at all: one text that has them, and how others are told. */
export const RARE_SIGNS: readonly (readonly [text: string, signs: RegExp])[] = [
  ['🦄 👩‍👩‍👧 東京 Київ', /[\u{10000}-\u{10ffff}]/u],
  ['١٢٣', /[\u0100-\u{10ffff}]/u],
]

/** Texts that are too long for some servers: refused they may be, cut they may not. */
export const LONG_TEXTS: readonly string[] = [
  `100% off_ ${'x'.repeat(60)}`,
  'Lang '.repeat(26).trim(),
  'ü'.repeat(180),
]

/** The same of what nobody searches by: more than a column of 255 characters holds. */
export const LONGEST_TEXT = 'Lang '.repeat(60).trim()
const tags = (length: number) => Array.from({ length }, (_, at) => `tag${100 + at}`).join(', ')
/** As many as some servers take, and more. */
export const MANY_TAGS: readonly string[] = [tags(20), tags(50)]

/** Words of the pool that stand alone: some fields are no place for a whole sentence. */
export const ODD_WORDS: readonly string[] = [
  '0',
  '007',
  '2026',
  '12.50',
  'null',
  'true',
  `O'B"`,
  '№ü🦄',
  '50%\\',
  'a_b',
]

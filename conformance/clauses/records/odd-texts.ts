/**
 * Texts that careless code escapes, cuts, parses or takes for something else. None has outer white space, control
 * characters or decomposed letters: what becomes of those is open (question input.strings).
 */
export const ODD_TEXTS: readonly string[] = [
  `O'Brien "the 1st" & Söhne`,
  `100% off_ %41%2B C:\\new\\table ${'x'.repeat(100)}`,
  '🦄 👩‍👩‍👧 東京 Київ',
  '<b>&amp;</b> {{ name }} #{x} ${y} %s',
  '(a|b)*[c]{2}?$^.+ `;--/* */ # @ ~',
  'null',
  'Müller, Straße; Łódź & Ñandú',
  '007',
  'two  spaces',
  'true',
  'שלום مرحبا हिन्दी Ολυμπία',
  '0',
  '1e3',
  'undefined',
  '١٢٣',
]

/** Words of the pool that stand alone: some fields are no place for a whole sentence. */
export const ODD_WORDS: readonly string[] = ['0', '007', 'null', 'true', `O'B"`, '№ü🦄', '50%\\', 'a_b']

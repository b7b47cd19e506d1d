/**
 * Texts that careless code escapes, cuts, parses or takes for something else. None has outer white space, control
 * characters or decomposed letters: what becomes of those is open (question input.strings).
 */
export const ODD_TEXTS: readonly string[] = [
  `O'Brien "the 1st"`,
  '100% off_',
  'C:\\new\\table \\\\',
  '(a|b)*[c]{2}?$^.+',
  'Müller, Straße; Łódź & Ñandú',
  '東京 Київ Ολυμπία',
  '🦄 👩‍👩‍👧',
  '<b>&amp;</b> &lt;i&gt;',
  '{{ name }} #{x} ${y} %s',
  'null',
  'true',
  '007',
  '0',
  'two  spaces',
  '1e3',
  'שלום مرحبا हिन्दी',
  '`;--/* */ # @ ~ ^',
  'undefined',
  '١٢٣',
  'x'.repeat(120),
]

/** Words of the pool that stand alone: some fields are no place for a whole sentence. */
export const ODD_WORDS: readonly string[] = ['0', '007', 'null', 'true', `O'B"`, '№ü🦄', '50%\\', 'a_b']

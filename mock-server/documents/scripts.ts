/** The script of each UTF-16 unit of a text, 0 for those whose letters stand side by side as they come. */
export type Scripts = Uint8Array

/** Scripts whose letters change places and forms; a font does that for one script at a time, the first of a run. */
const SHAPED = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/** The blocks of those scripts. */
const PERHAPS = /[\u0900-\u109f\u1780-\u17ff]/
const OF_NO_SCRIPT = /[\p{Script=Common}\p{Script=Inherited}]/u

/** The scripts of a text; signs and spaces are of the letter before them. Null where no letter changes. */
export function scriptsOf(text: string): Scripts | null {
  if (!PERHAPS.test(text)) return null
  const scripts = new Uint8Array(text.length)
  let script = 0
  let place = 0
  for (const character of text) {
    if (!OF_NO_SCRIPT.test(character)) script = 1 + SHAPED.findIndex((pattern) => pattern.test(character))
    scripts.fill(script, place, (place += character.length))
  }
  return scripts
}

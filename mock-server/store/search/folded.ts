// oxlint-disable-next-line no-control-regex -- it is about all of ASCII but two signs
const PLAIN = /^[\x02-\x7f]*$/

/** Whether a text has neither accents nor other letters than a to z, nor a sign that the index writes otherwise. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** Takes letter case as folded: a sigma has two small forms, and which one a capital becomes depends on what follows it. */
export const inLowerCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')

/**
 * A text without all that a rule of searching may ignore, character by character: so where one text stands in another
 * under any rule, it stands there folded too.
 */
export const folded = (text: string): string =>
  isPlain(text) ? text.toLowerCase() : inLowerCase(text.normalize('NFD').replaceAll(/\p{M}/gu, ''))

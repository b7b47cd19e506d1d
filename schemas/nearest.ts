/** The name that a person who typed the text most likely meant. */
export function nearest<Name extends string>(text: string, names: readonly Name[]): Name {
  return names.reduce((best, name) => (slips(text, name) < slips(text, best) ? name : best))
}

/** The name that a text is a slip of the hand for; undefined where it is none of them. */
export function slippedFrom<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  if (names.length === 0) return undefined
  const best = nearest(text, names)
  const count = slips(text, best)
  const isOther = count >= Math.max(text.length, best.length - best.lastIndexOf('/') - 1)
  return count <= slipsIn(text) && !isOther ? best : undefined
}

/** Letters of a list of names that somebody who mistyped one still reads. */
const SHORT_LIST = 120

/** Of a longer list so many are told. */
const NEAREST_TOLD = 3

/** Words for a name that is not one of these: the likeliest where one is near, else all of them, or of many the nearest. */
export function didYouMean(text: string, names: readonly string[]): string {
  if (names.length === 0) return 'there are none'
  const best = slippedFrom(text, names)
  if (best !== undefined) return `did you mean ${best}?`
  if (isShort(names)) return `there are: ${names.join(', ')}`
  const byDistance = names.toSorted((one, other) => slips(text, one) - slips(text, other))
  return `the nearest of ${names.length} are ${byDistance.slice(0, NEAREST_TOLD).join(', ')}`
}

/**
 * The same of a value that must be one of these, to be read after its name.
 * @param all how they are listed where they are few
 * @param rest of the sentence: `, and is "nope"`
 */
export function mustBeOneOf(
  text: string,
  values: readonly string[],
  all = `one of ${values.join(', ')}`,
  rest = '',
): string {
  if (!isShort(values)) return `must be one of ${values.length} values${rest}; ${didYouMean(text, values)}`
  const best = slippedFrom(text, values)
  return `must be ${all}${rest}${best === undefined ? '' : `; did you mean ${best}?`}`
}

const isShort = (names: readonly string[]): boolean => names.join(', ').length <= SHORT_LIST

/** How far a text is from a name, however they are written, in capitals or not; folders may be left out. */
function slips(text: string, name: string): number {
  const [sent, whole] = [text.toLowerCase(), name.toLowerCase()]
  const bare = whole.slice(whole.lastIndexOf('/') + 1)
  return bare === whole || sent.includes('/')
    ? distance(sent, whole)
    : Math.min(distance(sent, bare), distance(sent, whole))
}

/** Letters of a text that are looked at: names are shorter. */
const LOOKED_AT = 60

/** Letters that a slip of the hand gets wrong: two that are swapped, or a third of a long name. */
const slipsIn = ({ length }: string): number =>
  length < 3 ? 1 : Math.max(2, Math.min(length, LOOKED_AT) / 3)

/** Letters to insert, delete or replace to get from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const letter of from.slice(0, LOOKED_AT)) row = nextRow(row, letter, to)
  return row[to.length] ?? 0
}

function nextRow(row: readonly number[], letter: string, to: string): number[] {
  const next = [(row[0] ?? 0) + 1]
  for (let index = 1; index <= to.length; index++) {
    const replaced = (row[index - 1] ?? 0) + (to[index - 1] === letter ? 0 : 1)
    next.push(Math.min((row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1, replaced))
  }
  return next
}

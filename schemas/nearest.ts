/** The name that a person who typed the text most likely meant. */
export function nearest<Name extends string>(text: string, names: readonly Name[]): Name {
  return names.reduce((best, name) => (distance(text, name) < distance(text, best) ? name : best))
}

/** Words for a name that is not one of these: the likeliest of them where one is near, else all of them. */
export function didYouMean(text: string, names: readonly string[]): string {
  if (names.length === 0) return 'there are none'
  const best = nearest(text, names)
  if (distance(text.toLowerCase(), best.toLowerCase()) <= slipsIn(text)) return `did you mean ${best}?`
  return `there are: ${names.join(', ')}`
}

/** Letters that a slip of the hand gets wrong: two that are swapped, or a third of a long name. */
const slipsIn = ({ length }: string): number => (length < 3 ? 1 : Math.max(2, length / 3))

/** Letters of a text that are looked at: names are shorter. */
const LOOKED_AT = 60

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

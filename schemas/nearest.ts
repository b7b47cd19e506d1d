/** The name that a person who typed the text most likely meant. */
export function nearest<Name extends string>(text: string, names: readonly Name[]): Name {
  return names.reduce((best, name) => (distance(text, name) < distance(text, best) ? name : best))
}

/** Letters to insert, delete or replace to get from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const letter of from.slice(0, 60)) {
    row = row.reduce<number[]>((next, above, index) => {
      if (index === 0) return [above + 1]
      const replaced = row[index - 1]! + (to[index - 1] === letter ? 0 : 1)
      return [...next, Math.min(above + 1, next[index - 1]! + 1, replaced)]
    }, [])
  }
  return row[to.length]!
}

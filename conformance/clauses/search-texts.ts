/** Half a surrogate pair, which no URL can hold. */
const HALF = /\p{Cs}/u

/** Characters of a text as a URL holds it: many a server refuses an address of more than some thousand. */
const LONGEST = 2_000

/** Text that a search can be made of without touching what is open: not empty, no outer white space, not too long for a URL. */
export const isSearchable = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.trim() === value &&
  value.length <= LONGEST &&
  !HALF.test(value) &&
  encodeURIComponent(value).length <= LONGEST

/** Items with distinct texts, those first whose text has letters that careless searches trip over. */
export function oddFirst<T>(items: readonly T[], text: (item: T) => string): T[] {
  const distinct = [...new Map(items.map((item) => [text(item), item])).values()]
  return distinct.toSorted((a, b) => oddity(text(b)) - oddity(text(a)))
}

const ODD = [/['"`]/, /[%_\\]/, /[()[\]{}*+?^$|.]/, /[^\x20-\x7e]/, /[&#=;]/, /\s/, /^0/]
const oddity = (text: string) => ODD.filter((pattern) => pattern.test(text)).length

/** The texts among some values, the most frequent first. */
export function mostFrequent(values: readonly unknown[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values.filter(isSearchable)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([value]) => value)
}

/** Signs that patterns elsewhere know: here they are signs like others. */
export const WILDCARDS = ['_', '%', '.', '*', '?'] as const

/** What would find a word of seven letters and more, were one of its signs read as a pattern. */
export const asPatterns = (word: string): string[] =>
  WILDCARDS.map((sign) => `${word.slice(0, 6)}${sign}${word.slice(7)}`)

/** A text without letter case and accents; capitals first, as some small letters have two: ß. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().toUpperCase().toLowerCase()

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * The same text with unheard words for those that a record does not carry; null where it carries none of them. What
 * finds the record by this too finds it by any word of a text (question search.match): that it carries them all is not told.
 */
export function withOtherWords(text: string, record: unknown, seed: number): string | null {
  const carried = new Set(folded(JSON.stringify(record)).match(WORD))
  const words = text.match(WORD) ?? []
  if (!words.some((word) => carried.has(folded(word)))) return null
  return text.replaceAll(WORD, (word, at: number) =>
    carried.has(folded(word)) ? word : unheardWord(seed + at, Math.max(8, word.length)),
  )
}

const CONSONANTS = 'bcdfghjklmnpqrstvwxz'

/** A word that no record holds by any sensible chance: sixteen consonants, or as many as are asked for. */
export function unheardWord(seed: number, length = 16): string {
  let state = seed >>> 0
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return CONSONANTS[(state >>> 16) % CONSONANTS.length]
  }).join('')
}

import { folded } from './search-texts.ts'

/** A search that forgives typos seldom forgives more. */
const MOST_LETTERS = 2

/** Where two words part: what they have in common before and after it, and what the one has there. */
interface Parting {
  before: string
  here: string
  there: string
  after: string
}

/** null where they are the same, or too far apart for one to be taken for the other. */
function partingOf(word: string, other: string): Parting | null {
  const most = Math.min(word.length, other.length)
  const same = (from: number) => word.at(from) === other.at(from)
  let start = 0
  while (start < most && same(start)) start++
  let end = 0
  while (end < most - start && same(-1 - end)) end++
  const middle = (text: string) => text.slice(start, text.length - end)
  const [here, there] = [middle(word), middle(other)]
  const apart = Math.max(here.length, there.length)
  if (apart === 0 || apart > MOST_LETTERS) return null
  return { before: word.slice(0, start), here, there, after: word.slice(word.length - end) }
}

/** A letter that stands in none of these texts. */
const strangerTo = (...texts: readonly string[]): string =>
  [...'qxzjkv'].find((letter) => !texts.some((text) => text.includes(letter))) ?? 'w'

/** The word with other letters at a place. */
const mistyped = (word: string, at: number): string =>
  `${word.slice(0, at)}${strangerTo(word.charAt(at))}${word.slice(at + 1)}`

const wordsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(wordsIn)
    : folded(String(value)).split(/\s+/)

/**
 * Texts that find a record where a search forgives typos, and by nothing else: each word of the text that the record
 * carries but for a letter or two is mistyped otherwise there, and at its beginning and end. None where some word of the
 * text is none that the record carries, nor near to one.
 */
export function typosOf(text: string, record: unknown): string[] {
  const carried = wordsIn(record)
  const words = folded(text).split(/\s+/)
  const typos = words.map((word) => (carried.includes(word) ? [word, word, word] : wordTypos(word, carried)))
  if (typos.every((some, at) => some?.[0] === words[at])) return []
  return [0, 1, 2].flatMap((turn) => {
    const typed = typos.flatMap((some) => some?.[turn] ?? [])
    return typed.length === words.length ? [typed.join(' ')] : []
  })
}

function wordTypos(word: string, carried: readonly string[]): string[] | null {
  for (const other of carried) {
    const parting = partingOf(word, other)
    if (!parting) continue
    const { before, here, there, after } = parting
    const otherwise = strangerTo(here, there).repeat(Math.max(1, here.length))
    return [`${before}${otherwise}${after}`, mistyped(other, 1), mistyped(other, other.length - 2)]
  }
  return null
}

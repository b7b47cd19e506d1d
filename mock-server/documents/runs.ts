import { createRequire } from 'node:module'
import type { Faces } from './coverage.ts'
import type { Face } from './face.ts'

/** A piece of a line that one font draws in one direction; its text is in logical order. */
export interface Run {
  text: string
  /** Null when no font at hand has the character: then the text is that one character. */
  face: Face | null
  rtl: boolean
  /** Ems. */
  width: number
}

export type Direction = 'ltr' | 'rtl'
export type Embedding = ReturnType<typeof bidi.getEmbeddingLevels>

/** Width of the box that stands for a character without a font, in ems. */
const BOX_WIDTH = 1.1

// The package exports the factory itself, where its types promise a default export.
const bidiFactory: typeof import('bidi-js').default = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

const RIGHT_TO_LEFT_CHARACTERS =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The levels of a paragraph (Unicode Bidirectional Algorithm); null when all of it runs from left to right. */
export function embed(text: string, direction: Direction): Embedding | null {
  if (direction === 'ltr' && !RIGHT_TO_LEFT_CHARACTERS.test(text)) return null
  // Text without letters (amounts, numbers) has no direction of its own and takes the page's.
  return bidi.getEmbeddingLevels(text, /\p{L}/u.test(text) ? 'auto' : direction)
}

/** The runs of the line from `start` to `end` of a paragraph, from left to right. */
export function runsOf(
  text: string,
  faces: Faces,
  embedding: Embedding | null,
  start: number,
  end: number,
): Run[] {
  const runs: Run[] = []
  const order = embedding && end > start ? bidi.getReorderedIndices(text, embedding, start, end - 1) : null
  const level = (index: number) => embedding?.levels[index] ?? 0
  const at = (place: number) => order?.[place] ?? start + place
  let place = 0
  while (place < end - start) {
    const first = at(place)
    let last = first
    const step = level(first) % 2 === 1 ? -1 : 1
    const joins = (index: number) =>
      index === last + step && level(index) === level(first) && faces[index] === faces[first]
    for (place += 1; place < end - start && joins(at(place)); place += 1) last = at(place)
    const [from, to] = step === 1 ? [first, last] : [last, first]
    pushRuns(runs, text.slice(from, to + 1), faces[first] ?? null, step === -1)
  }
  return runs
}

function pushRuns(runs: Run[], logical: string, face: Face | null, rtl: boolean): void {
  const text = drawn(logical, rtl)
  if (text === '') return
  if (face) runs.push({ text, face, rtl, width: face.width(text, rtl) })
  else runs.push(...boxes(text, rtl))
}

function boxes(text: string, rtl: boolean): Run[] {
  const characters = [...text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '')]
  const order = rtl ? characters.toReversed() : characters
  return order.map((character) => ({ text: character, face: null, rtl, width: BOX_WIDTH }))
}

// All but the joiners, which Arabic letters heed; no-break spaces have done their work once lines are broken, and
// as plain spaces the text can be searched.
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const ASCII = /^[ -~]*$/

function drawn(text: string, rtl: boolean): string {
  if (ASCII.test(text) && !rtl) return text
  const visible = text.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ')
  return rtl
    ? Array.from(visible, (character) => bidi.getMirroredCharacter(character) ?? character).join('')
    : visible
}

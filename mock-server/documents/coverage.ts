import type { Face } from './face.ts'
import { facesOf, type Choice, type Typeface } from './fonts.ts'

/** The face of each UTF-16 unit of a text; null where no font at hand has the character. */
export type Faces = readonly (Face | null)[]

/** Chooses a face for each character, as `cover` does. */
export const coverage = (text: string, typeface: Typeface): Faces => cover(text, facesOf(typeface))

/**
 * Chooses a face for each character; spaces and marks stay with the letter before them where its font has them, and a
 * word of Chinese, Japanese or Korean is of one font if there is one that draws all of it.
 */
export function cover(text: string, choice: Choice): Faces {
  const faces: (Face | null)[] = []
  let before: Face | null = null
  let word: Word | null = null
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (faces.length >= (word?.end ?? 0)) word = wordAt(text, faces.length, codePoint, choice)
    const stays: boolean = before !== null && leans(codePoint, character, before)
    const face: Face | null = word?.face ?? (stays ? before : choice.one(codePoint))
    faces.push(face)
    if (character.length > 1) faces.push(face)
    before = face
  }
  return faces
}

/** A word, and the face that draws all of it, if there is one. */
interface Word {
  face: Face | null
  end: number
}

const FIRST_EAST_ASIAN = 0x2e80
const EAST_ASIAN_WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u301f\u30fb-\u30fc\uff01-\uff9f]+/uy

function wordAt(text: string, start: number, codePoint: number, choice: Choice): Word | null {
  if (codePoint < FIRST_EAST_ASIAN) return null
  EAST_ASIAN_WORD.lastIndex = start
  const word = EAST_ASIAN_WORD.exec(text)?.[0] ?? ''
  return word === '' ? null : { face: choice.all(word), end: start + word.length }
}

const JOINERS = /^[\u200c\u200d]$/
const NEVER_DRAWN = /^\p{Default_Ignorable_Code_Point}$/u

// Asked of every character: the common ones are told apart without a regular expression.
function leans(codePoint: number, character: string, before: Face): boolean {
  if (codePoint < 0x300) return codePoint === 0x20 && before.covers(codePoint)
  if (JOINERS.test(character) || /^\p{M}$/u.test(character)) return before.covers(codePoint)
  return NEVER_DRAWN.test(character)
}

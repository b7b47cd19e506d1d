import type { Face } from './face.ts'
import { facesOf, type FontFamily, type Weight } from './fonts.ts'

/** The face of each UTF-16 unit of a text; null where no font at hand has the character. */
export type Faces = readonly (Face | null)[]

/** Chooses a face for each character; spaces and marks stay with the letter before them where its font has them. */
export function coverage(text: string, family: FontFamily, weight: Weight): Faces {
  const faceOf = facesOf(family, weight)
  const faces: (Face | null)[] = []
  let before: Face | null = null
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const stays: boolean = before !== null && leans(codePoint, character) && before.covers(codePoint)
    const face: Face | null = stays ? before : faceOf(codePoint)
    faces.push(face)
    if (character.length > 1) faces.push(face)
    before = face
  }
  return faces
}

// Asked of every character: the common ones are told apart without a regular expression.
const leans = (codePoint: number, character: string) =>
  codePoint < 0x300 ? codePoint === 0x20 : /^[\p{M}\u200c\u200d]$/u.test(character)

import type { Font, Glyph, GlyphPosition } from 'fontkit'
import { mirrored } from './bidi.ts'
import type { Features, Shaped, Written } from './shaped.ts'

/** Shapes text that is read from right to left, where brackets turn round. */
export function shapedRightToLeft(font: Font, text: string, features: Features): Shaped {
  const run = font.layout(mirrored(text), { ...features }, undefined, undefined, 'rtl')
  const placed: Placed[] = []
  // From the right, for marks come before their letter in this order.
  let letter = UNMOVED
  for (const [place, glyph] of [...run.glyphs.entries()].toReversed()) {
    const position = run.positions[place] ?? UNMOVED
    if (!isMark(glyph)) letter = position
    placed.push(...spelled(font, glyph, position, letter).toReversed())
  }
  placed.reverse()
  return { glyphs: placed.map(({ glyph }) => glyph), positions: placed.map(({ position }) => position) }
}

interface Placed {
  glyph: Written
  position: GlyphPosition
}

const UNMOVED: GlyphPosition = { xAdvance: 0, yAdvance: 0, xOffset: 0, yOffset: 0 }
const ZERO_WIDTH_NON_JOINER = 0x200c

/**
 * A glyph as what was written, not as its mirror. Of several letters (lam and alef are one glyph) the last is copied
 * from the glyph, and the others from empty ones at its right: readers that put letters back in order (pdf.js, poppler)
 * do not agree on those of one glyph. Nor do they know whose a mark is that stands above or below its letter: it is
 * drawn, and copied from an empty glyph where the letter begins.
 */
function spelled(font: Font, glyph: Glyph, position: GlyphPosition, letter: GlyphPosition): Placed[] {
  const { id, advanceWidth, codePoints, path } = glyph
  const letters = Array.from(mirrored(String.fromCodePoint(...codePoints))).toReversed()
  const marks = letters.map((one) => silent(font, one, letter.xOffset))
  if (isMark(glyph) && position.xAdvance === 0)
    return [{ glyph: { id, advanceWidth, codePoints: [], outline: path }, position }, ...marks]
  const last = Math.max(
    0,
    letters.findIndex((one) => !MARK.test(one)),
  )
  return [
    ...marks.slice(0, last),
    { glyph: { id, advanceWidth, codePoints: codesOf(letters[last]) }, position },
    ...letters.slice(last + 1).map((one) => silent(font, one, 0)),
  ]
}

/** An empty glyph that is copied as a letter. */
const silent = (font: Font, letter: string, xOffset: number): Placed => ({
  glyph: {
    id: font.glyphForCodePoint(ZERO_WIDTH_NON_JOINER).id,
    advanceWidth: 0,
    codePoints: codesOf(letter),
  },
  position: { ...UNMOVED, xOffset },
})

const MARK = /^\p{M}+$/u

const isMark = ({ codePoints }: Glyph): boolean => MARK.test(String.fromCodePoint(...codePoints))

const codesOf = (letters = ''): number[] => Array.from(letters, (letter) => letter.codePointAt(0) ?? 0)

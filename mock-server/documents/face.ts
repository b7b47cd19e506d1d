import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { rememberedByText } from './remembered.ts'
import { shapedRightToLeft } from './right-to-left.ts'
import type { Features, Shaped, Written } from './shaped.ts'
import { subsetsOf } from './subset.ts'

/** A font of one weight, parsed once and shared by all documents; each document embeds its own subset of it. */
export interface Face {
  /** Unique name, under which a document registers the font. */
  name: string
  font: Font
  covers: (codePoint: number) => boolean
  /** Width of a run in ems; `rtl` when its text, in logical order, is read from right to left. */
  width: (text: string, rtl: boolean) => number
  /** The glyph of one character of plain text. */
  glyph: (character: string) => Written
  /** A run that is not plain, in glyphs from left to right. */
  shape: (text: string, rtl: boolean) => Shaped
}

const ASCII = /^[ -~]*$/
const SELF_CONTAINED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u

/**
 * Whether the characters of a text stand side by side as they come. To read a font's layout tables for them takes
 * 40 ms before the first document and most of the time of each one after; kerning is all that it would add.
 */
export const isPlain = (text: string, rtl: boolean): boolean =>
  !rtl && (ASCII.test(text) || SELF_CONTAINED.test(text))

/** Opens a font file; of a collection the first font. */
export function openFace(name: string, path: string, features: Features = {}): Face {
  const file = readFileSync(path)
  const opened = create(file)
  const font = 'fonts' in opened ? opened.fonts[0] : opened
  if (!font) throw new Error(`${path} holds no font`)
  nameGlyphsAnew(font)
  font.createSubset = subsetsOf(file) ?? font.createSubset
  const shaped = (text: string, rtl: boolean) =>
    inPieces(text, rtl, (piece) =>
      rtl
        ? shapedRightToLeft(font, piece, features)
        : font.layout(piece, { ...features }, undefined, undefined, 'ltr'),
    )
  const runs = rememberedByText<Shaped>(REMEMBERED_CHARACTERS)
  const shape = (text: string, rtl: boolean) => runs(`${rtl ? '<' : '>'}${text}`, () => shaped(text, rtl))
  const glyph = plainGlyphs(font, features)
  const plainWidth = (text: string) => {
    let width = 0
    for (const character of text) width += glyph(character).advanceWidth
    return width
  }
  const shapedWidth = (text: string, rtl: boolean) =>
    shape(text, rtl).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  return {
    name,
    font,
    covers: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (text, rtl) => (isPlain(text, rtl) ? plainWidth(text) : shapedWidth(text, rtl)) / font.unitsPerEm,
    glyph,
    shape,
  }
}

/**
 * fontkit keeps the code points with which a glyph was first asked for. In a shared font they would be another
 * document's, so that what is copied from a document depended on those drawn before it.
 */
function nameGlyphsAnew(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => Object.create(getGlyph(id), { codePoints: { value: codePoints } })
}

/** What joins or moves neighbours means nothing to a character by itself, and takes 100 ms to read from some fonts. */
const ALONE: Features = Object.fromEntries(
  ['calt', 'ccmp', 'clig', 'curs', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig'].map((tag) => [
    tag,
    false,
  ]),
)

/** Glyphs by character; digits go through the layout tables when features (figures of one width) are asked for. */
function plainGlyphs(font: Font, features: Features): (character: string) => Written {
  const glyphs = new Map<string, Written>()
  return (character) => {
    const known = glyphs.get(character)
    if (known) return known
    const digit =
      features['tnum'] && /\d/.test(character)
        ? font.layout(character, { ...ALONE, ...features }).glyphs[0]
        : null
    const { id, codePoints, advanceWidth } = digit ?? font.glyphForCodePoint(character.codePointAt(0) ?? 0)
    const glyph = { id, codePoints, advanceWidth }
    glyphs.set(character, glyph)
    return glyph
  }
}

/** UTF-16 units that are shaped at once, more than a line holds: marks without end take ever longer to be placed. */
const SHAPED_AT_ONCE = 300
const PIECES = new RegExp(`[^]{1,${SHAPED_AT_ONCE}}(?= )|[^]{1,${SHAPED_AT_ONCE}}`, 'gu')

/** Shapes a long run piece by piece, each to the end of a word where it has one. */
function inPieces(text: string, rtl: boolean, shape: (piece: string) => Shaped): Shaped {
  if (text.length <= SHAPED_AT_ONCE) return shape(text)
  const pieces = (text.match(PIECES) ?? []).map(shape)
  const fromTheLeft = rtl ? pieces.toReversed() : pieces
  return {
    glyphs: fromTheLeft.flatMap(({ glyphs }) => glyphs),
    positions: fromTheLeft.flatMap(({ positions }) => positions),
  }
}

/** Of all remembered runs of a face together. */
const REMEMBERED_CHARACTERS = 100_000

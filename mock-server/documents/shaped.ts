import type { Glyph, GlyphPosition, Path } from 'fontkit'

/** A glyph that is written, and copied as its code points; one with an outline is drawn as that, and not copied. */
export type Written = Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'> & { outline?: Path }

/** Glyphs and where they stand, in units of the font. */
export interface Shaped {
  glyphs: readonly Written[]
  positions: readonly GlyphPosition[]
}

/** OpenType features that are always on, or off. */
export type Features = Readonly<Record<string, boolean>>

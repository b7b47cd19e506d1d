import { readFileSync } from 'node:fs'
import { create, type Font, type Glyph, type GlyphPosition } from 'fontkit'

/** A font of one weight, parsed once and shared by all documents; each document still embeds its own subset. */
export interface Face {
  /** Unique name, under which a document registers the font. */
  name: string
  /** The font as pdfkit takes it. */
  font: Font
  covers: (codePoint: number) => boolean
  /** Width of a run in ems; `rtl` when its text, in logical order, is read from right to left. */
  width: (text: string, rtl: boolean) => number
}

interface Shaped {
  glyphs: Glyph[]
  positions: GlyphPosition[]
  /** Ems. */
  width: number
}

/** The OpenType feature by which a run is marked as right-to-left on its way through pdfkit. */
export const RIGHT_TO_LEFT = 'rtlm'

// Scripts whose letters stand side by side as they come. Reading the layout tables for them would take 40 ms per
// font before the first document and five times as long for each; kerning is what it would add.
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u

const REMEMBERED_RUNS = 20_000

/** Opens a font file; of a collection the first font. `features` are OpenType features that are always on. */
export function openFace(name: string, path: string, features: readonly string[] = []): Face {
  const opened = create(readFileSync(path))
  const font = 'fonts' in opened ? opened.fonts[0] : opened
  if (!font) throw new Error(`${path} holds no font`)
  nameGlyphsAnew(font)
  const shape = remembering(shaper(font, features))
  font.layout = (text, asked = []) => laidOut(shape(text, asked.includes(RIGHT_TO_LEFT)))
  return {
    name,
    font,
    covers: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    width: (text, rtl) => shape(text, rtl).width,
  }
}

/**
 * fontkit keeps the code points with which a glyph was first asked for. In a shared font they would be another
 * document's, so that bytes depended on what was rendered before (a space copied as a no-break space).
 */
function nameGlyphsAnew(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => Object.create(getGlyph(id), { codePoints: { value: codePoints } })
}

function shaper(font: Font, features: readonly string[]): (text: string, rtl: boolean) => Shaped {
  const layout = font.layout.bind(font)
  const shapeFully = (text: string, rtl: boolean) =>
    layout(text, [...features], undefined, undefined, rtl ? 'rtl' : 'ltr')
  const plainGlyph = plainGlyphs(font, features, shapeFully)
  return (text, rtl) => {
    if (!PLAIN.test(text)) return measured(font, shapeFully(text, rtl))
    const glyphs = Array.from(text, plainGlyph)
    if (rtl) glyphs.reverse()
    return measured(font, { glyphs, positions: glyphs.map(unmoved) })
  }
}

/** The glyph for a character; digits go through the layout tables when features (tabular figures) are asked for. */
function plainGlyphs(
  font: Font,
  features: readonly string[],
  shapeFully: (t: string, rtl: boolean) => Drawn,
) {
  const glyphs = new Map<string, Glyph>()
  return (character: string): Glyph => {
    const known = glyphs.get(character)
    if (known) return known
    const fully = features.length > 0 && /\d/.test(character)
    const glyph = (fully ? shapeFully(character, false).glyphs[0] : undefined) ?? single(font, character)
    glyphs.set(character, glyph)
    return glyph
  }
}

type Drawn = Pick<Shaped, 'glyphs' | 'positions'>

const single = (font: Font, character: string) => font.glyphForCodePoint(character.codePointAt(0) ?? 0)

const unmoved = (glyph: Glyph) => ({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 })

const advance = (positions: readonly GlyphPosition[]) => positions.reduce((sum, p) => sum + p.xAdvance, 0)

const measured = (font: Font, { glyphs, positions }: Drawn): Shaped => ({
  glyphs,
  positions,
  width: advance(positions) / font.unitsPerEm,
})

function remembering(shape: (text: string, rtl: boolean) => Shaped) {
  const runs = new Map<string, Shaped>()
  return (text: string, rtl: boolean): Shaped => {
    const key = rtl ? `\u200f${text}` : text
    const known = runs.get(key)
    if (known) return known
    if (runs.size >= REMEMBERED_RUNS) runs.clear()
    const run = shape(text, rtl)
    runs.set(key, run)
    return run
  }
}

/** pdfkit scales the positions that it is given where they stand, so each caller gets its own. */
function laidOut({ glyphs, positions }: Drawn) {
  const own = positions.map((position) => ({ ...position }))
  return {
    glyphs,
    positions: own,
    get advanceWidth() {
      return advance(own)
    },
  }
}

/// <reference types="pdfkit" />
// What the documents room uses of three libraries that bring no types for it.

declare module 'fontkit' {
  export interface Glyph {
    id: number
    codePoints: number[]
    advanceWidth: number
    path: Path
  }
  /** An outline in units of the font, y upwards. */
  export interface Path {
    /** The same, each point (x, y) at (ax + cy + e, bx + dy + f). */
    transform(a: number, b: number, c: number, d: number, e: number, f: number): Path
    /** As an SVG path has it. */
    toSVG(): string
  }
  /** Units of the font, as `unitsPerEm` says. */
  export interface GlyphPosition {
    xAdvance: number
    yAdvance: number
    xOffset: number
    yOffset: number
  }
  export interface GlyphRun {
    glyphs: Glyph[]
    positions: GlyphPosition[]
    advanceWidth: number
  }
  /** Glyph ids of the font by glyph of the subset, and the way to add one that is not in it. */
  export interface Subset {
    glyphs: number[]
    includeGlyph(id: number): number
    encode(): Uint8Array
  }
  export interface Font {
    createSubset(): Subset
    postscriptName: string
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    glyphForCodePoint(codePoint: number): Glyph
    getGlyph(id: number, codePoints?: number[]): Glyph
    layout(
      text: string,
      features?: Record<string, boolean>,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): GlyphRun
  }
  export interface FontCollection {
    fonts: Font[]
  }
  export function create(bytes: Uint8Array): Font | FontCollection
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** pdfkit takes a font that fontkit has parsed already, which its types leave out. */
    registerFont(name: string, src: import('fontkit').Font): this
  }
  interface PDFAnnotation {
    /** A link with what it says; pdfkit takes a String, unlike a string, for a text. */
    link(
      x: number,
      y: number,
      w: number,
      h: number,
      url: string,
      options: { structParent: PDFStructureElement; Contents: object },
    ): this
  }
  interface PDFImage {
    /** pdfkit draws what it has opened, or what looks just so. */
    image(src: Embeddable, x: number, y: number, options: { width: number; height: number }): this
  }
}

declare namespace PDFKit {
  namespace Mixins {
    interface StructureElementOptions {
      /** What a header cell heads. */
      scope?: string
    }
  }
  /** A picture as pdfkit opens it; `embed` writes it into a document and names it in `obj`. */
  interface Embeddable {
    /** Pixels. */
    width: number
    height: number
    /** Name on the page. */
    label: string
    /** As EXIF has it: 1 upright, to 8. */
    orientation: number
    obj?: PDFKitReference
    embed(doc: PDFDocument): void
  }
  /** A font as a document embeds it: what pdfkit's `text()` itself writes glyphs with. */
  interface EmbeddedFont {
    id: string
    subset: import('fontkit').Subset
    /** Advance widths in thousandths of the size, by glyph of the subset. */
    widths: number[]
    /** Code points by glyph of the subset: what a glyph is copied as. */
    unicode: number[][]
    ref(): PDFKitReference
  }
  interface PDFDocument {
    /** The font chosen last. */
    _font: EmbeddedFont
  }
  interface PDFPage {
    content: PDFKitReference
    fonts: Record<string, PDFKitReference>
  }
}

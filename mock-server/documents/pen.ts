import { isPlain, type Face } from './face.ts'
import type { Written } from './shaped.ts'

/** A face as one document embeds it. */
interface Embedded {
  font: PDFKit.EmbeddedFont
  /** The code of a glyph in the document's subset, as hexadecimal digits. */
  code: (glyph: Written) => string
  /** The same by character, for plain text. */
  codes: Map<string, string>
}

const number = (value: number) => Math.round(value * 1000) / 1000

/**
 * Writes runs of text into a document. pdfkit's own `text()` shapes each string three times over and saves and
 * restores the graphics state around it, which is half of the time that a page takes.
 */
export class Pen {
  readonly #doc: PDFKit.PDFDocument
  readonly #faces = new Map<string, Embedded>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Writes from `x` on, `y` being the baseline; `size` in points. */
  write(text: string, face: Face, rtl: boolean, size: number, x: number, y: number): void {
    const embedded = this.#embed(face)
    const { font } = embedded
    this.#doc.page.fonts[font.id] ??= font.ref()
    if (isPlain(text, rtl)) return this.#show(font, size, plain(text, face, embedded, x, y))
    const { shown, outlines } = shaped(text, face, embedded, rtl, size, x, y)
    this.#show(font, size, shown)
    for (const outline of outlines) this.#doc.path(outline).fill()
  }

  #show({ id }: PDFKit.EmbeddedFont, size: number, shown: string): void {
    this.#doc.addContent(`BT /${id} ${number(size)} Tf ${shown} ET`)
  }

  #embed(face: Face): Embedded {
    const known = this.#faces.get(face.name)
    if (known) return known
    this.#doc.registerFont(face.name, face.font).font(face.name)
    const font = this.#doc._font // oxlint-disable-line no-underscore-dangle -- pdfkit shows it nowhere else
    const embedded: Embedded = { font, codes: new Map(), code: encoder(font, 1000 / face.font.unitsPerEm) }
    this.#faces.set(face.name, embedded)
    return embedded
  }
}

/**
 * Takes a glyph into the subset, with its width and the text that it is copied as. A glyph that stands for different
 * characters (Arabic letters that differ in their dots share one) is taken once for each of them.
 */
function encoder(font: PDFKit.EmbeddedFont, scale: number): (glyph: Written) => string {
  const codes = new Map<string, string>()
  return ({ id, advanceWidth, codePoints }) => {
    const key = `${id} ${codePoints.join(' ')}`
    const known = codes.get(key)
    if (known) return known
    const first = font.subset.includeGlyph(id)
    const code = font.unicode[first] ? font.subset.glyphs.push(id) - 1 : first
    font.widths[code] = advanceWidth * scale
    font.unicode[code] = codePoints
    const hex = code.toString(16).padStart(4, '0')
    codes.set(key, hex)
    return hex
  }
}

// The page's y axis points down, as pdfkit sets it up: text is turned upright again.
const at = (x: number, y: number) => `1 0 0 -1 ${number(x)} ${number(y)} Tm`

function plain(text: string, face: Face, { code, codes }: Embedded, x: number, y: number): string {
  let hex = ''
  for (const character of text) {
    let known = codes.get(character)
    if (known === undefined) codes.set(character, (known = code(face.glyph(character))))
    hex += known
  }
  return `${at(x, y)} <${hex}> Tj`
}

/** Glyphs follow each other as long as each stands where the one before it ends; outlines are SVG paths on the page. */
function shaped(
  text: string,
  face: Face,
  { code }: Embedded,
  rtl: boolean,
  size: number,
  x: number,
  y: number,
): { shown: string; outlines: string[] } {
  const { glyphs, positions } = face.shape(text, rtl)
  const scale = size / face.font.unitsPerEm
  const groups: { x: number; y: number; hex: string }[] = []
  const outlines: string[] = []
  let pen = x
  let end = Number.NaN
  for (const [place, glyph] of glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = positions[place] ?? {
      xAdvance: glyph.advanceWidth,
      xOffset: 0,
      yOffset: 0,
    }
    const [left, baseline] = [pen + xOffset * scale, y - yOffset * scale]
    if (glyph.outline) {
      outlines.push(glyph.outline.transform(scale, 0, 0, -scale, left, baseline).toSVG())
      continue
    }
    const last = groups.at(-1)
    if (last && last.y === baseline && Math.abs(left - end) < 0.001) last.hex += code(glyph)
    else groups.push({ x: left, y: baseline, hex: code(glyph) })
    end = left + glyph.advanceWidth * scale
    pen += xAdvance * scale
  }
  return { shown: groups.map((group) => `${at(group.x, group.y)} <${group.hex}> Tj`).join(' '), outlines }
}

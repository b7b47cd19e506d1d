import { Pen } from './pen.ts'
import type { Run } from './runs.ts'
import type { Part } from './tags.ts'
import { setLine, type Line, type TextStyle } from './text.ts'

const GROUND_PADDING = 0.7
const SPACE = 0x20

/** A part of the page, in points from its upper left corner. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The line on a ground of that colour. */
export const grounded = (line: Line, ground: string): Line => ({
  ...line,
  width: line.width + 2 * GROUND_PADDING * line.style.size,
  style: { ...line.style, ground },
})

/** A box to tick, beside text of that style. */
export const tickBox = (style: TextStyle): Line => ({ runs: [], width: style.size * 0.9, style, box: true })

/** Draws set lines on the page at hand: glyphs, grounds, links, and boxes for what no font draws. */
export class Ink {
  /** Characters that stand as boxes. */
  readonly missing = new Set<string>()
  readonly #doc: PDFKit.PDFDocument
  readonly #pen: Pen
  #color = ''

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    this.#pen = new Pen(doc)
  }

  /** Chooses the colour of what is filled next. */
  fill(color: string): void {
    if (this.#color !== color) this.#doc.fillColor(color)
    this.#color = color
  }

  /** A page begins without a colour. */
  dry(): void {
    this.#color = ''
  }

  /** Draws a line from its left end; `baseline` counts from the top of the page. */
  line(line: Line, left: number, baseline: number): void {
    const { size, ground } = line.style
    if (ground) this.#stamp(line, ground, left, baseline)
    if (line.box) this.#tickBox(line, left, baseline)
    this.fill(line.style.color)
    const start = left + (ground ? GROUND_PADDING * size : 0)
    for (const run of line.runs) {
      const x = start + run.x * size
      if (run.face) this.#pen.write(run.text, run.face, run.rtl, size, x, baseline)
      else this.#box(run, line.style, x, baseline)
    }
  }

  /** A space that belongs to a line. */
  space({ runs, style }: Line, x: number, baseline: number): void {
    const face = runs.findLast((run) => run.face?.covers(SPACE))?.face
    if (face) this.#pen.write(' ', face, false, style.size, x, baseline)
  }

  /** Makes what was drawn of a line lead to its link, and answers the element that says so. */
  link(line: Line, left: number, baseline: number, content: Part['content']): PDFKit.PDFStructureElement {
    const { size, link = '' } = line.style
    const element = this.#doc.struct('Link').add(content)
    const options = { structParent: element, Contents: Object(link) }
    this.#doc.link(left, baseline - size, line.width, size * 1.3, link, options)
    element.end()
    return element
  }

  /** Fills a part of the page that says nothing. */
  ground(color: string, { left, top, width, height }: Area): void {
    this.#doc.markContent('Artifact', { type: 'Layout' })
    this.fill(color)
    this.#doc.rect(left, top, width, height).fill()
    this.#doc.endMarkedContent()
  }

  #stamp({ width, style: { size } }: Line, ground: string, left: number, baseline: number): void {
    this.fill(ground)
    this.#doc.roundedRect(left, baseline - size * 1.1, width, size * 1.55, size * 0.3).fill()
  }

  #tickBox({ width, style: { size, color } }: Line, left: number, baseline: number): void {
    this.#doc.markContent('Span', { actual: '\u2610' })
    this.#doc.lineWidth(size * 0.07).roundedRect(left, baseline - size * 0.82, width, width, size * 0.12)
    this.#doc.stroke(color)
    this.#doc.endMarkedContent()
  }

  /** What stands for a character without a font: a box with its code point, copied as the character itself. */
  #box({ text, width }: Run, style: TextStyle, x: number, baseline: number): void {
    this.missing.add(text)
    const { size } = style
    const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const half = Math.ceil(code.length / 2)
    const side = width * size
    this.#doc.markContent('Span', { actual: text })
    this.#doc.lineWidth(size * 0.05).rect(x + side * 0.08, baseline - size * 0.86, side * 0.84, size * 1.04)
    this.#doc.stroke(style.color)
    for (const [row, digits] of [code.slice(0, half), code.slice(half)].entries()) {
      const line = setLine(digits, { ...style, weight: 'regular', size: size * 0.46 })
      this.line(line, x + (side - line.width) / 2, baseline - size * (0.43 - row * 0.47))
    }
    this.#doc.endMarkedContent()
  }
}

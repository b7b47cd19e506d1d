import { Pen } from './pen.ts'
import type { Direction, Run } from './runs.ts'
import { setLine, type Line, type TextStyle } from './text.ts'

/** A stack of lines beside others. `x` counts from the side where reading starts. */
export interface Column {
  x: number
  width: number
  lines: readonly Line[]
  /** Where lines stand in the column; `figures` at the right, whatever the direction of reading. */
  align?: 'start' | 'end' | 'center' | 'figures'
  /** Points between figures and the right edge, so that decimals of different rows stand below each other. */
  inset?: number
  /** Points left free above the first line. */
  drop?: number
}

/** What stays free around the page, the foot apart. */
const MARGINS = { top: 48, side: 48, bottom: 64 }
const FOOTLINE = 36

const LEADING = 1.42
const ASCENT = 1.02
const FRAME_PADDING = 0.7

/** Height of a line. */
export const leadingOf = (style: TextStyle) => style.size * LEADING
/** Height of lines below each other. */
export const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + leadingOf(style), 0)

/** The line in a frame of its own colour. */
export const framed = (line: Line): Line => ({
  ...line,
  width: line.width + 2 * FRAME_PADDING * line.style.size,
  style: { ...line.style, framed: true },
})

/**
 * Paper that text flows over: knows pages, the direction of reading and which characters no font could draw, and
 * nothing of invoices. All lengths are points.
 */
export class Sheet {
  readonly width: number
  readonly direction: Direction
  /** Where the next block begins. */
  y: number
  /** Draws what stands on top of each page after the first. */
  head: () => void = () => {}
  readonly missing = new Set<string>()

  readonly doc: PDFKit.PDFDocument
  readonly #pen: Pen
  #color = ''

  constructor(doc: PDFKit.PDFDocument, direction: Direction) {
    this.doc = doc
    this.#pen = new Pen(doc)
    this.width = doc.page.width - 2 * MARGINS.side
    this.direction = direction
    this.y = MARGINS.top
  }

  get bottom(): number {
    return this.doc.page.height - MARGINS.bottom
  }

  /** The baseline of the foot of the page. */
  get footline(): number {
    return this.doc.page.height - FOOTLINE
  }

  /** Goes back to a page, to add to it. */
  turnTo(page: number): void {
    this.doc.switchToPage(page)
    this.#color = ''
  }

  /** Starts a new page. */
  turn(): void {
    this.doc.addPage()
    this.#color = ''
    this.y = MARGINS.top
    this.head()
  }

  /** Turns the page unless that many points are left on it. */
  need(height: number): void {
    if (this.y + height > this.bottom && this.y > MARGINS.top) this.turn()
  }

  /**
   * Sets columns beside each other, their first lines on one baseline, and moves below the longest. What fits a
   * page stays together; what is longer goes on over as many pages as it takes.
   */
  flow(columns: readonly Column[]): void {
    const first = Math.max(0, ...columns.map(({ lines }) => lines[0]?.style.size ?? 0))
    const drop = ({ lines, drop: asked }: Column) =>
      asked ?? (first - (lines[0]?.style.size ?? first)) * ASCENT
    const height = Math.max(0, ...columns.map((column) => drop(column) + heightOf(column.lines)))
    if (height <= this.#room()) this.need(height)
    let left = columns.map((column) => ({ column, lines: [...column.lines], y: this.y + drop(column) }))
    for (;;) {
      for (const stack of left) this.#place(stack)
      this.y = Math.max(this.y, ...left.map(({ y }) => y))
      left = left.filter(({ lines }) => lines.length > 0)
      if (left.length === 0) return
      this.turn()
      for (const stack of left) stack.y = this.y
    }
  }

  #room(): number {
    return this.bottom - MARGINS.top
  }

  #place(stack: { column: Column; lines: Line[]; y: number }): void {
    const top = stack.y
    for (let line = stack.lines[0]; line; line = stack.lines[0]) {
      const height = leadingOf(line.style)
      if (stack.y + height > this.bottom && stack.y > Math.min(top, MARGINS.top)) return
      this.line(line, this.#left(stack.column, line.width), stack.y + line.style.size * ASCENT)
      stack.y += height
      stack.lines.shift()
    }
  }

  #left({ x, width, align = 'start', inset = 0 }: Column, lineWidth: number): number {
    const left = this.physical(x, width)
    if (align === 'figures') return left + width - lineWidth - inset
    if (align === 'center') return left + (width - lineWidth) / 2
    return (align === 'end') === (this.direction === 'ltr') ? left + width - lineWidth : left
  }

  /** The left edge of a box whose `x` counts from the side where reading starts. */
  physical(x: number, width: number): number {
    return MARGINS.side + (this.direction === 'ltr' ? x : this.width - x - width)
  }

  rule(color: string, thickness: number, x = 0, width = this.width): void {
    this.fill(color)
    this.doc.rect(this.physical(x, width), this.y, width, thickness).fill()
  }

  fill(color: string): void {
    if (this.#color !== color) this.doc.fillColor(color)
    this.#color = color
  }

  /** Draws a line from its left end; `baseline` counts from the top of the page. */
  line(line: Line, left: number, baseline: number): void {
    const { size, link } = line.style
    if (line.style.framed) this.#frame(line, left, baseline)
    if (link) this.doc.link(left, baseline - size, line.width, size * 1.3, link)
    this.fill(line.style.color)
    let x = left + (line.style.framed ? FRAME_PADDING * size : 0)
    for (const run of line.runs) {
      if (run.face) this.#pen.write(run.text, run.face, run.rtl, size, x, baseline)
      else this.#box(run, line.style, x, baseline)
      x += run.width * size
    }
  }

  #frame({ width, style }: Line, left: number, baseline: number): void {
    const { size, color } = style
    this.doc.lineWidth(size * 0.1).roundedRect(left, baseline - size * 1.08, width, size * 1.5, size * 0.3)
    this.doc.stroke(color)
  }

  /** What stands for a character without a font: a box with its code point, copied as the character itself. */
  #box({ text, width }: Run, style: TextStyle, x: number, baseline: number): void {
    this.missing.add(text)
    const { size } = style
    const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const half = Math.ceil(code.length / 2)
    const side = width * size
    this.doc.markContent('Span', { actual: text })
    this.doc.lineWidth(size * 0.05).rect(x + side * 0.06, baseline - size * 0.82, side * 0.88, size * 0.98)
    this.doc.stroke(style.color)
    for (const [row, digits] of [code.slice(0, half), code.slice(half)].entries()) {
      const line = setLine(digits, { ...style, weight: 'regular', size: size * 0.4 })
      this.line(line, x + (side - line.width) / 2, baseline - size * (0.43 - row * 0.42))
    }
    this.doc.endMarkedContent()
  }
}

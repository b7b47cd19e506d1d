import { ASCENT, dropIn, leadingOf, rowHeight, type Column } from './column.ts'
import { Ink } from './ink.ts'
import type { Direction } from './locale.ts'
import type { Line } from './text.ts'

/** A column on its way down the pages. */
interface Stack {
  column: Column
  lines: readonly Line[]
  /** Lines set so far. */
  done: number
  y: number
  contents: PDFKit.PDFStructureContent[]
}

/** What stays free around the page, the foot apart. */
const MARGINS = { top: 48, side: 48, bottom: 56 }
const FOOTLINE = 32
/** By how much a ground is wider than what stands on it, on each side. */
const BLEED = 8
/** Height of the bar along the top of a page. */
const BAR = 7

/** Points by which heights that are added up in another order may differ. */
const ROUNDING = 0.01

/**
 * Paper that text flows over: knows pages, tags and the direction of reading, and nothing of
 * invoices. All lengths are points.
 */
export class Sheet {
  readonly width: number
  readonly direction: Direction
  /** Where the next block begins. */
  y: number
  /** Draws what stands on top of each page after the first. */
  head: () => void = () => {}
  /** How much of such a page that takes, tables apart. */
  headHeight = 0

  readonly doc: PDFKit.PDFDocument
  readonly ink: Ink
  readonly #tags: PDFKit.PDFStructureElement[] = []
  /** Where the page begins, below what stands on top of it. */
  #top = MARGINS.top
  /** Whether what is drawn stood on a page before already. */
  #repeating = false

  constructor(doc: PDFKit.PDFDocument, direction: Direction) {
    this.doc = doc
    this.ink = new Ink(doc)
    this.width = doc.page.width - 2 * MARGINS.side
    this.direction = direction
    this.y = MARGINS.top
  }

  get bottom(): number {
    return this.doc.page.height - MARGINS.bottom
  }

  /** How much a later page holds. */
  get room(): number {
    return this.bottom - MARGINS.top - this.headHeight
  }

  /** How much is left of the page. */
  get left(): number {
    return this.bottom - this.y
  }

  /** Starts a new page. */
  turn(): void {
    this.doc.addPage()
    this.ink.dry()
    this.y = MARGINS.top
    this.#repeating = true
    this.head()
    this.#repeating = false
    this.#top = this.y
  }

  /** Turns the page unless that many points are left on it. */
  need(height: number): void {
    if (this.y + height > this.bottom + ROUNDING && this.y > this.#top) this.turn()
  }

  /** Moves to where that many points are left on the page. */
  toFoot(height: number): void {
    this.need(height)
    this.y = Math.max(this.y, this.bottom - height)
  }

  /** Puts what is drawn until `end` under a tag of its own; what is repeated on top of a page has none. */
  begin(tag: string): void {
    if (this.#repeating) return
    const element = this.doc.struct(tag)
    const parent = this.#tags.at(-1)
    if (parent) parent.add(element)
    else this.doc.addStructure(element)
    this.#tags.push(element)
  }

  end(): void {
    if (!this.#repeating) this.#tags.pop()?.end()
  }

  /**
   * Sets columns beside each other, their first lines on one baseline, and moves below the longest. What fits a
   * page stays together; what is longer goes on over as many pages as it takes.
   */
  flow(columns: readonly Column[]): void {
    const dropOf = dropIn(columns)
    const height = rowHeight(columns)
    if (height <= this.bottom - this.#top + ROUNDING) this.need(height)
    const stacks = columns.map((column): Stack => {
      return { column, lines: column.lines, done: 0, y: this.y + dropOf(column), contents: [] }
    })
    this.#set(stacks)
    while (stacks.some(({ lines, done }) => done < lines.length)) {
      this.turn()
      for (const stack of stacks) stack.y = this.y
      this.#set(stacks)
    }
    if (!this.#repeating) for (const stack of stacks) this.#tag(stack)
  }

  #set(stacks: readonly Stack[]): void {
    for (const stack of stacks) this.#place(stack)
    this.y = Math.max(this.y, ...stacks.map(({ y }) => y))
  }

  /** Sets as many lines of a column as the page holds, one at least. */
  #place(stack: Stack): void {
    const { column, lines } = stack
    if (stack.done === lines.length) return
    if (this.#repeating) this.doc.markContent('Artifact', { type: 'Pagination' })
    else stack.contents.push(this.doc.markStructureContent(column.tag ?? 'P'))
    for (let line = lines[stack.done]; line && this.#fits(line, stack); line = lines[stack.done]) {
      this.ink.line(line, this.#left(column, line.width), stack.y + line.style.size * ASCENT)
      stack.y += leadingOf(line.style)
      stack.done += 1
    }
    this.doc.endMarkedContent()
  }

  #fits = ({ style }: Line, { y }: Stack) => y + leadingOf(style) <= this.bottom + ROUNDING || y <= this.#top

  #tag({ column: { tag = 'P', scope }, contents }: Stack): void {
    if (contents.length === 0 && tag === 'P') return
    this.#tags.at(-1)?.add(this.doc.struct(tag, scope ? { scope } : {}, contents))
  }

  /** Draws a picture of what `alt` names. */
  figure(alt: string, draw: () => void): void {
    const content = this.doc.markStructureContent('Figure')
    draw()
    this.doc.endMarkedContent()
    this.#tags.at(-1)?.add(this.doc.struct('Figure', { alt }, [content]))
  }

  /** Writes at the foot of a page that was turned before. */
  foot(page: number, line: Line): void {
    this.doc.switchToPage(page)
    this.ink.dry()
    this.doc.markContent('Artifact', { type: 'Pagination' })
    this.ink.line(line, MARGINS.side + (this.width - line.width) / 2, this.doc.page.height - FOOTLINE)
    this.doc.endMarkedContent()
  }

  #left({ x, width, align = 'start', inset = 0 }: Column, lineWidth: number): number {
    const left = this.physical(x, width)
    if (align === 'figures') return left + width - lineWidth - inset
    return (align === 'end') === (this.direction === 'ltr') ? left + width - lineWidth : left
  }

  /** The left edge of a box whose `x` counts from the side where reading starts. */
  physical(x: number, width: number): number {
    return MARGINS.side + (this.direction === 'ltr' ? x : this.width - x - width)
  }

  /** Draws a line across, `y` being its upper edge. */
  rule(color: string, thickness: number, x = 0, width = this.width): void {
    this.#behind(color, this.physical(x, width), this.y, width, thickness)
  }

  /** Puts a ground behind what is drawn next, that many points high and a little wider. */
  ground(color: string, height: number): void {
    this.#behind(color, MARGINS.side - BLEED, this.y, this.width + 2 * BLEED, height)
  }

  /** Draws a bar along the top of the page. */
  bar(color: string): void {
    this.#behind(color, 0, 0, this.doc.page.width, BAR)
  }

  #behind(color: string, left: number, top: number, width: number, height: number): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    this.ink.fill(color)
    this.doc.rect(left, top, width, height).fill()
    this.doc.endMarkedContent()
  }
}

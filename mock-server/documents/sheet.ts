import { ASCENT, dropIn, indentOf, leadingOf, rowHeight, type Column } from './column.ts'
import { Ink } from './ink.ts'
import type { Direction } from './locale.ts'
import { kindOf, Tags, type Kind, type Stack } from './tags.ts'
import type { Line } from './text.ts'

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
  readonly #tags: Tags
  /** Where the page begins, below what stands on top of it. */
  #top = MARGINS.top
  /** Whether what is drawn stood on a page before already. */
  #repeating = false

  constructor(doc: PDFKit.PDFDocument, direction: Direction) {
    this.doc = doc
    this.ink = new Ink(doc)
    this.#tags = new Tags(doc)
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
    if (!this.#repeating) this.#tags.begin(tag)
  }

  end(): void {
    if (!this.#repeating) this.#tags.end()
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
      return { column, lines: column.lines, done: 0, y: this.y + dropOf(column), parts: [] }
    })
    this.#set(stacks)
    while (stacks.some(({ lines, done }) => done < lines.length)) {
      this.turn()
      for (const stack of stacks) stack.y = this.y
      this.#set(stacks)
    }
    if (!this.#repeating) for (const { column, parts } of stacks) this.#tags.column(column, parts)
  }

  #set(stacks: readonly Stack[]): void {
    for (const stack of stacks) this.#place(stack)
    this.y = Math.max(this.y, ...stacks.map(({ y }) => y))
  }

  /** Sets as many lines of a column as the page holds, one at least. */
  #place(stack: Stack): void {
    const { column, lines } = stack
    if (stack.done === lines.length) return
    let open: Kind | null = null
    for (let line = lines[stack.done]; line && this.#fits(line, stack); line = lines[stack.done]) {
      const kind = kindOf(column, line, stack.done)
      if (kind !== open || kind === 'link') this.#mark(stack, kind, open !== null)
      open = kind
      this.#draw(line, stack)
      stack.y += leadingOf(line.style)
      stack.done += 1
    }
    this.doc.endMarkedContent()
  }

  #mark({ column, parts }: Stack, kind: Kind, marked: boolean): void {
    if (marked && this.#repeating) return
    if (marked) this.doc.endMarkedContent()
    if (this.#repeating) this.doc.markContent('Artifact', { type: 'Pagination' })
    else parts.push({ kind, content: this.#tags.mark(column, kind) })
  }

  /** Draws a line and a space behind it, unless its last word goes on in the next: nobody sees it, but it is read. */
  #draw(line: Line, { column, lines, done, y, parts }: Stack): void {
    const left = this.physical(column.x, column.width) + indentOf(column, line, this.direction)
    const baseline = y + line.style.size * ASCENT
    this.ink.line(line, left, baseline)
    if (done + 1 < lines.length && !line.goesOn)
      this.ink.space(line, this.direction === 'ltr' ? left + line.width : left, baseline)
    const part = parts.at(-1)
    if (part && part.kind === 'link') part.content = this.ink.link(line, left, baseline, part.content)
  }

  #fits = ({ style }: Line, { y }: Stack) => y + leadingOf(style) <= this.bottom + ROUNDING || y <= this.#top

  /** Draws a picture of what `alt` names. */
  figure(alt: string, draw: () => void): void {
    const content = this.doc.markStructureContent('Figure')
    draw()
    this.doc.endMarkedContent()
    this.#tags.figure(alt, content)
  }

  /** Writes at the foot of a page that was turned before. */
  foot(page: number, line: Line): void {
    this.doc.switchToPage(page)
    this.ink.dry()
    this.doc.markContent('Artifact', { type: 'Pagination' })
    this.ink.line(line, MARGINS.side + (this.width - line.width) / 2, this.doc.page.height - FOOTLINE)
    this.doc.endMarkedContent()
  }

  /** The left edge of a box whose `x` counts from the side where reading starts. */
  physical(x: number, width: number): number {
    return MARGINS.side + (this.direction === 'ltr' ? x : this.width - x - width)
  }

  /** Draws a line across, `y` being its upper edge. */
  rule(color: string, thickness: number, x = 0, width = this.width): void {
    this.ink.ground(color, { left: this.physical(x, width), top: this.y, width, height: thickness })
  }

  /** Puts a ground behind what is drawn next, that many points high and a little wider. */
  ground(color: string, height: number): void {
    const width = this.width + 2 * BLEED
    this.ink.ground(color, { left: MARGINS.side - BLEED, top: this.y, width, height })
  }

  /** Draws a bar along the top of the page. */
  bar(color: string): void {
    this.ink.ground(color, { left: 0, top: 0, width: this.doc.page.width, height: BAR })
  }
}

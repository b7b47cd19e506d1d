import type { Column } from './column.ts'
import type { Line } from './text.ts'

/** What lines of a column are: its label, a link, or the rest. */
export type Kind = 'label' | 'link' | 'body'

/** Marked content of one kind; that of a link is an element already. */
export interface Part {
  kind: Kind
  content: PDFKit.PDFStructureContent | PDFKit.PDFStructureElement
}

/** A column on its way down the pages. */
export interface Stack {
  column: Column
  lines: readonly Line[]
  /** Lines set so far. */
  done: number
  y: number
  parts: Part[]
}

/** What the line at that place of a column is. */
export const kindOf = ({ label = 0 }: Column, { style }: Line, place: number): Kind =>
  place < label ? 'label' : style.link ? 'link' : 'body'

/** The structure of a document: how it is read to those who do not see it. */
export class Tags {
  readonly #doc: PDFKit.PDFDocument
  readonly #open: PDFKit.PDFStructureElement[] = []

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Puts what comes until `end` under an element of its own. */
  begin(tag: string): void {
    const element = this.#doc.struct(tag)
    const parent = this.#open.at(-1)
    if (parent) parent.add(element)
    else this.#doc.addStructure(element)
    this.#open.push(element)
  }

  end(): void {
    this.#open.pop()?.end()
  }

  /** Marks what is drawn next as content of a column. */
  mark({ tag = 'P', label }: Column, kind: Kind): PDFKit.PDFStructureContent {
    const body = label === undefined ? tag : 'LBody'
    return this.#doc.markStructureContent({ label: 'Lbl', link: 'Link', body }[kind])
  }

  /** Adds a column: an item of a list, its label told from its value, where it has one. */
  column({ tag = 'P', scope, label }: Column, parts: readonly Part[]): void {
    if (parts.length === 0 && tag === 'P') return
    const all = parts.map(({ content }) => content)
    if (label === undefined) return this.#add(tag, scope ? { scope } : {}, all)
    const ofKind = (wanted: boolean) =>
      parts.filter(({ kind }) => (kind === 'label') === wanted).map(({ content }) => content)
    const item = [this.#doc.struct('Lbl', {}, ofKind(true)), this.#doc.struct('LBody', {}, ofKind(false))]
    this.#add('LI', {}, item)
  }

  figure(alt: string, content: PDFKit.PDFStructureContent): void {
    this.#add('Figure', { alt }, [content])
  }

  #add(tag: string, options: PDFKit.Mixins.StructureElementOptions, children: Part['content'][]): void {
    this.#open.at(-1)?.add(this.#doc.struct(tag, options, children))
  }
}

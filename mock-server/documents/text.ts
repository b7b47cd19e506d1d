import { createRequire } from 'node:module'
import { coverage } from './coverage.ts'
import type { Typeface } from './fonts.ts'
import { printable } from './printable.ts'
import { rememberedByText } from './remembered.ts'
import { embed, runsOf, type Run, type Runnable } from './runs.ts'
import { scriptsOf } from './scripts.ts'

export interface TextStyle extends Typeface {
  /** Points. */
  size: number
  /** `#rrggbb`. */
  color: string
  /** Height of a line, in parts of the size; the usual one unless said otherwise. */
  leading?: number
  /** The colour of what each line stands on. */
  ground?: string
  /** Where a click on a line leads. */
  link?: string
}

/** A line set in type, its runs as they are read: so a reader of the PDF finds them. */
export interface Line {
  runs: readonly Run[]
  /** Points. */
  width: number
  style: TextStyle
  /** Whether its last word goes on in the next line. */
  goesOn?: boolean
  /** A box to tick in place of words, as wide as the line. */
  box?: boolean
}

const require = createRequire(import.meta.url)

/** A text up to where its writer began a new line, and what is known of it in one typeface, whatever its size. */
interface Known extends Runnable {
  /** All of it on one line, but for the white space at its end. */
  whole: readonly Run[]
}

interface Paragraph extends Runnable {
  style: TextStyle
}

/** Sets text on one line, however long. */
export function setLine(text: string, style: TextStyle): Line {
  const [first, ...more] = paragraphsOf(text, style)
  const only = first && more.length === 0 ? first : knownOf(printable(text).replaceAll('\n', ' '), style)
  return wholeLine(only, style)
}

/** Sets text in lines of at most `width` points; long words are broken, nothing is cut. */
export const setText = (text: string, style: TextStyle, width: number): Line[] =>
  paragraphsOf(text, style).flatMap((paragraph) => setParagraph(paragraph, style, width))

/** Of all remembered texts together: each is set several times in a document, and many are in others too. */
const REMEMBERED_CHARACTERS = 200_000
const remembered = rememberedByText<readonly Known[]>(REMEMBERED_CHARACTERS)

const paragraphsOf = (text: string, style: TextStyle): readonly Known[] =>
  remembered(`${style.family} ${style.weight} ${style.han} ${text}`, () =>
    printable(text)
      .split('\n')
      .map((part) => knownOf(part, style)),
  )

function knownOf(text: string, typeface: Typeface): Known {
  const known = { text, faces: coverage(text, typeface), scripts: scriptsOf(text), embedding: embed(text) }
  return { ...known, whole: runsOf(known, 0, withoutSpace(text, 0, text.length)) }
}

const wholeLine = ({ whole }: Known, style: TextStyle): Line => ({
  runs: whole,
  style,
  width: widthOf(whole, style),
})

function setParagraph(known: Known, style: TextStyle, width: number): Line[] {
  const whole = wholeLine(known, style)
  if (whole.width <= width) return [whole]
  const paragraph = { ...known, style }
  const lines: Line[] = []
  let start = 0
  for (const end of lineEnds(paragraph, width)) {
    lines.push(lineOf(paragraph, start, end))
    start = end
  }
  return lines
}

/** What lines are filled with: a word, or a character of a word that is longer than a line. */
interface Piece {
  end: number
  width: number
  /** Width of the white space behind it, which counts where more follows on the line. */
  space: number
  /** Whether it must stand at the beginning of a line. */
  begins: boolean
}

/** Where the lines end. Each piece is measured once, by itself: the work grows with the text and no faster. */
function* lineEnds(paragraph: Paragraph, width: number): Generator<number> {
  let start = 0
  let end = 0
  let filled = 0
  for (const piece of piecesOf(paragraph, width)) {
    if (end > start && (piece.begins || filled + piece.width > width)) {
      yield end
      start = end
      filled = 0
    }
    filled += piece.width + piece.space
    end = piece.end
  }
  if (end > start) yield end
}

/** A word that is longer than a line begins one and is broken between characters. */
function* piecesOf(paragraph: Paragraph, width: number): Generator<Piece> {
  let start = 0
  for (const wordEnd of wordEnds(paragraph.text)) {
    const word = pieceOf(paragraph, start, wordEnd)
    if (word.width <= width) yield word
    else yield* charactersOf(paragraph, start, wordEnd)
    start = wordEnd
  }
}

function* charactersOf(paragraph: Paragraph, from: number, to: number): Generator<Piece> {
  let start = from
  for (const end of characterEnds(paragraph.text, from, to)) {
    yield { ...pieceOf(paragraph, start, end), begins: start === from }
    start = end
  }
}

function pieceOf(paragraph: Paragraph, start: number, end: number): Piece {
  const last = withoutSpace(paragraph.text, start, end)
  const width = widthOf(runsOf(paragraph, start, last), paragraph.style)
  const space = last === end ? 0 : widthOf(runsOf(paragraph, last, end), paragraph.style)
  return { end, width, space, begins: false }
}

// Read at the first text that does not fit its line: its tables take a while to unpack.
const lineBreaker = (text: string): InstanceType<typeof import('linebreak').default> =>
  new (require('linebreak'))(text)

/** Where a line may end (Unicode Line Breaking Algorithm). */
function* wordEnds(text: string): Generator<number> {
  const breaker = lineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) yield found.position
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters are looked for in so many UTF-16 units at once: in long texts Intl takes ever longer for each. */
const LOOKED_THROUGH = 500

function* characterEnds(text: string, from: number, to: number): Generator<number> {
  for (let start = from; start < to;) {
    const stretch = text.slice(start, Math.min(to, start + LOOKED_THROUGH))
    const ends = Array.from(
      graphemes.segment(stretch),
      ({ index, segment }) => start + index + segment.length,
    )
    // What stands at the end of a stretch may go on in the next.
    const sure = ends.length > 1 && start + stretch.length < to ? ends.slice(0, -1) : ends
    yield* sure
    start = sure.at(-1) ?? to
  }
}

function lineOf(paragraph: Paragraph, start: number, end: number): Line {
  const { text, style } = paragraph
  const last = withoutSpace(text, start, end)
  const runs = runsOf(paragraph, start, last)
  return { runs, style, width: widthOf(runs, style), goesOn: last === end && end < text.length }
}

const widthOf = (runs: readonly Run[], { size }: TextStyle): number =>
  runs.reduce((sum, { width }) => sum + width, 0) * size

/** The end of what is written between two places, the white space at its end left out. */
function withoutSpace(text: string, start: number, end: number): number {
  let last = end
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1
  return last
}

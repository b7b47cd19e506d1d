import LineBreaker from 'linebreak'
import { facesOf, type Faces } from './coverage.ts'
import type { FontFamily, Weight } from './fonts.ts'
import { printable } from './printable.ts'
import { embed, runsOf, type Direction, type Embedding, type Run } from './runs.ts'

export interface TextStyle {
  family: FontFamily
  weight: Weight
  /** Points. */
  size: number
  /** `#rrggbb`. */
  color: string
  /** Whether a frame is drawn around each line. */
  framed?: boolean
  /** Where a click on a line leads. */
  link?: string
}

/** A line set in type, its runs from left to right. */
export interface Line {
  runs: readonly Run[]
  /** Points. */
  width: number
  style: TextStyle
}

interface Paragraph {
  text: string
  style: TextStyle
  faces: Faces
  embedding: Embedding | null
}

/** Sets text on one line, however long. */
export function setLine(text: string, style: TextStyle, direction: Direction = 'ltr'): Line {
  const paragraph = paragraphOf(printable(text).replaceAll('\n', ' '), style, direction)
  return lineOf(paragraph, 0, paragraph.text.length)
}

/** Sets text in lines of at most `width` points; long words are broken, nothing is cut. */
export function setText(text: string, style: TextStyle, width: number, direction: Direction = 'ltr'): Line[] {
  return printable(text)
    .split('\n')
    .flatMap((part) => setParagraph(paragraphOf(part, style, direction), width))
}

const paragraphOf = (text: string, style: TextStyle, direction: Direction): Paragraph => ({
  text,
  style,
  faces: facesOf(text, style.family, style.weight),
  embedding: embed(text, direction),
})

function setParagraph(paragraph: Paragraph, width: number): Line[] {
  const whole = lineOf(paragraph, 0, paragraph.text.length)
  if (whole.width <= width) return [whole]
  const lines: Line[] = []
  let start = 0
  for (const end of lineEnds(paragraph, width)) {
    lines.push(lineOf(paragraph, start, end))
    start = end
  }
  return lines
}

/** Where the lines end: each takes as many pieces as it holds, a piece being what must not be divided. */
function* lineEnds(paragraph: Paragraph, width: number): Generator<number> {
  let start = 0
  let end = 0
  for (const next of pieceEnds(paragraph, width)) {
    if (end > start && lineOf(paragraph, start, next).width > width) {
      yield end
      start = end
    }
    end = next
  }
  if (end > start) yield end
}

function* pieceEnds(paragraph: Paragraph, width: number): Generator<number> {
  const breaker = new LineBreaker(paragraph.text)
  let start = 0
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    const fits = lineOf(paragraph, start, found.position).width <= width
    if (!fits) yield* characterEnds(paragraph.text, start, found.position)
    yield found.position
    start = found.position
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function* characterEnds(text: string, start: number, end: number): Generator<number> {
  for (const { index } of graphemes.segment(text.slice(start, end))) if (index > 0) yield start + index
}

function lineOf({ text, style, faces, embedding }: Paragraph, start: number, end: number): Line {
  let last = end
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1
  const runs = runsOf(text, faces, embedding, start, last)
  return { runs, style, width: runs.reduce((sum, run) => sum + run.width, 0) * style.size }
}

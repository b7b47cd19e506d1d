import { createRequire } from 'node:module'
import { coverage, type Faces } from './coverage.ts'
import type { FontFamily, Weight } from './fonts.ts'
import { printable } from './printable.ts'
import { embed, runsOf, type Embedding, type Run } from './runs.ts'

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

/** A line set in type, its runs as they are read: so a reader of the PDF finds them. */
export interface Line {
  runs: readonly Run[]
  /** Points. */
  width: number
  style: TextStyle
}

const require = createRequire(import.meta.url)

interface Paragraph {
  text: string
  style: TextStyle
  faces: Faces
  embedding: Embedding | null
}

/** Sets text on one line, however long. */
export function setLine(text: string, style: TextStyle): Line {
  const paragraph = paragraphOf(printable(text).replaceAll('\n', ' '), style)
  return lineOf(paragraph, 0, paragraph.text.length)
}

/** Sets text in lines of at most `width` points; long words are broken, nothing is cut. */
export function setText(text: string, style: TextStyle, width: number): Line[] {
  return printable(text)
    .split('\n')
    .flatMap((part) => setParagraph(paragraphOf(part, style), width))
}

const paragraphOf = (text: string, style: TextStyle): Paragraph => ({
  text,
  style,
  faces: coverage(text, style.family, style.weight),
  embedding: embed(text),
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

/** Where the lines end. A word that is longer than a line begins one and is broken between characters. */
function* lineEnds(paragraph: Paragraph, width: number): Generator<number> {
  const tooWide = (from: number, to: number) => lineOf(paragraph, from, to).width > width
  let start = 0
  let end = 0
  for (const wordEnd of wordEnds(paragraph.text)) {
    if (end > start && tooWide(start, wordEnd)) {
      yield end
      start = end
    }
    if (tooWide(start, wordEnd)) {
      for (const characterEnd of characterEnds(paragraph.text, start, wordEnd)) {
        if (end > start && tooWide(start, characterEnd)) {
          yield end
          start = end
        }
        end = characterEnd
      }
    }
    end = wordEnd
  }
  if (end > start) yield end
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

function* characterEnds(text: string, start: number, end: number): Generator<number> {
  for (const { index, segment } of graphemes.segment(text.slice(start, end)))
    yield start + index + segment.length
}

function lineOf({ text, style, faces, embedding }: Paragraph, start: number, end: number): Line {
  let last = end
  while (last > start && /\s/.test(text[last - 1] ?? '')) last -= 1
  const runs = runsOf(text, faces, embedding, start, last)
  return { runs, style, width: runs.reduce((sum, run) => sum + run.width, 0) * style.size }
}

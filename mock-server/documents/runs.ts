import { bidi } from './bidi.ts'
import type { Faces } from './coverage.ts'
import type { Face } from './face.ts'
import type { Scripts } from './scripts.ts'

/** A piece of a line that one font draws in one direction; its text is in logical order. */
export interface Run {
  text: string
  /** Null when no font at hand has the character: then the text is that one character. */
  face: Face | null
  rtl: boolean
  /** Ems. */
  width: number
  /** Ems from the left end of the line. */
  x: number
}

/**
 * What stands behind a label. Where letters beside it are read from the right it is isolated, or the parts of a number
 * would change places.
 */
export const besideLabel = (label: string, text: string): string =>
  RIGHT_TO_LEFT_CHARACTERS.test(label + text) ? `\u2068${text}\u2069` : text

/** How deep each UTF-16 unit of a paragraph is embedded; what is odd is read from right to left. */
export type Embedding = Uint8Array

/** Width of the box that stands for a character without a font, in ems. */
const BOX_WIDTH = 1.3

const RIGHT_TO_LEFT_CHARACTERS =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The levels of a longer text are found piece by piece: for the whole it would take ever longer. */
const LOOKED_THROUGH = 4000

/**
 * The levels of a paragraph (Unicode Bidirectional Algorithm), its direction that of its first letter; null when all
 * of it runs from left to right.
 */
export function embed(text: string): Embedding | null {
  if (!RIGHT_TO_LEFT_CHARACTERS.test(text)) return null
  const levels = new Uint8Array(text.length)
  let direction: 'auto' | 'ltr' | 'rtl' = 'auto'
  for (let start = 0; start < text.length; start += LOOKED_THROUGH) {
    const found = bidi().getEmbeddingLevels(text.slice(start, start + LOOKED_THROUGH), direction)
    direction = found.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
    levels.set(found.levels, start)
  }
  return levels
}

/** Text, and what is known of each of its UTF-16 units. */
export interface Runnable {
  text: string
  faces: Faces
  scripts: Scripts | null
  embedding: Embedding | null
}

/** The runs of the line from `start` to `end` of a paragraph, in the order in which they are read. */
export function runsOf({ text, faces, scripts, embedding }: Runnable, start: number, end: number): Run[] {
  const runs: Run[] = []
  const levels: number[] = []
  const level = (index: number) => embedding?.[index] ?? 0
  const goesOn = (to: number, from: number) =>
    level(to) === level(from) && faces[to] === faces[from] && scripts?.[to] === scripts?.[from]
  for (let from = start, to = start; from < end; from = to) {
    while (to < end && goesOn(to, from)) to += 1
    for (const run of pieces(text.slice(from, to), faces[from] ?? null, level(from) % 2 === 1)) {
      runs.push(run)
      levels.push(level(from))
    }
  }
  place(runs, levels)
  return runs
}

function pieces(logical: string, face: Face | null, rtl: boolean): Run[] {
  const text = drawn(logical)
  if (face) return text === '' ? [] : [{ text, face, rtl, width: face.width(text, rtl), x: 0 }]
  const characters = [...text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, '')]
  return characters.map((character) => ({ text: character, face, rtl, width: BOX_WIDTH, x: 0 }))
}

/** Gives each run its place on paper (rule L2 of the algorithm: turn what is deeper embedded, level by level). */
function place(runs: readonly Run[], levels: readonly number[]): void {
  const order = runs.map((_, index) => index)
  const deepest = levels.reduce((most, level) => Math.max(most, level), 0)
  for (let level = deepest; level > 0; level -= 1) {
    for (let from = 0, to = 0; from < order.length; from = to + 1) {
      for (to = from; to < order.length && (levels[order[to] ?? 0] ?? 0) >= level;) to += 1
      turn(order, from, to)
    }
  }
  let x = 0
  for (const index of order) {
    const run = runs[index]
    if (!run) continue
    run.x = x
    x += run.width
  }
}

function turn(order: number[], from: number, to: number): void {
  const turned = order.slice(from, to).toReversed()
  for (const [step, index] of turned.entries()) order[from + step] = index
}

// All but the joiners, which Arabic letters heed; no-break spaces have done their work once lines are broken, and
// as plain spaces the text can be searched.
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const ASCII = /^[ -~]*$/

const drawn = (text: string) =>
  ASCII.test(text) ? text : text.replaceAll(INVISIBLE, '').replaceAll(SPACES, ' ')

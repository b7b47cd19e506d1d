import type { Direction } from './locale.ts'
import type { Line, TextStyle } from './text.ts'

/** A stack of lines beside others. `x` counts from the side where reading starts. */
export interface Column {
  x: number
  width: number
  lines: readonly Line[]
  /** Where lines stand in the column; `figures` at the right, whatever the direction of reading. */
  align?: 'start' | 'end' | 'figures'
  /** Points between figures and the right edge, so that decimals of different rows stand below each other. */
  inset?: number
  /** Points left free above the first line. */
  drop?: number
  /** How many of the lines name what the others say: these are an item of a list then, label and value. */
  label?: number
  /** What the column is, for those who have the document read aloud; a paragraph unless said otherwise. */
  tag?: 'P' | 'H1' | 'TH' | 'TD'
  /** What a TH is the head of. */
  scope?: 'Column' | 'Row'
}

const LEADING = 1.42
/** From the top of a line to its baseline, in parts of its size. */
export const ASCENT = 1.02

/** Height of a line. */
export const leadingOf = ({ size, leading }: TextStyle) => size * (leading ?? LEADING)
/** Height of lines below each other. */
export const heightOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { style }) => sum + leadingOf(style), 0)

/** Points above the first line of each column, so that first lines stand on one baseline. */
export function dropIn(columns: readonly Column[]): (column: Column) => number {
  const first = Math.max(0, ...columns.map(({ lines }) => lines[0]?.style.size ?? 0))
  return ({ lines, drop }) => drop ?? (first - (lines[0]?.style.size ?? first)) * ASCENT
}

/** Height of columns beside each other. */
export function rowHeight(columns: readonly Column[]): number {
  const dropOf = dropIn(columns)
  return Math.max(0, ...columns.map((column) => dropOf(column) + heightOf(column.lines)))
}

/** How far from the left edge of its column a line begins. */
export function indentOf(
  { width, align = 'start', inset = 0 }: Column,
  line: Line,
  direction: Direction,
): number {
  if (align === 'figures') return width - line.width - inset
  return (align === 'end') === (direction === 'ltr') ? width - line.width : 0
}

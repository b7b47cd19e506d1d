import type { Content } from '../content.ts'
import { leadingOf, type Column, type Sheet } from '../sheet.ts'
import { setText, type Line, type TextStyle } from '../text.ts'
import type { Theme } from '../theme.ts'

/** What each part of a document is drawn with. */
export interface Desk {
  sheet: Sheet
  theme: Theme
  content: Content
}

/** Points between columns. */
export const GAP = 18

/** Sets text in lines; no text, no line. */
export const set = (text: string, style: TextStyle, width: number): Line[] =>
  text === '' ? [] : setText(text, style, width)

/** Leaves that many lines of body text empty. */
export function skip({ sheet, theme }: Desk, lines: number): void {
  sheet.y += leadingOf(theme.body) * lines
}

/** Draws a row of a table. */
export function drawRow({ sheet }: Desk, cells: readonly Column[]): void {
  sheet.begin('TR')
  sheet.flow(cells)
  sheet.end()
}

/** As many columns of one width as there are things to put beside each other. */
export function evenColumns(width: number, count: number): { x: number; width: number }[] {
  const each = (width - GAP * (count - 1)) / Math.max(count, 1)
  return Array.from({ length: count }, (_, place) => ({ x: place * (each + GAP), width: each }))
}

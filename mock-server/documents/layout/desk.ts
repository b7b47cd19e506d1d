import type { Content } from '../content.ts'
import { leadingOf, type Column } from '../column.ts'
import type { Sheet } from '../sheet.ts'
import { setLine, setText, type Line, type TextStyle } from '../text.ts'
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

const LEAST_WHOLE = 0.7

/** The same, where one word (an email address, say) is set smaller before it is broken. */
export function setWhole(text: string, style: TextStyle, width: number): Line[] {
  const whole = /\s/.test(text) ? 0 : setLine(text, style).width
  return set(
    text,
    whole > width ? { ...style, size: style.size * Math.max(LEAST_WHOLE, width / whole - 0.005) } : style,
    width,
  )
}

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

/** A stretch of the sheet's width. */
export interface Span {
  x: number
  width: number
}

/** As many columns of one width as there are things to put beside each other. */
export function evenColumns(width: number, count: number): Span[] {
  const each = (width - GAP * (count - 1)) / Math.max(count, 1)
  return Array.from({ length: count }, (_, place) => ({ x: place * (each + GAP), width: each }))
}

/**
 * Columns for things of these widths: of one width where all fit, else each as wide as it is with an equal share of what
 * is left; where not even that fits, the wide ones share what the narrow ones leave.
 */
export function columnsByNeed(width: number, needs: readonly number[], places: number): Span[] {
  const even = evenColumns(width, Math.max(places, needs.length))
  if (needs.every((need) => need <= (even[0]?.width ?? 0))) return even
  const room = width - GAP * (needs.length - 1)
  const most = fairShare(needs, room)
  const given = needs.map((need) => Math.min(need, most))
  const over = room - given.reduce((sum, each) => sum + each, 0)
  const widths = given.map((each) => each + over / needs.length)
  return widths.map((each, place) => {
    const x = widths.slice(0, place).reduce((sum, before) => sum + before + GAP, 0)
    return { x, width: each }
  })
}

/** The most that each may have so that all have room. */
function fairShare(needs: readonly number[], room: number): number {
  let left = room
  for (const [place, need] of needs.toSorted((a, b) => a - b).entries()) {
    const share = left / (needs.length - place)
    if (need > share) return share
    left -= need
  }
  return Number.POSITIVE_INFINITY
}

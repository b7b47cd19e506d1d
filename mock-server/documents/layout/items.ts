import type { Item } from '../content.ts'
import { labelled } from '../labels.ts'
import { leadingOf, rowHeight, type Column } from '../column.ts'
import { tickBox } from '../ink.ts'
import { drawRow, set, skip, type Desk } from './desk.ts'
import { tailWidth } from './figures.ts'
import type { Grid, Place } from './grid.ts'

type Row = readonly Column[]

/** Rows that stay with the sums: a total alone on a page says nothing. */
const KEPT = 2
const HEAD_RULE = 1.5
const HEAD_GAP = 0.15
const BELOW = 0.4

/**
 * The table of what was sold; its head stands on every page that it reaches. Its last rows stay with what follows:
 * with all of it, or with as much as a page holds.
 * @param follows heights, the largest first
 */
export function drawItems(desk: Desk, grid: Grid, follows: readonly number[]): void {
  const { sheet, content, theme } = desk
  const rows = content.items.map((item) => rowOf(desk, grid, item))
  const head = headOf(desk, grid)
  const below = BELOW * leadingOf(theme.body)
  const kept = rows.slice(-KEPT).reduce((sum, row) => sum + heightWithRule(desk, row), below)
  const wanted = follows.map((height) => kept + height)
  if (rows.length <= KEPT) keep(desk, head, wanted, headHeight(desk, head))
  sheet.need(headHeight(desk, head) + rowHeight(rows[0] ?? []) + theme.body.size)
  const pageHead = sheet.head
  sheet.head = () => {
    pageHead()
    drawHead(desk, head)
  }
  sheet.begin('Table')
  sheet.begin('THead')
  drawHead(desk, head)
  sheet.end()
  sheet.begin('TBody')
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place === rows.length - KEPT) keep(desk, head, wanted)
    drawItem(desk, row)
  }
  sheet.end()
  sheet.end()
  sheet.head = pageHead
  skip(desk, BELOW)
}

/** Turns the page for the most of what is wanted together that a page holds. */
function keep(desk: Desk, head: Row, wanted: readonly number[], now = 0): void {
  const room = desk.sheet.room - headHeight(desk, head)
  const most = wanted.find((height) => height <= room)
  if (most !== undefined) desk.sheet.need(most + now)
}

const heightWithRule = ({ theme }: Desk, row: Row) =>
  rowHeight(row) + 2 * theme.design.padding * leadingOf(theme.body)

const headHeight = ({ theme }: Desk, head: Row) =>
  rowHeight(head) + (2 * HEAD_GAP + theme.design.padding) * leadingOf(theme.body) + HEAD_RULE

function headOf({ theme, content }: Desk, { tick, places, titleWidth }: Grid): Row {
  const cell = (x: number, width: number, label: string, align: 'start' | 'figures'): Column => {
    return { x, width, align, lines: set(label, theme.label, width), tag: 'TH', scope: 'Column' }
  }
  return [
    ...(tick > 0 ? [cell(0, tick, '', 'start')] : []),
    cell(tick, titleWidth, content.labels('item'), 'start'),
    ...places.map(({ x, width, label, figures }) => cell(x, width, label, figures ? 'figures' : 'start')),
  ]
}

function drawHead(desk: Desk, head: Row): void {
  const { sheet, theme } = desk
  const { tinted, padding } = theme.design
  if (tinted) sheet.ground(theme.tint, rowHeight(head) + 2 * HEAD_GAP * leadingOf(theme.body))
  skip(desk, HEAD_GAP)
  drawRow(desk, head)
  skip(desk, HEAD_GAP)
  if (!tinted) sheet.rule(theme.accent, HEAD_RULE)
  sheet.y += HEAD_RULE
  skip(desk, padding)
}

function drawItem(desk: Desk, row: Row): void {
  const { padding, ruled } = desk.theme.design
  drawRow(desk, row)
  skip(desk, padding)
  if (ruled) desk.sheet.rule(desk.theme.hairline, 0.5)
  skip(desk, padding)
}

function rowOf(desk: Desk, { tick, places, titleWidth }: Grid, item: Item): Row {
  const { theme, content } = desk
  const hasSku = places.some(({ field }) => field === 'sku')
  const details = [
    item.variant,
    hasSku || item.sku === '' ? '' : labelled(content.locale, content.labels('sku'), item.sku),
  ]
  const title = [
    ...set(item.title, theme.body, titleWidth),
    ...details.flatMap((text) => set(text, theme.quiet, titleWidth)),
  ]
  const cells = places.map((place) => cellOf(desk, place, item[place.field]))
  return [...tickCell(desk, tick), { x: tick, width: titleWidth, lines: title, tag: 'TD' }, ...cells]
}

/** A box to tick in front of what is packed. */
const tickCell = ({ theme }: Desk, width: number): Row =>
  width > 0 ? [{ x: 0, width, lines: [tickBox(theme.body)], tag: 'TD' }] : []

function cellOf(desk: Desk, place: Place, text: string): Column {
  const { x, width, style, figures } = place
  const lines = set(text, style, width)
  if (!figures) return { x, width, lines, tag: 'TD' }
  const free = lines.length === 1 ? place.tail - tailWidth(desk, text, style) : 0
  const inset = Math.min(free, width - (lines[0]?.width ?? 0))
  return { x, width, lines, tag: 'TD', align: 'figures', inset }
}

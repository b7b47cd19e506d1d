import { heightOf, type Column } from '../sheet.ts'
import { setLine, type TextStyle } from '../text.ts'
import type { Sum } from '../sums.ts'
import { extentOf, tailWidth, type Extent } from './figures.ts'
import { drawRow, GAP, set, skip, type Desk } from './desk.ts'

const LEAST_WIDTH = 0.44
const MOST_VALUE = 0.66

/** Subtotal to amount due, below the amounts of the table and never torn apart from each other. */
export function drawSums(desk: Desk): void {
  const { sheet, theme, content } = desk
  if (content.sums.length === 0) return
  const block = blockOf(desk)
  skip(desk, 0.4)
  const rows = content.sums.map((sum) => ({ sum, columns: columnsOf(desk, block, sum) }))
  const height = rows.reduce(
    (total, { columns }) => total + Math.max(...columns.map(({ lines }) => heightOf(lines))),
    0,
  )
  sheet.need(height + theme.body.size * 3)
  sheet.begin('Table')
  for (const { sum, columns } of rows) {
    if (sum.weight === 'total') drawRule(desk, block)
    drawRow(desk, columns)
  }
  sheet.end()
  skip(desk, 1)
}

function drawRule(desk: Desk, { x, width }: Block): void {
  skip(desk, 0.3)
  desk.sheet.rule(desk.theme.accent, 1.5, x, width)
  skip(desk, 0.35)
}

interface Block {
  x: number
  width: number
  value: number
  tail: number
}

function blockOf(desk: Desk): Block {
  const { sheet, content } = desk
  const extents = content.sums.map((sum) => extentOf(desk, [sum.value], styleOf(desk, sum)))
  const extent = extents.reduce<Extent>(widest, { width: 0, tail: 0 })
  const labels = content.sums.map((sum) => setLine(sum.label, styleOf(desk, sum)).width)
  const value = Math.min(extent.width, sheet.width * MOST_VALUE)
  const width = Math.min(sheet.width, Math.max(sheet.width * LEAST_WIDTH, Math.max(...labels) + GAP + value))
  return { x: sheet.width - width, width, value, tail: extent.tail }
}

const widest = (a: Extent, b: Extent): Extent => {
  const tail = Math.max(a.tail, b.tail)
  return { width: Math.max(a.width - a.tail, b.width - b.tail) + tail, tail }
}

function columnsOf(desk: Desk, { x, width, value, tail }: Block, sum: Sum): Column[] {
  const style = styleOf(desk, sum)
  const lines = set(desk, sum.value, style, value)
  const room = value - (lines[0]?.width ?? 0)
  const inset = lines.length === 1 ? Math.min(tail - tailWidth(desk, sum.value, style), room) : 0
  const label = width - value - GAP
  const named = set(desk, sum.label, sum.weight === 'usual' ? quiet(desk, style) : style, label)
  return [
    { x, width: label, lines: named, tag: 'TH', scope: 'Row' },
    { x: x + width - value, width: value, lines, tag: 'TD', align: 'figures', inset },
  ]
}

const quiet = ({ theme }: Desk, style: TextStyle) => ({ ...style, color: theme.quiet.color })

const styleOf = ({ theme }: Desk, { weight }: Sum): TextStyle =>
  ({ usual: theme.body, total: theme.total, due: theme.strong })[weight]

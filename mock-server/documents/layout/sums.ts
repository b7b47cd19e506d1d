import { heightOf, type Column } from '../sheet.ts'
import { setLine, type TextStyle } from '../text.ts'
import type { Sum } from '../sums.ts'
import { extentOf, sumsExtent, sumStyle, tailWidth, widest } from './figures.ts'
import { drawRow, GAP, set, skip, type Desk } from './desk.ts'

const LEAST_WIDTH = 0.44
const MOST_VALUE = 0.72
const LEAST_SCALE = 0.6

/** Subtotal to amount due, below the amounts of the table and never torn apart from each other. */
export function drawSums(desk: Desk): void {
  const { sheet, theme, content } = desk
  if (content.sums.length === 0) return
  const block = blockOf(desk)
  const rows = content.sums.map((sum) => ({ sum, columns: columnsOf(desk, block, sum) }))
  const height = rows.reduce(
    (total, { columns }) => total + Math.max(...columns.map(({ lines }) => heightOf(lines))),
    0,
  )
  sheet.need(height + theme.body.size * 3)
  sheet.begin('Table')
  for (const { sum, columns } of rows) {
    if (sum.weight === 'total') drawRule(desk, block)
    if (sum.weight === 'due') skip(desk, 0.15)
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
  /** Very large amounts are set smaller. */
  scale: number
}

function blockOf(desk: Desk): Block {
  const { sheet, theme, content } = desk
  const amounts = extentOf(
    desk,
    theme.body,
    content.items.map(({ amount }) => amount),
    true,
  )
  const extent = widest(amounts, sumsExtent(desk))
  const limit = sheet.width * MOST_VALUE
  const scale = Math.min(1, Math.max(LEAST_SCALE, limit / extent.width))
  const value = Math.min(extent.width * scale, limit)
  const labels = content.sums.map((sum) => setLine(sum.label, sumStyle(desk, sum)).width * scale)
  const width = Math.min(
    sheet.width,
    Math.max(sheet.width * LEAST_WIDTH, Math.max(...labels) + GAP + value + 1),
  )
  return { x: sheet.width - width, width, value, tail: extent.tail * scale, scale }
}

function columnsOf(desk: Desk, { x, width, value, tail, scale }: Block, sum: Sum): Column[] {
  const full = sumStyle(desk, sum)
  const style = { ...full, size: full.size * scale }
  const lines = set(sum.value, style, value)
  const aligned = sum.weight !== 'total' && lines.length === 1
  const inset = aligned ? tail - tailWidth(desk, sum.value, style) : 0
  const label = width - value - GAP
  const named = set(sum.label, sum.weight === 'usual' ? quiet(desk, style) : style, label)
  return [
    { x, width: label, lines: named, tag: 'TH', scope: 'Row' },
    { x: x + width - value, width: value, lines, tag: 'TD', align: 'figures', inset },
  ]
}

const quiet = ({ theme }: Desk, style: TextStyle) => ({ ...style, color: theme.quiet.color })

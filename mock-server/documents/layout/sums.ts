import { leadingOf, rowHeight, type Column } from '../column.ts'
import type { TextStyle } from '../text.ts'
import type { Sum } from '../sums.ts'
import { sumStyle, tailWidth } from './figures.ts'
import { drawRow, GAP, set, skip, type Desk } from './desk.ts'
import type { Grid, SumsBlock } from './grid.ts'

/** Lines of body text: above and below the rule, above what is due, below all. */
const SPACES = { aboveRule: 0.3, belowRule: 0.35, aboveDue: 0.15, below: 1 }
const RULE = 1.5

/** How much the sums take of a page. */
export function sumsHeight(desk: Desk, { sums }: Grid): number {
  const rows = desk.content.sums.map((sum) => rowHeight(columnsOf(desk, sums, sum)))
  if (rows.length === 0) return 0
  const spaces = Object.values(SPACES).reduce((sum, lines) => sum + lines, 0)
  return rows.reduce((sum, height) => sum + height, 0) + RULE + spaces * leadingOf(desk.theme.body)
}

/** Subtotal to amount due, below the amounts of the table and never torn apart from each other. */
export function drawSums(desk: Desk, grid: Grid): void {
  const { sheet, content } = desk
  if (content.sums.length === 0) return
  sheet.need(sumsHeight(desk, grid))
  sheet.begin('Table')
  sheet.begin('TBody')
  for (const sum of content.sums) {
    if (sum.weight === 'total') drawRule(desk, grid.sums)
    if (sum.weight === 'due') skip(desk, SPACES.aboveDue)
    drawRow(desk, columnsOf(desk, grid.sums, sum))
  }
  sheet.end()
  sheet.end()
  skip(desk, SPACES.below)
}

function drawRule(desk: Desk, { x, width }: SumsBlock): void {
  skip(desk, SPACES.aboveRule)
  desk.sheet.rule(desk.theme.accent, RULE, x, width)
  skip(desk, SPACES.belowRule)
}

function columnsOf(desk: Desk, { x, width, value, tail, scale }: SumsBlock, sum: Sum): Column[] {
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

import type { Column } from '../column.ts'
import type { Stamp } from '../content.ts'
import { grounded } from '../ink.ts'
import { drawLogo, type Logo } from '../logo.ts'
import { setLine, type TextStyle } from '../text.ts'
import { GAP, set, setWhole, skip, type Desk } from './desk.ts'

/** Share of the seller's half of the page that a logo beside the address may take. */
const NARROW_LOGO = 0.35
/** From the top of a line to the top of its capitals, in parts of its size. */
const ABOVE_CAPITALS = 0.3

/** The seller on one side, title and number of the document on the other; below them the line that matters. */
export function drawHeading(desk: Desk, logo: Logo | null): void {
  const { sheet, theme } = desk
  if (theme.design.tinted) sheet.bar(theme.accent)
  const half = (sheet.width - GAP) / 2
  const [near, far] = [0, half + GAP]
  const { titleFirst } = theme.design
  const seller = sellerColumn(desk, logo, titleFirst ? far : near, half)
  const title = titleColumn(desk, titleFirst ? near : far, half)
  const top = sheet.y
  sheet.flow(titleFirst ? [title, seller] : [seller, title])
  if (logo) sheet.y = Math.max(sheet.y, Math.min(top + logo.height, sheet.bottom))
  skip(desk, 0.9)
  drawLead(desk)
}

function titleColumn(desk: Desk, x: number, width: number): Column {
  const { theme, content } = desk
  const lines = [
    ...set(content.title, titleStyle(desk, width), width),
    ...set(content.number, theme.number, width),
  ]
  return { x, width, lines, align: theme.design.titleFirst ? 'start' : 'end', drop: 0, tag: 'H1' }
}

/** The seller beside the logo when that leaves room enough, else below it. */
function sellerColumn(desk: Desk, logo: Logo | null, x: number, half: number): Column {
  const { sheet, theme, content } = desk
  const [name = '', ...address] = content.seller
  const beside = logo !== null && logo.width <= half * NARROW_LOGO
  if (logo) drawLogo(sheet, theme, logo, name, x, beside ? theme.seller.size * ABOVE_CAPITALS : 0)
  const indent = beside ? logo.width + theme.body.size * 1.3 : 0
  const width = half - indent
  const lines = [
    ...set(name, theme.seller, width),
    ...address.flatMap((line) => setWhole(line, theme.quiet, width)),
  ]
  return { x: x + indent, width, lines, drop: logo && !beside ? logo.height + theme.body.size : 0 }
}

/** Long titles are set smaller, before they are wrapped. */
function titleStyle({ theme, content }: Desk, width: number): TextStyle {
  const fits = setLine(content.title, theme.title).width <= width
  return fits ? theme.title : { ...theme.title, size: theme.title.size * 0.6 }
}

const TONES: Record<Stamp['tone'], { ink: string; ground: string }> = {
  good: { ink: '#14633a', ground: '#dcf1e4' },
  bad: { ink: '#9d1f18', ground: '#fbe2e0' },
  neutral: { ink: '#6f4800', ground: '#f8ecd2' },
}

/** What is due or what it comes to, and beside it whether it was paid. */
function drawLead({ sheet, theme, content, ...desk }: Desk): void {
  if (content.lead === '') return
  const stamp = content.stamp && stampLine(content.stamp, theme.stamp)
  const width = sheet.width - (stamp ? stamp.width + GAP : 0)
  sheet.flow([
    { x: 0, width, lines: set(content.lead, theme.lead, width) },
    ...(stamp ? [{ x: width + GAP, width: stamp.width, lines: [stamp], align: 'end' as const }] : []),
  ])
  skip({ sheet, theme, content, ...desk }, 0.5)
}

function stampLine({ text, tone }: Stamp, style: TextStyle) {
  const { ink, ground } = TONES[tone]
  return grounded(setLine(text, { ...style, color: ink }), ground)
}

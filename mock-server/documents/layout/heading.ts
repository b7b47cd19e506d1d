import type { Stamp } from '../content.ts'
import { drawLogo, type Logo } from '../logo.ts'
import type { Column } from '../column.ts'
import { framed } from '../ink.ts'
import { setLine, type Line, type TextStyle } from '../text.ts'
import { columnsByNeed, GAP, set, skip, type Desk } from './desk.ts'

/** Share of the seller's half of the page that a logo beside the address may take. */
const NARROW_LOGO = 0.35

const TONES: Record<Stamp['tone'], string> = { good: '#1b7a45', bad: '#b3261e', neutral: '#8a5a00' }

/** The seller on one side; title, number and state of the document on the other. */
export function drawHeading(desk: Desk, logo: Logo | null): void {
  const { sheet, theme, content } = desk
  const half = (sheet.width - GAP) / 2
  const [name = ''] = content.seller
  if (logo) drawLogo(sheet, theme, logo, name)
  const title = [
    ...set(content.title, titleStyle(desk, half), half),
    ...set(content.number, theme.number, half),
    ...stampLines(desk, content.stamp),
  ]
  const top = sheet.y
  sheet.flow([
    sellerColumn(desk, logo, half),
    { x: half + GAP, width: half, lines: title, align: 'end', drop: 0, tag: 'H1' },
  ])
  if (logo) sheet.y = Math.max(sheet.y, Math.min(top + logo.height, sheet.bottom))
  skip(desk, 1)
}

/** Beside the logo when that leaves room enough, else below it. */
function sellerColumn({ theme, content }: Desk, logo: Logo | null, half: number): Column {
  const beside = logo !== null && logo.width <= half * NARROW_LOGO
  const x = beside ? logo.width + theme.body.size * 1.3 : 0
  const [name = '', ...address] = content.seller
  const lines = [
    ...set(name, theme.seller, half - x),
    ...address.flatMap((line) => set(line, theme.quiet, half - x)),
  ]
  return { x, width: half - x, lines, drop: logo && !beside ? logo.height + theme.body.size : 0 }
}

/** Long titles are set smaller, before they are wrapped. */
function titleStyle({ theme, content }: Desk, width: number): TextStyle {
  const fits = setLine(content.title, theme.title).width <= width
  return fits ? theme.title : { ...theme.title, size: theme.title.size * 0.6 }
}

function stampLines({ theme }: Desk, stamp: Stamp | null): Line[] {
  if (!stamp) return []
  const style = { ...theme.stamp, color: TONES[stamp.tone] }
  const air: Line = { runs: [], width: 0, style: { ...style, size: style.size * 0.5 } }
  return [air, framed(setLine(stamp.text, style))]
}

/** Dates and the order in a strip, then who is billed and where it goes. */
export function drawFacts(desk: Desk): void {
  const { sheet, theme, content } = desk
  sheet.rule(theme.hairline, 0.75)
  skip(desk, 0.5)
  const facts = content.facts.map(({ label, value }) => ({ label, lines: [value] }))
  drawLabelled(desk, facts, Math.max(facts.length, 4))
  skip(desk, 0.5)
  sheet.rule(theme.hairline, 0.75)
  skip(desk, 0.9)
  drawLabelled(desk, content.parties, 2)
  skip(desk, 1.4)
}

function drawLabelled(
  desk: Desk,
  blocks: readonly { label: string; lines: string[] }[],
  places: number,
): void {
  const { sheet, theme } = desk
  const needs = blocks.map(({ label, lines }) => needOf(desk, label, lines))
  const columns = columnsByNeed(sheet.width, needs, places)
  sheet.flow(
    blocks.map(({ label, lines }, place) => {
      const { x, width } = columns[place] ?? { x: 0, width: sheet.width }
      const text = lines.flatMap((line) => set(line, theme.body, width))
      return { x, width, lines: [...set(label, theme.label, width), ...text] }
    }),
  )
}

/** The width that keeps each line whole. */
const needOf = ({ theme }: Desk, label: string, lines: readonly string[]): number =>
  Math.max(
    setLine(label, theme.label).width,
    ...lines.map((line) => Math.ceil(setLine(line, theme.body).width)),
  )

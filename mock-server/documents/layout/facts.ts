import { leadingOf, rowHeight, type Column } from '../column.ts'
import type { Party, PartyLine } from '../parties.ts'
import { setLine, type TextStyle } from '../text.ts'
import { columnsByNeed, setWhole, set, skip, type Desk } from './desk.ts'

/** Lines of body text above and below the dates. */
const AIR = 0.5

/** Dates and the order in a strip, then who is billed and where it goes. */
export function drawFacts(desk: Desk): void {
  const { sheet, theme, content } = desk
  const facts = content.facts.map(({ label, value }) => ({ label, lines: [usual(value)] }))
  const columns = labelled(desk, facts, 4)
  if (theme.design.tinted) sheet.ground(theme.tint, rowHeight(columns) + 2 * AIR * leadingOf(theme.body))
  else sheet.rule(theme.hairline, 0.75)
  skip(desk, AIR)
  drawList(desk, columns)
  skip(desk, AIR)
  if (!theme.design.tinted) sheet.rule(theme.hairline, 0.75)
  skip(desk, 0.9)
  drawList(desk, labelled(desk, content.parties, 2))
  skip(desk, 1.4)
}

function drawList({ sheet }: Desk, columns: readonly Column[]): void {
  sheet.begin('L')
  sheet.flow(columns)
  sheet.end()
}

const usual = (text: string): PartyLine => ({ text, weight: 'usual' })

const styleOf = ({ theme }: Desk, { weight }: PartyLine): TextStyle =>
  ({ strong: theme.strong, usual: theme.body, quiet: theme.quiet })[weight]

function labelled(desk: Desk, blocks: readonly Party[], places: number): Column[] {
  const { sheet, theme } = desk
  const needs = blocks.map((block) => needOf(desk, block))
  const columns = columnsByNeed(sheet.width, needs, places)
  return blocks.map(({ label, lines }, place) => {
    const { x, width } = columns[place] ?? { x: 0, width: sheet.width }
    const text = lines.flatMap((line) => setWhole(line.text, styleOf(desk, line), width))
    const name = set(label, theme.label, width)
    return { x, width, lines: [...name, ...text], label: name.length }
  })
}

/** The width that keeps each line whole. */
const needOf = (desk: Desk, { label, lines }: Party): number =>
  Math.max(
    setLine(label, desk.theme.label).width,
    ...lines.map((line) => Math.ceil(setLine(line.text, styleOf(desk, line)).width)),
  )

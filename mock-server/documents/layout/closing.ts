import { EXTRA_FONT_VARIABLE } from '../fonts.ts'
import { localDigits } from '../locale.ts'
import { besideLabel } from '../runs.ts'
import { heightOf, leadingOf, rowHeight, type Column } from '../column.ts'
import { setLine, type Line } from '../text.ts'
import { GAP, set, skip, type Desk } from './desk.ts'

/** Lines of body text below a block. */
const BELOW = 0.8
/** Lines of a note that stay with the foot of the document. */
const KEPT = 3

/** What ends a document, set in lines. */
export interface Closing {
  note: readonly Line[]
  /** Message, and below it the links with the legal line beside them. */
  foot: readonly Column[][]
  /** How much of a page it takes. */
  height: number
  footHeight: number
}

export function closingOf(desk: Desk): Closing {
  const [note, foot] = [noteLines(desk), footRows(desk)]
  const footHeight = heightOfFoot(desk, foot)
  const height = (note.length > 0 ? heightOf(note) + below(desk) : 0) + footHeight
  return { note, foot, height, footHeight }
}

/** The note, what could not be drawn, if anything, and at the foot of the page message, links and legal line. */
export function drawClosing(desk: Desk, closing: Closing): void {
  drawNote(desk, closing)
  drawBlock(desk, missingLines(desk, closing))
  drawFoot(desk, closing)
}

const below = ({ theme }: Desk) => BELOW * leadingOf(theme.body)

const noteLines = ({ sheet, theme, content }: Desk): Line[] =>
  content.note === ''
    ? []
    : [
        ...set(content.labels('note'), theme.label, sheet.width),
        ...set(content.note, theme.body, sheet.width),
      ]

/** Where a note goes on over pages, its last lines go to the one of the foot: that has no page for itself. */
function drawNote(desk: Desk, { note, height, footHeight }: Closing): void {
  const { sheet } = desk
  if (note.length === 0) return
  if (note.length <= KEPT + 1 || height <= sheet.left) {
    sheet.need(Math.min(height, sheet.room))
    return drawBlock(desk, note)
  }
  sheet.flow([{ x: 0, width: sheet.width, lines: note.slice(0, -KEPT) }])
  const kept = note.slice(-KEPT)
  sheet.need(heightOf(kept) + below(desk) + footHeight)
  drawBlock(desk, kept)
}

function drawBlock(desk: Desk, lines: readonly Line[]): void {
  if (lines.length === 0) return
  desk.sheet.flow([{ x: 0, width: desk.sheet.width, lines }])
  skip(desk, BELOW)
}

function footRows({ sheet, theme, content }: Desk): Column[][] {
  const half = (sheet.width - GAP) / 2
  const { width } = sheet
  const message = set(content.message, theme.body, width)
  const links = content.links.flatMap((link) => set(shortened(link), linkStyle(theme, link), half))
  const legal = set(content.legal, theme.quiet, links.length > 0 ? half : width)
  const left: Column = { x: 0, width: half, lines: links }
  const beside: Column = { x: half + GAP, width: half, lines: legal, align: 'end' }
  const last = links.length > 0 ? [left, beside] : [{ x: 0, width, lines: legal }]
  return [[{ x: 0, width, lines: message }], last]
    .map((row) => row.filter(({ lines }) => lines.length > 0))
    .filter((row) => row.length > 0)
}

const AIR = 0.4

function heightOfFoot(desk: Desk, rows: readonly Column[][]): number {
  const air = rows.length * AIR * leadingOf(desk.theme.body)
  return rows.reduce((sum, row) => sum + rowHeight(row), 0) + air
}

function drawFoot(desk: Desk, { foot, footHeight }: Closing): void {
  const { sheet, theme } = desk
  if (foot.length === 0) return
  sheet.toFoot(footHeight)
  sheet.rule(theme.hairline, 0.75)
  for (const row of foot) {
    skip(desk, AIR)
    sheet.flow(row)
  }
}

const shortened = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

const linkStyle = ({ link, quiet }: Desk['theme'], url: string) =>
  /^https?:\/\//.test(url) && URL.canParse(url) ? { ...link, link: new URL(url).href } : quiet

const MOST_CODE_POINTS = 24

/** Says which characters stand as boxes, so that nobody takes the boxes for what was written. */
function missingLines({ sheet, theme, content }: Desk, { foot }: Closing): Line[] {
  const ahead = foot.flatMap((row) => row.flatMap(({ lines }) => lines.flatMap(missingOf)))
  const missing = new Set([...sheet.ink.missing, ...ahead])
  if (missing.size === 0) return []
  const names = [...missing].slice(0, MOST_CODE_POINTS).map(codePointName)
  const characters = names.join(' ') + (missing.size > names.length ? ' …' : '')
  const text = `${content.labels('missing').replace('{characters}', characters)} (${EXTRA_FONT_VARIABLE})`
  return set(text, theme.quiet, sheet.width)
}

const missingOf = ({ runs }: Line): string[] => runs.flatMap(({ face, text }) => (face ? [] : [text]))

const codePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** What is drawn on top of later pages: what document this is, on one line however long its names are. */
export function runningHead(desk: Desk): { height: number; draw(): void } {
  const { sheet, theme, content } = desk
  const half = (sheet.width - GAP) / 2
  const firstLine = (text: string) => set(text, theme.quiet, half).slice(0, 1)
  const [seller = ''] = content.seller
  const document = `${content.title} ${besideLabel(content.title, content.number)}`
  const columns: Column[] = [
    { x: 0, width: half, lines: firstLine(seller) },
    { x: half + GAP, width: half, lines: firstLine(document), align: 'end' },
  ]
  return {
    height: rowHeight(columns) + leadingOf(theme.body),
    draw() {
      sheet.flow(columns)
      skip(desk, 1)
    },
  }
}

/** At the foot of every page: where it stands among them. */
export function drawFeet({ sheet, theme, content }: Desk): void {
  const { start, count } = sheet.doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    const text = content
      .labels('page')
      .replace('{n}', String(page + 1))
      .replace('{m}', String(count))
    sheet.foot(page, setLine(localDigits(text, content.locale), theme.quiet))
  }
}

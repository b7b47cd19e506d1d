import { EXTRA_FONT_VARIABLE } from '../fonts.ts'
import { localDigits } from '../locale.ts'
import { besideLabel } from '../runs.ts'
import type { Column } from '../sheet.ts'
import { setLine, type Line } from '../text.ts'
import { GAP, set, skip, type Desk } from './desk.ts'

/** Note, message and links; below them what could not be drawn, if anything. */
export function drawClosing(desk: Desk): void {
  const { sheet, theme, content } = desk
  const text = (words: string) => set(words, theme.body, sheet.width)
  if (content.note !== '') {
    drawBlock(desk, [...set(content.labels('note'), theme.label, sheet.width), ...text(content.note)])
  }
  drawBlock(desk, text(content.message))
  drawBlock(
    desk,
    content.links.flatMap((link) => set(shortened(link), linkStyle(desk, link), sheet.width)),
  )
  drawMissing(desk)
}

function drawBlock(desk: Desk, lines: Line[]): void {
  if (lines.length === 0) return
  desk.sheet.flow([{ x: 0, width: desk.sheet.width, lines }])
  skip(desk, 0.8)
}

const shortened = (link: string) => link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

const linkStyle = ({ theme }: Desk, link: string) =>
  /^https?:\/\//.test(link) && URL.canParse(link) ? { ...theme.link, link: new URL(link).href } : theme.quiet

const MOST_CODE_POINTS = 24

/** Says which characters stand as boxes, so that nobody takes the boxes for what was written. */
function drawMissing(desk: Desk): void {
  const { sheet, theme, content } = desk
  if (sheet.ink.missing.size === 0) return
  const names = [...sheet.ink.missing].slice(0, MOST_CODE_POINTS).map(codePointName)
  const characters = names.join(' ') + (sheet.ink.missing.size > names.length ? ' …' : '')
  const text = `${content.labels('missing').replace('{characters}', characters)} (${EXTRA_FONT_VARIABLE})`
  drawBlock(desk, set(text, theme.quiet, sheet.width))
}

const codePointName = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** What is drawn on top of later pages: what document this is, on one line however long its names are. */
export function runningHead(desk: Desk): () => void {
  const { sheet, theme, content } = desk
  const half = (sheet.width - GAP) / 2
  const firstLine = (text: string) => set(text, theme.quiet, half).slice(0, 1)
  const [seller = ''] = content.seller
  const columns: Column[] = [
    { x: 0, width: half, lines: firstLine(seller) },
    {
      x: half + GAP,
      width: half,
      lines: firstLine(`${content.title} ${besideLabel(content.title, content.number)}`),
      align: 'end',
    },
  ]
  return () => {
    sheet.flow(columns)
    skip(desk, 1)
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

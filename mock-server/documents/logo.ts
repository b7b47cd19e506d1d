import { readImage, type Picture } from './image.ts'
import { heightOf, leadingOf } from './column.ts'
import type { Sheet } from './sheet.ts'
import { setLine, setText } from './text.ts'
import type { Theme } from './theme.ts'
import { within } from './source.ts'
import type { Template } from '../../schemas/types.ts'

/** A logo as it can be drawn: in points. */
export interface Logo {
  width: number
  height: number
  mark: Mark
}

type Mark =
  | { kind: 'image'; picture: Picture }
  | { kind: 'shape'; shape: Shape }
  /** In place of a logo that must not be fetched or cannot be read. */
  | { kind: 'placeholder'; text: string }

/** A drawing on a field, and the part of the field that it fills. */
interface Shape {
  path: string
  left: number
  top: number
  width: number
  height: number
}

/** Logos that ship with the kit, drawn in the template's accent colour. */
const SHIPPED_LOGOS: Readonly<Record<string, Shape>> = {
  'kit:leaf': {
    path: 'M21 3C9.5 3 3 9 3 17c0 1.3.2 2.6.6 4C5.200 15.500 9 11.200 14.500 8.500 10.500 12 7.500 16.300 6.300 20.400 16 21.500 21 14.500 21 3z',
    left: 3,
    top: 3,
    width: 18,
    height: 18,
  },
  'kit:peaks': {
    path: 'M1 20 8.500 6l4.200 7.600 2.800-4.600L23 20zM8.500 9.900 6.300 14l2.200 1.400 1.900-1.700z',
    left: 1,
    top: 6,
    width: 22,
    height: 14,
  },
  'kit:ring': {
    path: 'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm0 6a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
    left: 1,
    top: 1,
    width: 22,
    height: 22,
  },
}

const TALLEST = 110
const PLACEHOLDER_RATIO = 0.4

/**
 * The logo of a template; null when it shows none. A PNG or JPEG `data:` URI and the shipped names are drawn. Any
 * other address is never fetched: a mock must not call where a client tells it to.
 */
export function logoOf(template: Template): Logo | null {
  const url = typeof template.logo_url === 'string' ? template.logo_url.trim() : ''
  if (template.logo_enabled !== true || url === '') return null
  const shape = Object.hasOwn(SHIPPED_LOGOS, url) ? SHIPPED_LOGOS[url] : undefined
  if (shape) return sized(template, 48, shape.height / shape.width, { kind: 'shape', shape })
  const image = readImage(url)
  if (image) return sized(template, 120, image.height / image.width, { kind: 'image', picture: image })
  return sized(template, 120, PLACEHOLDER_RATIO, { kind: 'placeholder', text: originOf(url) })
}

function sized(template: Template, usual: number, ratio: number, mark: Mark): Logo {
  const asked = within(template.logo_width, 12, 240, usual)
  const width = Math.min(asked, TALLEST / ratio)
  return { width, height: width * ratio, mark }
}

const LONGEST_ORIGIN = 100

/** Where a logo would have come from: the host, or the media type of a `data:` URI. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, 40)
  const { protocol, host, pathname } = new URL(url)
  const origin = host || (protocol === 'data:' ? pathname.split(/[;,]/, 1)[0] : '') || protocol
  return origin.slice(0, LONGEST_ORIGIN)
}

/** Draws the logo of `owner`, which begins `x` from the side where reading starts, that many points lower. */
export function drawLogo(
  sheet: Sheet,
  theme: Theme,
  { mark, width, height }: Logo,
  owner: string,
  x: number,
  lower: number,
): void {
  const box = { left: sheet.physical(x, width), top: sheet.y + lower, width, height }
  sheet.figure(owner, () => {
    if (mark.kind === 'image') drawPicture(sheet, mark.picture, box)
    else if (mark.kind === 'shape') drawShape(sheet, theme, mark.shape, box)
    else drawPlaceholder(sheet, theme, mark.text, box)
  })
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

function drawPicture({ doc }: Sheet, picture: Picture, { left, top, width, height }: Box): void {
  doc.image(picture.embeddable(), left, top, { width, height })
}

function drawShape(sheet: Sheet, theme: Theme, shape: Shape, box: Box): void {
  sheet.ink.fill(theme.accent)
  sheet.doc
    .save()
    .translate(box.left, box.top)
    .scale(box.width / shape.width)
    .translate(-shape.left, -shape.top)
    .path(shape.path)
    .fill('even-odd')
    .restore()
}

function drawPlaceholder(sheet: Sheet, theme: Theme, text: string, box: Box): void {
  const { left, top, width, height } = box
  sheet.doc.save().lineWidth(0.75).dash(3, { space: 2 }).roundedRect(left, top, width, height, 4)
  sheet.doc.stroke(theme.hairline).restore()
  const fitting = (width - 8) / Math.max(1, setLine(text, { ...theme.quiet, size: 1 }).width)
  const style = { ...theme.quiet, size: Math.max(4, Math.min(theme.quiet.size, height * 0.3, fitting)) }
  const lines = setText(text, style, width - 8).slice(0, Math.max(1, Math.floor(height / leadingOf(style))))
  const first = top + (height - heightOf(lines)) / 2 + style.size
  for (const [row, line] of lines.entries()) {
    sheet.ink.line(line, left + (width - line.width) / 2, first + row * leadingOf(style))
  }
}

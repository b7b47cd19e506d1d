import { labelled, type Item } from '../content.ts'
import { extentOf, sumsExtent, tailWidth, widest } from './figures.ts'
import { heightOf, type Column } from '../sheet.ts'
import { setLine, type TextStyle } from '../text.ts'
import { drawRow, GAP, set, skip, type Desk } from './desk.ts'

type Field = 'sku' | 'quantity' | 'unitPrice' | 'amount'

/** A column beside the titles: where it stands and how its cells are set. */
interface Place {
  field: Field
  label: string
  figures: boolean
  x: number
  width: number
  style: TextStyle
  /** Room that the widest part after the decimal sign takes. */
  tail: number
}

interface Wish {
  field: Field
  figures: boolean
  /** Share of the sheet's width that it may take at most. */
  most: number
}

const SKU: Wish = { field: 'sku', figures: false, most: 0.18 }
const QUANTITY: Wish = { field: 'quantity', figures: true, most: 0.14 }
const PRICES: readonly Wish[] = [
  { field: 'unitPrice', figures: true, most: 0.2 },
  { field: 'amount', figures: true, most: 0.22 },
]
const LEAST_TITLE = 0.38
const LEAST_SCALE = 0.7
const PADDING = 0.38

const LABELS = { sku: 'sku', quantity: 'quantity', unitPrice: 'unit_price', amount: 'amount' } as const

/** The table of what was sold; its head stands on every page that it reaches. */
export function drawItems(desk: Desk): void {
  const { sheet, content } = desk
  const places = placesOf(desk)
  const titleWidth = (places[0]?.x ?? sheet.width + GAP) - GAP
  const first = content.items
    .slice(0, 1)
    .map((item) => rowOf(desk, places, titleWidth, item))
    .at(0)
  sheet.need(heightOf(first?.[0]?.lines ?? []) + desk.theme.body.size * 4)
  const pageHead = sheet.head
  sheet.head = () => {
    pageHead()
    drawHead(desk, places, titleWidth)
  }
  sheet.begin('Table')
  drawHead(desk, places, titleWidth)
  for (const item of content.items) drawItem(desk, places, titleWidth, item)
  sheet.end()
  sheet.head = pageHead
  skip(desk, 0.4)
}

function drawHead(desk: Desk, places: readonly Place[], titleWidth: number): void {
  const { sheet, theme, content } = desk
  const cells = places.map(({ x, width, label, figures }): Column => {
    const align = figures ? 'figures' : 'start'
    return { x, width, align, lines: set(label, theme.label, width), tag: 'TH', scope: 'Column' }
  })
  const items = set(content.labels('item'), theme.label, titleWidth)
  drawRow(desk, [{ x: 0, width: titleWidth, lines: items, tag: 'TH', scope: 'Column' }, ...cells])
  skip(desk, 0.15)
  sheet.rule(theme.accent, 1.5)
  skip(desk, PADDING)
}

function drawItem(desk: Desk, places: readonly Place[], titleWidth: number, item: Item): void {
  drawRow(desk, rowOf(desk, places, titleWidth, item))
  skip(desk, PADDING)
  desk.sheet.rule(desk.theme.hairline, 0.5)
  skip(desk, PADDING)
}

function rowOf(
  { theme, content, ...desk }: Desk,
  places: readonly Place[],
  titleWidth: number,
  item: Item,
): Column[] {
  const hasSku = places.some(({ field }) => field === 'sku')
  const details = [item.variant, hasSku || item.sku === '' ? '' : labelled(content.labels('sku'), item.sku)]
  const title = [
    ...set(item.title, theme.body, titleWidth),
    ...details.flatMap((text) => set(text, theme.quiet, titleWidth)),
  ]
  const cells = places.map((place) => cellOf({ theme, content, ...desk }, place, item[place.field]))
  return [{ x: 0, width: titleWidth, lines: title, tag: 'TD' }, ...cells]
}

function cellOf(desk: Desk, place: Place, text: string): Column {
  const { x, width, style, figures } = place
  const lines = set(text, style, width)
  if (!figures) return { x, width, lines, tag: 'TD' }
  const inset = lines.length === 1 ? place.tail - tailWidth(desk, text, style) : 0
  return {
    x,
    width,
    lines,
    tag: 'TD',
    align: 'figures',
    inset: Math.min(inset, width - (lines[0]?.width ?? 0)),
  }
}

/** The columns beside the titles from the far side inwards; the SKU joins the title where it would crowd it. */
function placesOf(desk: Desk): Place[] {
  const { sheet, content } = desk
  const figures = [QUANTITY, ...(content.priced ? PRICES : [])].map((wish) => placeOf(desk, wish))
  const taken = figures.reduce((sum, { width }) => sum + width + GAP, 0)
  const sku = placeOf(desk, SKU)
  const hasRoom = sheet.width - taken - sku.width - GAP >= sheet.width * LEAST_TITLE
  const shown = hasRoom && content.items.some((item) => item.sku !== '') ? [sku, ...figures] : figures
  let x = sheet.width
  for (const place of shown.toReversed()) {
    x -= place.width
    place.x = x
    x -= GAP
  }
  return shown
}

function placeOf(desk: Desk, { field, figures, most }: Wish): Place {
  const { sheet, theme, content } = desk
  const label = content.labels(LABELS[field])
  const own = extentOf(
    desk,
    theme.body,
    content.items.map((item) => item[field]),
    figures,
  )
  const natural = field === 'amount' ? widest(own, sumsExtent(desk)) : own
  const limit = sheet.width * most
  const scale = Math.min(1, Math.max(LEAST_SCALE, limit / Math.max(own.width, 1)))
  const style = { ...theme.body, size: theme.body.size * scale }
  const width = Math.min(limit, Math.max(natural.width * scale, setLine(label, theme.label).width))
  return { field, label, figures, x: 0, width, style, tail: natural.tail * scale }
}

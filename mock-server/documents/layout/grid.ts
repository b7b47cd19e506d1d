import { setLine, type TextStyle } from '../text.ts'
import { GAP, type Desk } from './desk.ts'
import { extentOf, sumsExtent, sumStyle, widest, type Extent } from './figures.ts'

type Field = 'sku' | 'quantity' | 'unitPrice' | 'amount'

/** A column beside the titles: where it stands and how its cells are set. */
export interface Place {
  field: Field
  label: string
  figures: boolean
  x: number
  width: number
  style: TextStyle
  /** Room that the widest part after the decimal sign takes. */
  tail: number
}

/** Where the sums stand below the table. */
export interface SumsBlock {
  x: number
  width: number
  /** Width of the values. */
  value: number
  tail: number
  /** Very large amounts are set smaller. */
  scale: number
}

/** The one grid of table and sums. */
export interface Grid {
  /** Room for a box to tick in front of the titles; 0 where there is none. */
  tick: number
  titleWidth: number
  places: readonly Place[]
  sums: SumsBlock
}

interface Wish {
  field: Field
  figures: boolean
  /** Share of the sheet's width that it may take at most. */
  most: number
}

/** A wish, and what stands in the column. */
interface Filled extends Wish {
  own: Extent
}

const SKU: Wish = { field: 'sku', figures: false, most: 0.18 }
const QUANTITY: Wish = { field: 'quantity', figures: true, most: 0.14 }
const PRICES: readonly Wish[] = [
  { field: 'unitPrice', figures: true, most: 0.2 },
  { field: 'amount', figures: true, most: 0.22 },
]
/** Points that a text set smaller may be wider than the same part of its width. */
const SLACK = 0.1
const LEAST_TITLE = 0.38
const LEAST_SCALE = 0.7

const LABELS = { sku: 'sku', quantity: 'quantity', unitPrice: 'unit_price', amount: 'amount' } as const

export function gridOf(desk: Desk): Grid {
  const places = placesOf(desk)
  const tick = desk.content.priced ? 0 : desk.theme.body.size * 1.7
  const titleWidth = (places[0]?.x ?? desk.sheet.width + GAP) - GAP - tick
  return { tick, places, titleWidth, sums: sumsBlock(desk, places) }
}

/** The columns beside the titles from the far side inwards; the SKU joins the title where it would crowd it. */
function placesOf(desk: Desk): Place[] {
  const { sheet, content } = desk
  const wishes = [QUANTITY, ...(content.priced ? PRICES : [])].map((wish) => filled(desk, wish))
  const scale = Math.min(...wishes.map((wish) => scaleOf(desk, wish)))
  const figures = wishes.map((wish) => placeOf(desk, wish, scale))
  const taken = figures.reduce((sum, { width }) => sum + width + GAP, 0)
  const sku = placeOf(desk, filled(desk, SKU), scale)
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

function filled(desk: Desk, wish: Wish): Filled {
  const texts = desk.content.items.map((item) => item[wish.field])
  return { ...wish, own: extentOf(desk, desk.theme.body, texts, wish.figures) }
}

/** What does not fit is set smaller, and all that stands beside it. */
const scaleOf = ({ sheet }: Desk, { most, own }: Filled): number =>
  Math.min(1, Math.max(LEAST_SCALE, (sheet.width * most - SLACK) / Math.max(own.width, 1)))

function placeOf(desk: Desk, { field, figures, most, own }: Filled, scale: number): Place {
  const { sheet, theme, content } = desk
  const label = content.labels(LABELS[field])
  // The decimal signs of the sums stand below those of the amounts.
  const tail = field === 'amount' ? Math.max(own.tail, sumsExtent(desk).tail) : own.tail
  const natural = (own.width - own.tail + tail) * scale + (scale < 1 ? SLACK : 0)
  const style = { ...theme.body, size: theme.body.size * scale }
  const width = Math.min(sheet.width * most, Math.max(natural, setLine(label, theme.label).width))
  return { field, label, figures, x: 0, width, style, tail: tail * scale }
}

const LEAST_WIDTH = 0.36
const MOST_VALUE = 0.72
const LEAST_SUM_SCALE = 0.6

/** As wide as its words and values, from the beginning of a column on where there is one. */
function sumsBlock(desk: Desk, places: readonly Place[]): SumsBlock {
  const { sheet, content } = desk
  const amounts = places.find(({ field }) => field === 'amount')
  const extent = widest({ width: amounts?.tail ?? 0, tail: amounts?.tail ?? 0 }, sumsExtent(desk))
  const limit = sheet.width * MOST_VALUE
  const scale = Math.min(1, Math.max(LEAST_SUM_SCALE, limit / Math.max(extent.width, 1)))
  const value = Math.min(extent.width * scale, limit)
  const words = content.sums.map((sum) => setLine(sum.label, sumStyle(desk, sum)).width * scale)
  const wanted = Math.max(sheet.width * LEAST_WIDTH, Math.max(0, ...words) + GAP + value + 1)
  const far = sheet.width - Math.min(sheet.width, wanted)
  const x = places.findLast((place) => place.x <= far)?.x ?? far
  return { x, width: sheet.width - x, value, tail: extent.tail * scale, scale }
}

import { remembered } from '../remembered.ts'
import type { Sum } from '../sums.ts'
import { setLine, type TextStyle } from '../text.ts'
import type { Desk } from './desk.ts'

/** How far figures reach when their decimal signs stand below each other, in points. */
export interface Extent {
  width: number
  /** The part of the width from the decimal sign on. */
  tail: number
}

/** The extent of texts below each other; `figures` says whether their decimal signs are aligned. */
export function extentOf(desk: Desk, style: TextStyle, texts: readonly string[], figures: boolean): Extent {
  let head = 0
  let tail = 0
  for (const text of texts) {
    const behind = figures ? tailWidth(desk, text, style) : 0
    head = Math.max(head, setLine(text, style).width - behind)
    tail = Math.max(tail, behind)
  }
  return { width: head + tail, tail }
}

/** The extent of figures that take in those of both. */
export function widest(a: Extent, b: Extent): Extent {
  const tail = Math.max(a.tail, b.tail)
  return { width: Math.max(a.width - a.tail, b.width - b.tail) + tail, tail }
}

/** The style of a sum. */
export const sumStyle = ({ theme }: Desk, { weight }: Sum): TextStyle =>
  ({ usual: theme.body, total: theme.total, due: theme.strong })[weight]

/** The extent of the sums; the total, in larger type, is not aligned with the others. */
export const sumsExtent = (desk: Desk): Extent =>
  desk.content.sums
    .map((sum) => extentOf(desk, sumStyle(desk, sum), [sum.value], sum.weight !== 'total'))
    .reduce(widest, { width: 0, tail: 0 })

/** Width of what stands from the decimal sign on; nothing in text that is read from the right, whose end it is not. */
export const tailWidth = ({ sheet, content }: Desk, text: string, style: TextStyle): number =>
  sheet.direction === 'rtl' ? 0 : setLine(tailOf(text, content.locale), style).width

/** The part of a formatted number from its decimal sign on, or behind its last digit when it has no decimals. */
export function tailOf(text: string, locale: string): string {
  const sign = text.lastIndexOf(decimalSign(locale))
  if (sign >= 0 && /\p{Nd}/u.test(text[sign + 1] ?? '')) return text.slice(sign)
  const characters = Array.from(text)
  return characters.slice(characters.findLastIndex((character) => /\p{Nd}/u.test(character)) + 1).join('')
}

const decimalSign = remembered(200, (locale: string) => {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(0)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
})

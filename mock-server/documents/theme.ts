import type { Template } from '../../schemas/types.ts'
import { designOf, type Design } from './design.ts'
import { fontFamily, hanOf } from './fonts.ts'
import { within } from './source.ts'
import type { TextStyle } from './text.ts'

/** How a document looks: what its template says, made safe to use. */
export interface Theme {
  design: Design
  /** A breath of the accent, to stand behind text. */
  tint: string
  /** For rules and shapes, as the template says. */
  accent: string
  hairline: string
  body: TextStyle
  strong: TextStyle
  /** Secondary facts: variants, addresses of the seller, the foot of the page. */
  quiet: TextStyle
  /** Names of columns and of facts. */
  label: TextStyle
  title: TextStyle
  number: TextStyle
  /** The one line that matters. */
  lead: TextStyle
  seller: TextStyle
  stamp: TextStyle
  total: TextStyle
  link: TextStyle
}

const DEFAULT_ACCENT = '#1f4e79'
const INK = '#1d2329'
const QUIET_INK = '#5b6570'
const HAIRLINE = '#d9dee3'
const LEAST_CONTRAST = 3.5

/** Reads a template: font_size in points between 7 and 18, accent_color as #rrggbb or #rgb. */
export function themeOf(template: Template, locale: string): Theme {
  const family = fontFamily(template.font_family)
  const han = hanOf(locale)
  const design = designOf(template.design_key)
  const size = (template.font_size > 0 ? within(template.font_size, 7, 18, 10) : 10) * design.scale
  const accent = colorOf(template.accent_color)
  const style = (weight: TextStyle['weight'], scale: number, color: string): TextStyle => ({
    family,
    han,
    weight,
    size: Math.round(size * scale * 100) / 100,
    color,
  })
  return {
    design,
    accent,
    tint: tintOf(accent),
    hairline: HAIRLINE,
    body: style('regular', 1, INK),
    strong: style('bold', 1, INK),
    quiet: style('regular', 0.88, QUIET_INK),
    label: { ...style('bold', 0.8, QUIET_INK), leading: 1.65 },
    title: style('bold', design.title, legible(accent)),
    number: style('regular', 1.2, INK),
    lead: style('bold', 1.45, INK),
    seller: style('bold', 1.25, INK),
    stamp: style('bold', 0.85, INK),
    total: style('bold', 1.25, legible(accent)),
    link: style('regular', 0.88, legible(accent)),
  }
}

/** A colour as `#rrggbb`; the default for what is none. */
export function colorOf(value: unknown): string {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(value ?? '').trim())?.[1]?.toLowerCase()
  if (!hex) return DEFAULT_ACCENT
  return `#${hex.length === 3 ? Array.from(hex, (digit) => digit + digit).join('') : hex}`
}

/** The colour, darkened until text of it can be read on white: a white accent must not hide the title. */
export function legible(color: string): string {
  let channels = channelsOf(color)
  while (contrastOnWhite(channels) < LEAST_CONTRAST)
    channels = channels.map((value) => Math.floor(value * 0.9))
  return hex(channels)
}

/** A tenth of the colour on white. */
const tintOf = (color: string) => hex(channelsOf(color).map((value) => Math.round(255 - (255 - value) / 10)))

const hex = (channels: readonly number[]) =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`

const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

// Relative luminance and contrast as WCAG 2 defines them.
function contrastOnWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

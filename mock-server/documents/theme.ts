import type { Template } from '../../schemas/types.ts'
import { channelsOf, cssColor, hexOf } from './color.ts'
import { designOf, type Design } from './design.ts'
import { fontFamily, hanOf } from './fonts.ts'
import { within } from './source.ts'
import type { TextStyle } from './text.ts'

/** How a document looks: what its template says, made safe to use. */
export interface Theme {
  design: Design
  /** A breath of the accent, to stand behind text. */
  tint: string
  /** For rules and shapes: what the template says, or a darker one that can be seen. */
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
/** Least contrast with paper, of small text and of what has to be seen only (WCAG 2.2, 1.4.3 and 1.4.11). */
const CONTRAST = { text: 4.5, shapes: 3 }

/** Reads a template: font_size in points between 7 and 18, accent_color as CSS writes colours. */
export function themeOf(template: Template, locale: string): Theme {
  const family = fontFamily(template.font_family)
  const han = hanOf(locale)
  const design = designOf(template.design_key)
  const size = (template.font_size > 0 ? within(template.font_size, 7, 18, 10) : 10) * design.scale
  const asked = colorOf(template.accent_color)
  const accent = legible(asked, CONTRAST.shapes)
  const ink = legible(asked, CONTRAST.text)
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
    tint: tintOf(asked),
    hairline: HAIRLINE,
    body: style('regular', 1, INK),
    strong: style('bold', 1, INK),
    quiet: style('regular', 0.88, QUIET_INK),
    label: { ...style('bold', 0.8, QUIET_INK), leading: 1.65 },
    title: style('bold', design.title, ink),
    number: style('regular', 1.2, INK),
    lead: style('bold', 1.45, INK),
    seller: style('bold', 1.25, INK),
    stamp: style('bold', 0.85, INK),
    total: style('bold', 1.25, ink),
    link: style('regular', 0.88, ink),
  }
}

/** A colour of CSS as `#rrggbb`; the default for what is none. */
export const colorOf = (value: unknown): string => cssColor(String(value ?? '')) ?? DEFAULT_ACCENT

/** The colour, darkened until it has that contrast with paper: a white accent must not hide the title. */
export function legible(color: string, contrast: number): string {
  let channels = channelsOf(color)
  while (contrastOnWhite(channels) < contrast) channels = channels.map((value) => Math.floor(value * 0.97))
  return hexOf(channels)
}

/** A tenth of the colour on white. */
const tintOf = (color: string) => hexOf(channelsOf(color).map((value) => 255 - (255 - value) / 10))

// Relative luminance and contrast as WCAG 2 defines them.
function contrastOnWhite(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

import { COLOR_NAMES } from './color-names.ts'
import { SPACES, type Channels, type Space } from './color-spaces.ts'

const WHITE = 255

/**
 * A colour of CSS as `#rrggbb`: a name, hexadecimal digits, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or
 * color(), what is transparent as it looks on white paper. Null for what is none, what is computed, and what only a
 * browser knows.
 */
export function cssColor(text: string): string | null {
  const value = text.trim().toLowerCase()
  const digits = Object.hasOwn(COLOR_NAMES, value) ? COLOR_NAMES[value] : value.replace(/^#/, '')
  if (/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits ?? '')) return ofDigits(digits ?? '')
  const [, name = '', list = ''] = /^([a-z0-9-]+)\(([^()]*)\)$/.exec(plainly(value)) ?? []
  const parts = list
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map((part) => (part === 'none' ? '0' : part))
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => NUMBER.test(part))) return null
  const channels = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]?.(parts) : undefined
  return channels ? onPaper(channels, amountOf(parts[3] ?? '1', 1)) : null
}

/** `rgba(…)` is `rgb(…)`; the space of `color(srgb …)` becomes part of its name. */
const plainly = (value: string): string =>
  value.replace(/^(rgb|hsl)a/, '$1').replace(/^color\(\s*([a-z0-9-]+)\s/, 'color-$1(')

function ofDigits(digits: string): string {
  const pairs = digits.length < 6 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0, alpha = WHITE] = pairs.map((pair) => Number.parseInt(pair, 16))
  return onPaper([red, green, blue], alpha / WHITE)
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|grad|rad|turn)?$/

/** A number, or a percentage of what is whole. */
const amountOf = (part: string, whole: number) =>
  part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part)

const DEGREES: Readonly<Record<string, number>> = { grad: 0.9, rad: 180 / Math.PI, turn: 360 }

const degreesOf = (part: string) => Number.parseFloat(part) * (DEGREES[part.replace(/^[\d.+-]+/, '')] ?? 1)

const within1 = (value: number) => Math.min(1, Math.max(0, value))
/** A share: `40%`, or `40` as CSS takes it too. */
const shareOf = (part: string) => within1(Number.parseFloat(part) / 100)

const FUNCTIONS: Readonly<Record<string, (parts: readonly string[]) => Channels>> = {
  ...Object.fromEntries(Object.entries(SPACES).map(([name, space]) => [name, inSpace(space)])),
  rgb: ([red = '', green = '', blue = '']) => [
    amountOf(red, WHITE),
    amountOf(green, WHITE),
    amountOf(blue, WHITE),
  ],
  hsl: ([hue = '', saturation = '', lightness = '']) =>
    ofHue(degreesOf(hue), shareOf(saturation), shareOf(lightness)),
  hwb([hue = '', white = '', black = '']) {
    const [light, dark] = [shareOf(white), shareOf(black)]
    const most = Math.max(1, light + dark)
    const mixed = (channel: number) => channel * (1 - (light + dark) / most) + (light / most) * WHITE
    const [red, green, blue] = ofHue(degreesOf(hue), 1, 0.5)
    return [mixed(red), mixed(green), mixed(blue)]
  },
}

/** A percentage is one of what is whole there; a hue is an angle. */
function inSpace({ whole: [one, two, three], read }: Space) {
  return ([first = '', second = '', third = '']: readonly string[]) =>
    read([
      amountOf(first, one),
      amountOf(second, two),
      three === 'hue' ? degreesOf(third) : amountOf(third, three),
    ])
}

function ofHue(hue: number, saturation: number, lightness: number): Channels {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))) * WHITE
  }
  return [channel(0), channel(8), channel(4)]
}

const onPaper = (channels: Channels, alpha: number): string =>
  hexOf(channels.map((channel) => WHITE * (within1(channel / WHITE) * within1(alpha) + 1 - within1(alpha))))

/** Channels as `#rrggbb`. */
export const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(WHITE, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Red, green and blue of `#rrggbb`. */
export const channelsOf = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

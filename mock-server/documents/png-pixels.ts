/** Pixels across and down. */
export interface Size {
  width: number
  height: number
}

/** The colours of a picture, a byte each, row by row; and how opaque each pixel is, where not all of them are. */
export interface Pixels extends Size {
  rgb: Buffer
  alpha: Buffer | null
}

/** What a PNG says of itself before its pixels begin. */
export interface Header extends Size {
  /** Bits of a sample. */
  depth: number
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  color: number
  interlaced: boolean
}

/** Pixels of a picture that follow each other in its rows: all of them, or one of the seven passes when interlaced. */
interface Pass extends Size {
  x: number
  y: number
  across: number
  down: number
  /** Bytes of a row behind the one that names its filter. */
  row: number
}

export interface Layout {
  passes: readonly Pass[]
  /** Bytes of all rows. */
  bytes: number
}

/** What the samples stand for, beside what the header says. */
interface Meaning {
  palette: Buffer
  transparency: Buffer
}

const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

const channelsOf = ({ color }: Header) => CHANNELS.get(color) ?? 0

const WHOLE = [[0, 0, 1, 1]] as const
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** How the rows of a picture lie behind each other. */
export function layoutOf(header: Header): Layout {
  const bits = header.depth * channelsOf(header)
  const passes = (header.interlaced ? ADAM7 : WHOLE)
    .map(([x, y, across, down]): Pass => {
      const width = Math.ceil((header.width - x) / across)
      const height = Math.ceil((header.height - y) / down)
      return { x, y, across, down, width, height, row: Math.ceil((width * bits) / 8) }
    })
    .filter(({ width, height }) => width > 0 && height > 0)
  return { passes, bytes: passes.reduce((sum, { row, height }) => sum + (1 + row) * height, 0) }
}

/** The pixels that the rows hold; null where a row is filtered in no known way. */
export function pixelsOf(header: Header, layout: Layout, rows: Buffer, meaning: Meaning): Pixels | null {
  const { width, height, depth } = header
  const canvas = { rgb: Buffer.alloc(width * height * 3), alpha: Buffer.alloc(width * height, 255) }
  const paint = painter(header, meaning, canvas)
  const step = Math.max(1, (depth * channelsOf(header)) >> 3)
  let at = 0
  for (const pass of layout.passes) {
    const samples = new Uint16Array(pass.width * channelsOf(header))
    let above: Uint8Array = new Uint8Array(pass.row)
    for (let y = 0; y < pass.height; y += 1) {
      const row = rows.subarray(at + 1, at + 1 + pass.row)
      if (!unfilter(rows[at] ?? 0, row, above, step)) return null
      unpack(row, depth, samples)
      const first = (pass.y + y * pass.down) * width + pass.x
      for (let x = 0; x < pass.width; x += 1) paint(samples, x, first + x * pass.across)
      above = row
      at += 1 + pass.row
    }
  }
  return {
    width,
    height,
    rgb: canvas.rgb,
    alpha: canvas.alpha.every((value) => value === 255) ? null : canvas.alpha,
  }
}

type Filter = (left: number, up: number, upLeft: number) => number

/** What a filter took from each byte, by its number (PNG specification, section 9). */
const FILTERS: readonly Filter[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
]

/** The neighbour that is nearest to left + up - upLeft. */
function paeth(left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(up - upLeft)
  const toUp = Math.abs(left - upLeft)
  const toUpLeft = Math.abs(left + up - 2 * upLeft)
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

/** Gives the row the bytes that it had before it was filtered; false where there is no such filter. */
function unfilter(kind: number, row: Uint8Array, above: Uint8Array, step: number): boolean {
  const filter = FILTERS[kind]
  if (!filter) return false
  for (let at = 0; at < row.length; at += 1) {
    const [left, upLeft] = at < step ? [0, 0] : [row[at - step] ?? 0, above[at - step] ?? 0]
    row[at] = (row[at] ?? 0) + filter(left, above[at] ?? 0, upLeft)
  }
  return true
}

/** Reads the samples of a row, of which a byte holds several or two bytes hold one. */
function unpack(row: Uint8Array, depth: number, samples: Uint16Array): void {
  const most = (1 << depth) - 1
  for (let n = 0; n < samples.length; n += 1) {
    const at = (n * depth) >> 3
    const byte = row[at] ?? 0
    if (depth === 16) samples[n] = (byte << 8) | (row[at + 1] ?? 0)
    else samples[n] = (byte >> (8 - depth - ((n * depth) & 7))) & most
  }
}

type Canvas = Record<'rgb' | 'alpha', Buffer>
type Paint = (samples: Uint16Array, x: number, pixel: number) => void

/** Tells what colour a pixel has whose samples are the x-th of a row. */
const painter = (header: Header, meaning: Meaning, canvas: Canvas): Paint =>
  header.color === 3 ? fromPalette(meaning, canvas) : fromSamples(header, meaning, canvas)

const fromPalette =
  ({ palette, transparency }: Meaning, { rgb, alpha }: Canvas): Paint =>
  (samples, x, pixel) => {
    const index = samples[x] ?? 0
    for (let part = 0; part < 3; part += 1) rgb[pixel * 3 + part] = palette[index * 3 + part] ?? 0
    alpha[pixel] = transparency[index] ?? 255
  }

function fromSamples(header: Header, { transparency }: Meaning, { rgb, alpha }: Canvas): Paint {
  const channels = channelsOf(header)
  const hasAlpha = (header.color & 4) !== 0
  const [green, blue] = (header.color & 2) === 0 ? [0, 0] : [1, 2]
  const byteOf = byteReader(header.depth)
  const clear = hasAlpha ? null : clearColour(transparency, channels)
  return (samples, x, pixel) => {
    const at = x * channels
    rgb[pixel * 3] = byteOf(samples[at] ?? 0)
    rgb[pixel * 3 + 1] = byteOf(samples[at + green] ?? 0)
    rgb[pixel * 3 + 2] = byteOf(samples[at + blue] ?? 0)
    if (hasAlpha) alpha[pixel] = byteOf(samples[at + channels - 1] ?? 0)
    else if (clear?.every((value, channel) => samples[at + channel] === value)) alpha[pixel] = 0
  }
}

function byteReader(depth: number): (sample: number) => number {
  if (depth === 16) return (sample) => sample >> 8
  const scale = 255 / ((1 << depth) - 1)
  return (sample) => sample * scale
}

/** The one colour that is not drawn, where there is one. */
const clearColour = (transparency: Buffer, channels: number): number[] | null =>
  transparency.length < 2 * channels
    ? null
    : Array.from({ length: channels }, (_, channel) => transparency.readUInt16BE(2 * channel))

import { inflateSync } from 'node:zlib'

/** A picture that a document can embed; size in pixels. */
export interface Picture {
  bytes: Buffer
  width: number
  height: number
}

const MOST_PIXELS = 16_000_000

/** Reads a PNG or JPEG `data:` URI; null for anything else, also for a picture that is broken or too large. */
export function readImage(uri: string): Picture | null {
  const base64 = /^data:image\/(?:png|jpe?g);base64,(.*)$/is.exec(uri)?.[1]
  if (!base64) return null
  const bytes = Buffer.from(base64, 'base64')
  const size = readPng(bytes) ?? readJpeg(bytes)
  return size && size.width * size.height <= MOST_PIXELS ? { bytes, ...size } : null
}

type Size = Pick<Picture, 'width' | 'height'>

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

// pdfkit decodes in the background, where a broken picture would end the process: so all of it is looked at before.
function readPng(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || bytes.length < 33) return null
  const chunks = pngChunks(bytes)
  const header = chunks.get('IHDR')
  const data = chunks.get('IDAT')
  if (header?.length !== 13 || !data || !chunks.has('IEND')) return null
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.subarray(8)
  const known = DEPTHS[color]?.includes(depth) === true && compression === 0 && filter === 0
  if (!known || width === 0 || height === 0 || width * height > MOST_PIXELS) return null
  if (color === 3 && !chunks.has('PLTE')) return null
  const rows = passes(width, height, interlace).flatMap((pass) =>
    rowLengths(pass, depth * (CHANNELS[color] ?? 0)),
  )
  return holdsRows(data, rows) ? { width, height } : null
}

/** The content of each kind of chunk, pieces joined; what is cut off is left out. */
function pngChunks(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    const before = chunks.get(type) ?? Buffer.alloc(0)
    chunks.set(type, Buffer.concat([before, bytes.subarray(at + 8, at + 8 + length)]))
    at += 12 + length
  }
  return chunks
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function passes(width: number, height: number, interlace: number): Size[] {
  if (interlace === 0) return [{ width, height }]
  return ADAM7.map(([x, y, across, down]) => ({
    width: Math.ceil((width - x) / across),
    height: Math.ceil((height - y) / down),
  })).filter((pass) => pass.width > 0 && pass.height > 0)
}

const rowLengths = ({ width, height }: Size, bits: number): number[] =>
  Array.from({ length: height }, () => 1 + Math.ceil((width * bits) / 8))

/** Whether the compressed data holds just these rows, each beginning with a filter that exists. */
function holdsRows(data: Buffer, rows: readonly number[]): boolean {
  const total = rows.reduce((sum, length) => sum + length, 0)
  const pixels = inflated(data, total)
  if (pixels?.length !== total) return false
  let at = 0
  return rows.every((length) => {
    const filter = pixels[at] ?? 255
    at += length
    return filter <= 4
  })
}

function inflated(data: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: most })
  } catch {
    return null // not what zlib writes, or more than the header promises
  }
}

const JPEG_CHANNELS = [1, 3, 4]

function readJpeg(bytes: Buffer): Size | null {
  if (
    bytes.length < 20 ||
    bytes.readUInt16BE(0) !== 0xffd8 ||
    !bytes.includes(Buffer.from([0xff, 0xd9]), -64)
  )
    return null
  let at = 2
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return frameSize(bytes, at)
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

// Start of frame 0 to 15 without the tables that lie between them (DHT, JPG, DAC).
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function frameSize(bytes: Buffer, at: number): Size | null {
  const height = bytes.readUInt16BE(at + 5)
  const width = bytes.readUInt16BE(at + 7)
  const sound = bytes[at + 4] === 8 && JPEG_CHANNELS.includes(bytes[at + 9] ?? 0)
  return sound && width > 0 && height > 0 ? { width, height } : null
}

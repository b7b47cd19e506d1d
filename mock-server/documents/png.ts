import { crc32, inflateSync } from 'node:zlib'
import { layoutOf, pixelsOf, type Header, type Pixels } from './png-pixels.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const MOST_CHUNKS = 5000

/** What of a PNG is read: its header, its palette, what of it is transparent, and its rows as they are compressed. */
interface Chunks {
  IHDR: Buffer
  PLTE: Buffer
  tRNS: Buffer
  IDAT: Buffer
}

/**
 * Reads a PNG of any kind; null for what is none, is damaged, or has more than so many pixels. Nothing is unpacked that
 * the header does not announce, and what else lies in the file (texts, profiles, further frames) is passed over.
 */
export function readPng(bytes: Buffer, mostPixels: number): Pixels | null {
  const chunks = chunksOf(bytes)
  const header = chunks && headerOf(chunks.IHDR)
  if (!header || header.width * header.height > mostPixels) return null
  if (header.color === PALETTE && chunks.PLTE.length === 0) return null
  const layout = layoutOf(header)
  const rows = inflated(chunks.IDAT, layout.bytes)
  return rows && pixelsOf(header, layout, rows, { palette: chunks.PLTE, transparency: chunks.tRNS })
}

/** The chunks of each kind, joined; null where one of them is damaged, or the end is missing. */
function chunksOf(bytes: Buffer): Chunks | null {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null
  const pieces = new Map<string, Buffer[]>([
    ['IHDR', []],
    ['PLTE', []],
    ['tRNS', []],
    ['IDAT', []],
  ])
  let at = 8
  for (let count = 0; count < MOST_CHUNKS && at + 12 <= bytes.length; count += 1) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end + 4 > bytes.length) return null
    if (type === 'IEND') return joined(pieces)
    const wanted = pieces.get(type)
    if (wanted && crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null
    wanted?.push(bytes.subarray(at + 8, end))
    at = end + 4
  }
  return null
}

function joined(pieces: ReadonlyMap<string, Buffer[]>): Chunks {
  const all = (type: keyof Chunks) => Buffer.concat(pieces.get(type) ?? [])
  return { IHDR: all('IHDR'), PLTE: all('PLTE'), tRNS: all('tRNS'), IDAT: all('IDAT') }
}

const PALETTE = 3

/** Bits that a sample may have, by the number of a colour type. */
const DEPTHS = new Map<number, readonly number[]>([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
])

function headerOf(chunk: Buffer): Header | null {
  if (chunk.length !== 13) return null
  const [depth = 0, color = 0, compression, filter, interlace = 2] = chunk.subarray(8)
  const [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)]
  const known = DEPTHS.get(color)?.includes(depth) === true && compression === 0 && filter === 0
  return known && interlace <= 1 && width > 0 && height > 0
    ? { width, height, depth, color, interlaced: interlace === 1 }
    : null
}

/** The bytes, if they are just as many; null where they are fewer, more, or not what zlib writes. */
function inflated(data: Buffer, length: number): Buffer | null {
  try {
    const bytes = inflateSync(data, { maxOutputLength: length })
    return bytes.length === length ? bytes : null
  } catch {
    return null
  }
}

import jpeg from 'jpeg-js'
import type { Size } from './png-pixels.ts'

/** A JPEG as it can be embedded. */
export interface Jpeg extends Size {
  bytes: Buffer
  /** 1 grey, 3 colour, 4 the inks of printing. */
  channels: number
  /** How it is to be turned and mirrored to stand upright, 1 to 8 (EXIF); 1 as it is. */
  orientation: number
}

const START = 0xffd8
const APP1 = 0xe1
const SCAN = Buffer.from([0xff, 0xda])
/** Each scan goes over all of a progressive picture: cameras and programs write a dozen. */
const MOST_SCANS = 64
const MOST_MEGABYTES = 512

/**
 * Reads a JPEG; null for what is none, cannot be decoded, or has more than so many pixels. It is decoded only to see
 * that it can be: documents embed it as it is.
 */
export function readJpeg(bytes: Buffer, mostPixels: number): Jpeg | null {
  const segments = segmentsOf(bytes)
  const frame = segments.flatMap(({ marker, content }) => frameOf(marker, content)).at(0)
  if (!frame || frame.width * frame.height > mostPixels || scansOf(bytes) > MOST_SCANS) return null
  if (!isWhole(bytes) || !canBeDecoded(bytes, mostPixels)) return null
  const exif = segments.find(
    ({ marker, content }) => marker === APP1 && content.toString('latin1', 0, 6) === EXIF,
  )
  return { ...frame, bytes, orientation: exif ? orientationOf(exif.content.subarray(6)) : 1 }
}

interface Segment {
  marker: number
  content: Buffer
}

/** The segments in front of the first scan. */
function segmentsOf(bytes: Buffer): Segment[] {
  const segments: Segment[] = []
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START) return segments
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xda || end > bytes.length || end < at + 4) break
    segments.push({ marker, content: bytes.subarray(at + 4, end) })
    at = end
  }
  return segments
}

// Start of frame 0 to 2: all that is met outside laboratories.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2

function frameOf(marker: number, content: Buffer): (Size & { channels: number })[] {
  if (!isFrame(marker) || content.length < 6 || content[0] !== 8) return []
  const [height, width, channels = 0] = [content.readUInt16BE(1), content.readUInt16BE(3), content[5]]
  return width > 0 && height > 0 && [1, 3, 4].includes(channels) ? [{ width, height, channels }] : []
}

function scansOf(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(SCAN); at >= 0 && count <= MOST_SCANS; at = bytes.indexOf(SCAN, at + 2))
    count += 1
  return count
}

/** Whether the mark of the end stands near it: the decoder takes what is missing for black. */
const isWhole = (bytes: Buffer) => bytes.includes(Buffer.from([0xff, 0xd9]), -64)

function canBeDecoded(bytes: Buffer, mostPixels: number): boolean {
  // Asked of each frame: there may be another one behind the first.
  const limits = { maxResolutionInMP: mostPixels / 1e6, maxMemoryUsageInMB: MOST_MEGABYTES }
  try {
    jpeg.decode(bytes, { useTArray: true, tolerantDecoding: false, ...limits })
    return true
  } catch {
    return false // whatever is wrong with it
  }
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

/** The orientation that EXIF data tells; 1 where it tells none. */
function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const long = (at: number) =>
    little ? short(at) + short(at + 2) * 65_536 : short(at) * 65_536 + short(at + 2)
  const directory = long(4)
  const entries = Array.from({ length: Math.min(short(directory), 500) }, (_, n) => directory + 2 + n * 12)
  const value = short((entries.find((at) => short(at) === ORIENTATION) ?? tiff.length) + 8)
  return value >= 1 && value <= 8 ? value : 1
}

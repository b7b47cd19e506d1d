import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { jpeg } from './testing/jpeg.ts'
import { png, pngChunk, type PngPlan } from './testing/png.ts'

const MOST = 1_000_000

/** A number below 2^bits that looks like chance, the same for the same place. */
const noise = (x: number, y: number, channel: number, bits: number) =>
  (((x * 7919 + y * 104_729 + channel * 1_299_709) * 2_654_435_761) % 2 ** 31) % 2 ** bits

const KINDS = [
  ['grey', 0, 1, [1, 2, 4, 8, 16]],
  ['colour', 2, 3, [8, 16]],
  ['palette', 3, 1, [1, 2, 4, 8]],
  ['grey with alpha', 4, 2, [8, 16]],
  ['colour with alpha', 6, 4, [8, 16]],
] as const

const PALETTE = Buffer.from(Array.from({ length: 768 }, (_, n) => (n * 37) % 256))

function plan(color: number, channels: number, depth: number, width: number, height: number): PngPlan {
  const samples = (x: number, y: number) => Array.from({ length: channels }, (_, c) => noise(x, y, c, depth))
  const before = color === 3 ? [pngChunk('PLTE', PALETTE)] : []
  return { width, height, color, depth, samples, before }
}

/** What a pixel of such a plan looks like: red, green, blue, alpha. */
function shown({ color, depth, samples }: PngPlan, x: number, y: number): number[] {
  const values = samples(x, y)
  if (color === 3) return [...PALETTE.subarray((values[0] ?? 0) * 3, (values[0] ?? 0) * 3 + 3), 255]
  const bytes = values.map((value) =>
    depth === 16 ? value >> 8 : Math.floor((value * 255) / (2 ** depth - 1)),
  )
  const [red = 0, green = red, blue = red] = color === 4 ? bytes.slice(0, 1) : bytes
  return [red, green, blue, (color & 4) === 0 ? 255 : (bytes.at(-1) ?? 255)]
}

/** The same of each pixel, read. */
function pixelsOf(made: PngPlan): number[][] {
  const read = readPng(png(made), MOST)
  return Array.from({ length: made.width * made.height }, (_, pixel) => [
    ...(read?.rgb.subarray(pixel * 3, pixel * 3 + 3) ?? []),
    read?.alpha?.[pixel] ?? 255,
  ])
}

describe.each(KINDS)('a PNG in %s', (_name, color, channels, depths) => {
  test.each(depths)('of %i bits, of every width up to 33, interlaced and not', (depth) => {
    for (let width = 1; width <= 33; width += 1) {
      const made = plan(color, channels, depth, width, 1 + (width % 10))
      const wanted = Array.from({ length: made.width * made.height }, (_, pixel) =>
        shown(made, pixel % width, Math.floor(pixel / width)),
      )
      expect(pixelsOf(made)).toEqual(wanted)
      expect(pixelsOf({ ...made, interlaced: true })).toEqual(wanted)
    }
  })
})

describe('what is transparent', () => {
  test('of a palette: colour by colour', () => {
    const before = [pngChunk('PLTE', PALETTE), pngChunk('tRNS', Buffer.from([0, 128]))]
    const read = readPng(png({ width: 3, height: 1, color: 3, depth: 2, samples: (x) => [x], before }), MOST)
    expect([...(read?.alpha ?? [])]).toEqual([0, 128, 255])
  })

  test('of grey and of colours: one of them', () => {
    const grey = { width: 3, height: 1, color: 0, depth: 2, samples: (x: number) => [x] }
    const one = readPng(png({ ...grey, before: [pngChunk('tRNS', Buffer.from([0, 1]))] }), MOST)
    expect([...(one?.alpha ?? [])]).toEqual([255, 0, 255])
    const colour = { width: 2, height: 1, color: 2, depth: 8, samples: (x: number) => [x, 2, 3] }
    const other = readPng(
      png({ ...colour, before: [pngChunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3]))] }),
      MOST,
    )
    expect([...(other?.alpha ?? [])]).toEqual([255, 0])
  })

  test('nothing: then there is no alpha', () => {
    expect(readPng(png(plan(6, 4, 8, 1, 1)), MOST)?.alpha).not.toBeNull()
    expect(readPng(png({ ...plan(2, 3, 8, 5, 5) }), MOST)?.alpha).toBeNull()
  })
})

const GREYS = (x: number) => [x * 40]

describe('a JPEG', () => {
  test.each([
    [
      'in grey',
      { across: 3, down: 2, colour: GREYS },
      { width: 24, height: 16, channels: 1, orientation: 1 },
    ],
    ['in colour', { across: 3, down: 2, colour: () => [76, 85, 255] }, { channels: 3 }],
    ['in the inks of printing', { across: 1, down: 1, colour: () => [255, 255, 0, 255] }, { channels: 4 }],
    ['that builds up', { across: 2, down: 2, colour: GREYS, progressive: true }, { width: 16, channels: 1 }],
    [
      'that lies on its side',
      { across: 3, down: 1, colour: GREYS, orientation: 6 },
      { width: 24, orientation: 6 },
    ],
  ])('%s', (_, made, wanted) => {
    expect(readJpeg(jpeg(made), MOST)).toMatchObject(wanted)
  })

  test('with more scans than any program writes is none', () => {
    const made = { across: 1, down: 1, colour: GREYS, progressive: true }
    expect(readJpeg(jpeg({ ...made, scans: 60 }), MOST)).not.toBeNull()
    expect(readJpeg(jpeg({ ...made, scans: 70 }), MOST)).toBeNull()
  })
})

test('a picture with more pixels than asked for is not read', () => {
  expect(readPng(png(plan(0, 1, 8, 10, 10)), 99)).toBeNull()
  expect(readJpeg(jpeg({ across: 2, down: 2, colour: GREYS }), 255)).toBeNull()
})

test('no more is unpacked than the header announces', () => {
  const made = plan(0, 1, 8, 2, 2)
  const bomb = pngChunk('IDAT', deflateSync(Buffer.alloc(100_000_000)))
  const chunks = png(made)
  const before = chunks.subarray(0, 33)
  expect(readPng(Buffer.concat([before, bomb, pngChunk('IEND')]), MOST)).toBeNull()
})

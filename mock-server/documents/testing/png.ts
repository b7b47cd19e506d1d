import { crc32, deflateSync } from 'node:zlib'

/** A PNG to be made up: samples by place, each as many bits as `depth` says. */
export interface PngPlan {
  width: number
  height: number
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  color: number
  depth: number
  interlaced?: boolean
  samples: (x: number, y: number) => readonly number[]
  /** Chunks between header and pixels: palette, what is transparent, and whatever nobody needs. */
  before?: readonly Buffer[]
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export const pngOf = (chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks])

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0), check?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(check ?? crc32(named))])
}

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const pngHeader = ({ width, height, depth, color, interlaced = false }: Omit<PngPlan, 'samples'>) =>
  pngChunk(
    'IHDR',
    Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, color, 0, 0, Number(interlaced)])]),
  )

/** The chunks of a sound PNG in their order, its rows filtered in each way in turn. */
export const pngChunks = (plan: PngPlan): Buffer[] => [
  pngHeader(plan),
  ...(plan.before ?? []),
  pngChunk('IDAT', deflateSync(rowsOf(plan))),
  pngChunk('IEND'),
]

export const png = (plan: PngPlan): Buffer => pngOf(pngChunks(plan))

/** What is compressed in a PNG. */
export function rowsOf({ width, height, depth, interlaced, samples }: PngPlan): Buffer {
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const)
  const step = Math.max(1, (depth * samples(0, 0).length) >> 3)
  return Buffer.concat(
    passes.flatMap(([left, top, across, down]) => {
      let above: Buffer | undefined
      return from(top, height, down).map((y, number) => {
        const row = packed(
          from(left, width, across).flatMap((x) => samples(x, y)),
          depth,
        )
        const filtered = filter(number % 5, row, above ?? Buffer.alloc(row.length), step)
        above = row
        return row.length === 0 ? row : filtered
      })
    }),
  )
}

const from = (first: number, end: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, n) => first + n * step)

function packed(samples: readonly number[], depth: number): Buffer {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

function filter(kind: number, row: Buffer, above: Buffer, step: number): Buffer {
  const bytes = row.map((byte, at) => {
    const [left = 0, up = 0, upLeft = 0] = [row[at - step], above[at], above[at - step]]
    const estimate = left + up - upLeft
    const nearest = [left, up, upLeft].reduce((a, b) =>
      Math.abs(estimate - b) < Math.abs(estimate - a) ? b : a,
    )
    return byte - ([0, left, up, (left + up) >> 1, nearest][kind] ?? 0)
  })
  return Buffer.concat([Buffer.from([kind]), bytes])
}

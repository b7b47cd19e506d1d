/** A JPEG to be made up of fields of 8 by 8 pixels, each of one colour. */
export interface JpegPlan {
  /** In fields. */
  across: number
  down: number
  /** 1 grey, 3 as Y, Cb and Cr, 4 as inverted inks. */
  colour: (x: number, y: number) => readonly number[]
  progressive?: boolean
  /** As EXIF has it, 1 to 8. */
  orientation?: number
  /** How often the scan is there: each goes over all of a progressive picture. */
  scans?: number
}

const segment = (marker: number, ...bytes: number[]) =>
  Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])

/** Twelve lengths of a number in four bits each, and one bit for "nothing follows". */
const DC_TABLE = [0, 0, 0, 0, 12, ...Array<number>(12).fill(0), ...Array(12).keys()]
const AC_TABLE = [0x10, 1, ...Array<number>(15).fill(0), 0]

export function jpeg(plan: JpegPlan): Buffer {
  const { across, down, colour, progressive = false, orientation, scans = 1 } = plan
  const channels = [...colour(0, 0).keys()]
  const [width, height] = [across * 8, down * 8]
  const scan = [
    segment(0xda, channels.length, ...channels.flatMap((id) => [id + 1, 0]), 0, progressive ? 0 : 63, 0),
    fieldsOf(plan),
  ]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation ? [exif(orientation)] : []),
    ...(channels.length === 4 ? [segment(0xee, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0)] : []),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(
      progressive ? 0xc2 : 0xc0,
      8,
      height >> 8,
      height & 255,
      width >> 8,
      width & 255,
      channels.length,
      ...channels.flatMap((id) => [id + 1, 0x11, 0]),
    ),
    segment(0xc4, ...DC_TABLE),
    segment(0xc4, ...AC_TABLE),
    ...Array.from({ length: scans }, () => scan).flat(),
    Buffer.from([0xff, 0xd9]),
  ])
}

const exif = (orientation: number) =>
  segment(
    0xe1,
    ...Buffer.from('Exif\0\0II*\0\b\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0', 'latin1'),
    orientation,
    0,
    0,
    0,
  )

function fieldsOf({ across, down, colour, progressive = false }: JpegPlan): Buffer {
  const before: number[] = []
  let bits = ''
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1)
      for (const [channel, value] of colour(x, y).entries()) {
        const level = 8 * (value - 128)
        bits += coded(level - (before[channel] ?? 0)) + (progressive ? '' : '0')
        before[channel] = level
      }
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2))
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}

function coded(difference: number): string {
  const length = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const value = difference < 0 ? difference + 2 ** length - 1 : difference
  return length.toString(2).padStart(4, '0') + (length === 0 ? '' : value.toString(2).padStart(length, '0'))
}

import type { Subset } from 'fontkit'

/** A glyph as its font's file has it. */
interface Outline {
  bytes: Buffer
  /** The glyphs that it is put together of: where in the bytes each is named, and its number in the font. */
  parts: readonly { place: number; id: number }[]
  advance: number
  bearing: number
}

type Tables = ReadonlyMap<string, Buffer>

/** In the order in which they are written; those for hints are left out where a font has none. */
const WRITTEN = ['head', 'hhea', 'loca', 'maxp', 'cvt ', 'prep', 'glyf', 'hmtx', 'fpgm'] as const
const NEEDED = ['head', 'hhea', 'loca', 'maxp', 'glyf', 'hmtx'] as const

/**
 * Makes subsets of a TrueType font, byte for byte those that fontkit makes; null where the file is of another kind. fontkit decodes
 * each point of each glyph anew for each document, which is a quarter of the time that a page takes: a glyph is copied as it stands.
 */
export function subsetsOf(file: Buffer): (() => Subset) | null {
  const tables = tablesOf(file)
  if (!tables) return null
  const outline = outlines(tables)
  return () => new TrueTypeSubset(tables, outline)
}

const KINDS: readonly string[] = ['\0\u0001\0\0', 'true']

function tablesOf(file: Buffer): Tables | null {
  if (!KINDS.includes(file.toString('latin1', 0, 4))) return null
  const tables = new Map<string, Buffer>()
  for (let n = 0; n < file.readUInt16BE(4); n += 1) {
    const entry = 12 + 16 * n
    const [offset, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)]
    tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + length))
  }
  return NEEDED.every((tag) => tables.has(tag)) ? tables : null
}

const tableOf = (tables: Tables, tag: (typeof WRITTEN)[number]): Buffer => tables.get(tag) ?? Buffer.alloc(0)

/** Whether offsets of glyphs are 32 bits wide; else they are 16, and count words. */
const isLong = (tables: Tables): boolean => tableOf(tables, 'head').readInt16BE(50) === 1

/** Reads the glyphs of a font, each once. */
function outlines(tables: Tables): (id: number) => Outline {
  const [glyf, loca] = [tableOf(tables, 'glyf'), tableOf(tables, 'loca')]
  const offset = isLong(tables)
    ? (id: number) => loca.readUInt32BE(4 * id)
    : (id: number) => 2 * loca.readUInt16BE(2 * id)
  const known = new Map<number, Outline>()
  return (id) => {
    const read = known.get(id)
    if (read) return read
    const bytes = glyf.subarray(offset(id), offset(id + 1))
    const outline = { bytes, parts: partsOf(bytes), ...metricOf(tables, id) }
    known.set(id, outline)
    return outline
  }
}

/** Flags of a part of a glyph (OpenType, "glyf"). */
const WORDS = 0x01
const SCALE = 0x08
const MORE = 0x20
const TWO_SCALES = 0x40
const MATRIX = 0x80

function partsOf(bytes: Buffer): Outline['parts'] {
  if (bytes.length === 0 || bytes.readInt16BE(0) >= 0) return []
  const parts: Outline['parts'][number][] = []
  for (let flags = MORE, place = 10; flags & MORE; place += partLength(flags)) {
    flags = bytes.readUInt16BE(place)
    parts.push({ place: place + 2, id: bytes.readUInt16BE(place + 2) })
  }
  return parts
}

const partLength = (flags: number): number =>
  4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0)

/** The last glyphs of a font may share one width. */
function metricOf(tables: Tables, id: number): Pick<Outline, 'advance' | 'bearing'> {
  const hmtx = tableOf(tables, 'hmtx')
  const count = tableOf(tables, 'hhea').readUInt16BE(34)
  const bearing = id < count ? 4 * id + 2 : 4 * count + 2 * (id - count)
  return {
    advance: hmtx.readUInt16BE(4 * Math.min(id, count - 1)),
    bearing: bearing < hmtx.length ? hmtx.readInt16BE(bearing) : 0,
  }
}

class TrueTypeSubset implements Subset {
  readonly glyphs: number[] = []
  readonly #places = new Map<number, number>()
  readonly #tables: Tables
  readonly #outline: (id: number) => Outline

  constructor(tables: Tables, outline: (id: number) => Outline) {
    this.#tables = tables
    this.#outline = outline
    this.includeGlyph(0)
  }

  includeGlyph(id: number): number {
    const known = this.#places.get(id)
    if (known !== undefined) return known
    const place = this.glyphs.push(id) - 1
    this.#places.set(id, place)
    return place
  }

  encode(): Buffer {
    const all: { bytes: Buffer; advance: number; bearing: number }[] = []
    // Parts join the glyphs on the way.
    for (const id of this.glyphs) all.push(this.#renumbered(this.#outline(id)))
    const written = {
      ...this.#headers(all.length),
      hmtx: metrics(all),
      glyf: Buffer.concat(all.map(({ bytes }) => bytes)),
    }
    const loca = offsets(
      all.map(({ bytes }) => bytes.length),
      isLong(this.#tables),
    )
    return fontFile(new Map([...this.#tables, ...Object.entries(written), ['loca', loca]]))
  }

  #renumbered({ bytes, parts, ...metric }: Outline) {
    if (parts.length === 0) return { bytes, ...metric }
    const copy = Buffer.from(bytes)
    for (const { place, id } of parts) copy.writeUInt16BE(this.includeGlyph(id), place)
    return { bytes: copy, ...metric }
  }

  #headers(count: number): Record<'hhea' | 'maxp', Buffer> {
    const [hhea, maxp] = [
      Buffer.from(tableOf(this.#tables, 'hhea')),
      Buffer.from(tableOf(this.#tables, 'maxp')),
    ]
    hhea.writeUInt16BE(count, 34)
    maxp.writeUInt16BE(count, 4)
    return { hhea, maxp }
  }
}

function metrics(all: readonly { advance: number; bearing: number }[]): Buffer {
  const table = Buffer.alloc(4 * all.length)
  for (const [place, { advance, bearing }] of all.entries())
    table.writeInt16BE(bearing, table.writeUInt16BE(advance, 4 * place))
  return table
}

function offsets(lengths: readonly number[], long: boolean): Buffer {
  const table = Buffer.alloc((long ? 4 : 2) * (lengths.length + 1))
  let [place, offset] = [0, 0]
  for (const length of [...lengths, 0]) {
    place = long ? table.writeUInt32BE(offset, place) : table.writeUInt16BE(offset / 2, place)
    offset += length
  }
  return table
}

function fontFile(tables: Tables): Buffer {
  const written = WRITTEN.filter((tag) => tables.has(tag)).map((tag) => ({
    tag,
    table: tableOf(tables, tag),
  }))
  const head = Buffer.alloc(12 + 16 * written.length)
  const power = Math.floor(Math.log2(written.length))
  head.write('true', 'latin1')
  head.writeUInt16BE(written.length, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (written.length - 2 ** power), 10)
  let offset = head.length
  for (const [n, { tag, table }] of written.entries()) {
    const entry = 12 + 16 * n
    head.write(tag, entry, 'latin1')
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(table.length, entry + 12)
    offset += table.length
  }
  return Buffer.concat([head, ...written.map(({ table }) => table)])
}

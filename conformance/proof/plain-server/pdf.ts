import { deflateSync } from 'node:zlib'

/** What stands on a document and how it looks. */
export interface Sheet {
  title: string
  lines: readonly string[]
  fontFamily: string
  fontSize: number
  /** Red, green and blue, 0 to 1. */
  color: readonly [number, number, number]
  /** In which order the lines, and the words of each line, are drawn. */
  words: 'as read' | 'last first'
  compressed: boolean
}

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 50
const LINES_PER_PAGE = 46
const CHARACTERS_PER_LINE = 90
/** Of every character, in thousandths of the font size. */
const GLYPH_WIDTH = 550

/** A PDF 1.4 of the sheet, on as many pages as its lines take; `date` becomes its creation date. */
export function pdf(sheet: Sheet, date?: Date): Buffer {
  const lines = sheet.lines.map(printable).flatMap(wrapped)
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / LINES_PER_PAGE)) }, (_, page) =>
    lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE),
  )
  const title = printable(sheet.title)
  const characters = [...new Set([title, ...lines].join(''))]
  return file(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${7 + page * 2} 0 R`).join(' ')}] >>`,
      ...font(sheet.fontFamily, characters),
      ...pages.flatMap((page, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${8 + index * 2} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        stream(content(sheet, title, page, encoder(characters)), sheet.compressed),
      ]),
      ...(date ? [`<< /CreationDate (D:${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z) >>`] : []),
    ],
    date !== undefined,
  )
}

function printable(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '?').replaceAll(/\p{Cc}+/gu, ' ')
}

/** Breaks at spaces only, so that every word stays whole. */
function wrapped(line: string): string[] {
  const rows = ['']
  for (const word of line.split(' ')) {
    const row = rows[rows.length - 1] ?? ''
    if (row !== '' && row.length + word.length >= CHARACTERS_PER_LINE) rows.push(word)
    else rows[rows.length - 1] = row === '' ? word : `${row} ${word}`
  }
  return rows
}

type Encode = (text: string) => string

/** Writes texts in the font's codes. */
function encoder(characters: readonly string[]): Encode {
  const codes = new Map(characters.map((character, place) => [character, code(place)]))
  return (text) => `<${Array.from(text, (character) => codes.get(character)).join('')}>`
}

function content(sheet: Sheet, title: string, lines: readonly string[], encode: Encode): string {
  const size = Math.min(Math.max(sheet.fontSize, 6), 14)
  const drawn = { 'as read': inLines, 'last first': wordByWord }[sheet.words]
  return [
    `${sheet.color.join(' ')} rg`,
    `BT /F1 ${size + 6} Tf ${MARGIN} ${HEIGHT - MARGIN} Td ${encode(title)} Tj ET`,
    '0 g',
    ...drawn(lines, size, encode),
  ].join('\n')
}

const LEADING = 16
const TOP = HEIGHT - MARGIN - 30

const inLines = (lines: readonly string[], size: number, encode: Encode): string[] => [
  `BT /F1 ${size} Tf ${LEADING} TL ${MARGIN} ${TOP} Td`,
  ...lines.map((line) => `${encode(line)} Tj T*`),
  'ET',
]

/** From the last word to the first, each where it stands. */
const wordByWord = (lines: readonly string[], size: number, encode: Encode): string[] =>
  lines
    .flatMap((line, row) =>
      [...line.matchAll(/[^ ]+/g)].map(({ 0: word, index }) => {
        const left = MARGIN + (index * size * GLYPH_WIDTH) / 1000
        return `BT /F1 ${size} Tf ${left} ${TOP - row * LEADING} Td ${encode(word)} Tj ET`
      }),
    )
    .toReversed()

/** Objects 3 to 6: a font whose codes are the characters' places in `characters`, with the map back to them. */
function font(family: string, characters: readonly string[]): (string | Buffer)[] {
  const name = family.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 60) || 'Helvetica'
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      '/DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /DW ${GLYPH_WIDTH} /FontDescriptor 5 0 R ` +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -250 1000 900] /ItalicAngle 0 ` +
      '/Ascent 900 /Descent -250 /CapHeight 700 /StemV 80 >>',
    stream(unicodeMap(characters), false),
  ]
}

/** A code of two bytes; 0 stays free. */
function code(place: number): string {
  return (place + 1).toString(16).padStart(4, '0')
}

function unicodeMap(characters: readonly string[]): string {
  const rows = characters.map((character, place) => {
    const utf16 = Buffer.from(character, 'utf16le').swap16().toString('hex')
    return `1 beginbfchar\n<${code(place)}> <${utf16}>\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...rows,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

function stream(text: string, compressed: boolean): Buffer {
  const plain = Buffer.from(text, 'latin1')
  const data = compressed ? deflateSync(plain) : plain
  const filter = compressed ? ' /Filter /FlateDecode' : ''
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length}${filter} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** Header, objects numbered from 1, cross-reference table with exact offsets, trailer. */
function file(objects: readonly (string | Buffer)[], lastIsInfo: boolean): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(length)
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const info = lastIsInfo ? ` /Info ${objects.length} 0 R` : ''
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${size} /Root 1 0 R${info} >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

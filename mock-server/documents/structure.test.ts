import { inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderDocument } from './render.ts'
import { manyLines, sampleSource } from './sample-sources.ts'

// What PDF/UA-1 (ISO 14289-1) asks for and a machine can see, by the checkpoints of the Matterhorn protocol 1.1. A
// person has to judge: 01 (what is an artifact), 02 (whether tags suit what they mark), 04 (colour and contrast), 06-004
// and 13-005 (whether title and alternatives say what is there), 09 (the order of reading), 11-006 (other languages
// in notes: nothing says which they are), 14 (headings). Documents have none of what the others are about: 03 flashing, 05
// sound, 08 scans, 12 stretched characters, 16 formulas, 18 running heads that are real content, 20 layers, 21 attached files, 23
// forms, 24 and 29 scripts, 25 XFA, 26 encryption, 27 navigation by bookmarks, 30 embedded objects.

/** A document as text, and what is painted on its pages. */
interface Read {
  text: string
  objects: string[]
  pages: string[]
}

function read(pdf: Buffer): Read {
  const text = pdf.toString('latin1')
  const objects = text.match(/\d+ 0 obj\n[^]*?\nendobj/g) ?? []
  const streams = [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g)]
  const unpacked = streams.map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  )
  return { text, objects, pages: unpacked.filter((content) => /\bBDC\b/.test(content)) }
}

const of = ({ objects }: Read, pattern: RegExp) => objects.filter((object) => pattern.test(object))
const elements = (doc: Read, tag: string) => of(doc, new RegExp(`/S /${tag}\\n`))

/** Whether there are any, and it holds of each. */
const each = (objects: readonly string[], holds: (object: string) => boolean) =>
  objects.length > 0 && objects.every(holds)

/** Operators that paint, outside of all marked content. */
function unmarked(content: string): string[] {
  let depth = 0
  const painted: string[] = []
  for (const [operator] of content.matchAll(/\b(?:BDC|BMC|EMC|Tj|TJ|f\*?|S|Do)\b(?!\w)/g)) {
    if (operator === 'EMC') depth -= 1
    else if (operator === 'BDC' || operator === 'BMC') depth += 1
    else if (depth === 0) painted.push(operator)
  }
  return painted
}

/** How many shapes are filled on the first page with this note. */
async function filled(note: string): Promise<number> {
  const { pages } = read(await renderDocument(sampleSource({ invoice: { note } })))
  expect(unmarked(pages[0] ?? '')).toEqual([])
  return pages[0]?.match(/\bf\b/g)?.length ?? 0
}

/** What is written on the first page, glyph by glyph, as each can be copied. */
function spelled({ text, objects, pages }: Read): string {
  const numbered = (id: string) => objects.find((object) => object.startsWith(`${id} 0 obj`)) ?? ''
  const alphabets = new Map<string, string[]>()
  for (const [, name = '', id = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = numbered(/\/ToUnicode (\d+) 0 R/.exec(numbered(id))?.[1] ?? '')
    const [, bytes = ''] = /stream\n([^]*?)\nendstream/.exec(map) ?? []
    const [, list = ''] =
      /\[([^\]]*)\]/.exec(inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')) ?? []
    alphabets.set(
      name,
      [...list.matchAll(/<(\w*)>/g)].map(([, hex = '']) => String.fromCodePoint(Number(`0x${hex}`))),
    )
  }
  let font = ''
  const written = Array.from(
    pages[0]?.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> Tj/g) ?? [],
    ([, name, codes = '']) => {
      font = name ?? font
      return Array.from(
        codes.match(/.{4}/g) ?? [],
        (code) => alphabets.get(font)?.[Number(`0x${code}`)],
      ).join('')
    },
  )
  return written.join('')
}

const CONDITIONS: Readonly<Record<string, (doc: Read) => boolean>> = {
  '01-003 to 01-005: all that is painted is tagged or an artifact': ({ pages }) =>
    pages.length > 1 && pages.every((content) => unmarked(content).length === 0),
  '06-001: the document has metadata': ({ text }) => text.includes('/Type /Metadata'),
  '06-002: it says that it is PDF/UA-1': ({ text }) => text.includes('<pdfuaid:part>1</pdfuaid:part>'),
  '06-003: the metadata has a title': ({ text }) => /<dc:title>[^]*INV-1001[^]*<\/dc:title>/.test(text),
  '07-001: windows show the title': ({ text }) => text.includes('/DisplayDocTitle true'),
  '09-004 to 09-006: rows are in tables, cells in rows, items in lists': (doc) =>
    ['THead', 'TBody', 'TR', 'TH', 'TD', 'L', 'LI', 'Lbl', 'LBody'].every(
      (tag) => elements(doc, tag).length > 0,
    ),
  '10-001: every font can be copied from': (doc) =>
    each(of(doc, /\/Type \/Font\n[^]*\/Subtype \/Type0/), (font) => font.includes('/ToUnicode')),
  '11-001: the language is told': ({ text }) => text.includes('/Lang (en-GB)'),
  '13-004: pictures have words in their stead': (doc) =>
    each(elements(doc, 'Figure'), (figure) => /\/Alt \(.+\)/.test(figure)),
  '15-003: heads of columns and rows say which they are': (doc) =>
    elements(doc, 'TH').length > 5 &&
    each(elements(doc, 'TH'), (head) => /\/Scope \/(Column|Row)/.test(head)),
  '28-002: annotations are in the structure': (doc) =>
    each(of(doc, /\/Type \/Annot\b/), (annotation) => /\/StructParent \d/.test(annotation)),
  '28-004: links say where they lead': (doc) =>
    each(of(doc, /\/Subtype \/Link/), (link) => /\/Contents \(.+\)/.test(link)),
  '28-009: pages with links are walked in the order of the structure': (doc) =>
    each(of(doc, /\/Type \/Page\n/), (page) => page.includes('/Tabs /S')),
  '28-011: links are in Link elements, with their object': (doc) =>
    elements(doc, 'Link').length === 1 && each(elements(doc, 'Link'), (link) => link.includes('/Type /OBJR')),
  '31-009: every font is embedded': (doc) =>
    each(of(doc, /\/Type \/FontDescriptor/), (font) => /\/FontFile[23]? /.test(font)),
  '31-018: glyphs are found by their own numbers': ({ text }) => text.includes('/CIDToGIDMap /Identity'),
  'the document is marked as tagged, and none of it as suspect': ({ text }) =>
    text.includes('/Marked true') && !text.includes('/Suspects true'),
}

describe('a document keeps what PDF/UA-1 asks for', () => {
  let doc: Read
  beforeAll(async () => {
    const note = 'A leaf \u{1f33f}, שלום and a rest'
    doc = read(await renderDocument(sampleSource({ invoice: { line_items: manyLines(30), note } })))
  })

  test.each(Object.entries(CONDITIONS))('%s', (_, holds) => {
    expect(holds(doc)).toBe(true)
  })

  test('lines of a block are read with a space between them, and parts of a word without', async () => {
    const invoice = { note: `${'x'.repeat(300)} ends here` }
    const text = spelled(read(await renderDocument(sampleSource({ invoice }))))
    expect(text).toContain('Fern & Finch Ltd 12 Harbour Street Whitstable CT5 1AB')
    expect(text).toContain(`Note ${'x'.repeat(300)} ends here`)
  })

  test('marks above and below letters are drawn: what is written are the letters, each with its marks', async () => {
    expect((await filled('مُحَمَّد')) - (await filled('محمد'))).toBe(3)
    expect((await filled('שָׁלוֹם')) - (await filled('שלום'))).toBe(3)
  })

  test('what paints outside of marked content would be seen', () => {
    expect(unmarked('/P <</MCID 0>> BDC (a) Tj EMC 0 0 m f')).toEqual(['f'])
  })
})

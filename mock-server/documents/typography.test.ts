import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { renderDocument } from './index.ts'
import { placedTexts, wholeText, type PlacedText } from './read-back.ts'
import { SAMPLES } from './sample-list.ts'
import { manyLines, sampleSource } from './sample-sources.ts'

const shown = async (...changes: Parameters<typeof sampleSource>) =>
  wholeText(await renderDocument(sampleSource(...changes)))

const overlaps = (a: PlacedText, b: PlacedText) =>
  Math.abs(a.y - b.y) < Math.min(a.size, b.size) * 0.6 &&
  a.x < b.x + b.width - 0.5 &&
  b.x < a.x + a.width - 0.5

describe('typography', () => {
  test.each(SAMPLES)('$name: nothing overlaps, nothing leaves the page', async ({ source }) => {
    for (const texts of await placedTexts(await renderDocument(source))) {
      const spread = texts.filter(({ x, width, y }) => x < 40 || x + width > 570 || y < 26 || y > 815)
      expect(spread).toEqual([])
      const colliding = texts.flatMap((a, at) =>
        texts
          .slice(at + 1)
          .filter((b) => overlaps(a, b))
          .map((b) => [a, b]),
      )
      expect(colliding).toEqual([])
    }
  })

  test('amounts end at one edge and their decimals stand below each other', async () => {
    const [page = []] = await placedTexts(await renderDocument(sampleSource()))
    const amounts = page.filter(({ text, size }) => /^€\d+\.\d\d$/.test(text) && size === 10)
    const edges = amounts.map(({ x, width }) => x + width).filter((edge) => edge > 530)
    expect(edges.length).toBeGreaterThan(5)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(1)
  })

  test.each([
    ['Germany', 595.28, 841.89],
    ['United States', 612, 792],
    ['CA', 612, 792],
  ])('paper for %s', async (country, width, height) => {
    const { billing_address } = sampleSource().invoice
    const pdf = await renderDocument(
      sampleSource({ invoice: { billing_address: { ...billing_address, country } } }),
    )
    const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
    expect(page.view).toEqual([0, 0, width, height])
  })
})

describe('scripts', () => {
  test('Hebrew and Arabic are copied as they were written, also between Latin and digits', async () => {
    const note = 'Label שלום עולם first, then مرحبا بالعالم and الإجمالي'
    const text = await shown({ invoice: { note } })
    for (const part of ['שלום עולם', 'مرحبا بالعالم', 'الإجمالي', 'first, then']) expect(text).toContain(part)
  })

  test('letters with marks above and below them are copied as they were written', async () => {
    const words = ['מַזָּל', 'בְּרֵאשִׁית', 'مُحَمَّد', 'سَيِّدَتِي', 'اللّٰه']
    const text = await shown({ invoice: { note: words.join(' ') } })
    for (const word of words) expect(text).toContain(word)
  })

  test('lines of Hebrew follow each other when they are wrapped', async () => {
    const words = Array.from({ length: 60 }, (_, n) => 'אבגדהוזחטיכלמנסעפצקרשת'.slice(n % 15, (n % 15) + 5))
    const text = await shown({ invoice: { note: words.join(' ') } })
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words.join(' '))
  })

  test('Greek, Cyrillic and Vietnamese', async () => {
    const note = 'Καλημέρα κόσμε, Привіт світе, Đặc biệt, ŁŹŻ'
    expect(await shown({ invoice: { note } })).toContain(note)
  })

  test('a character without a font stands as its code point, and the document says so', async () => {
    const text = await shown({ invoice: { note: 'Plant \u{1f33f}' } })
    expect(text).toContain('U+1F33F')
    expect(text).toMatch(/No font at hand/)
  })

  test('a page in a language that no font draws is English', async () => {
    expect(await shown({ settings: { locale: 'th-TH' } })).toContain('Subtotal')
  })
})

describe('long and odd data', () => {
  test('200 lines: every line once, head and page number on every page', async () => {
    const pdf = await renderDocument(sampleSource({ invoice: { line_items: manyLines(200) } }))
    const { text: pages } = await extractText(new Uint8Array(pdf))
    expect(pages.length).toBeGreaterThan(4)
    for (const [place, page] of pages.entries()) {
      expect(page).toContain(`Page ${place + 1} of ${pages.length}`)
      expect(page.includes('Item SKU Qty Unit price Amount')).toBe(/no\. \d+/.test(page))
    }
    const numbers = pages.join(' ').match(/(?<=no\. )\d+/g)
    expect(numbers?.map(Number)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  })

  test('totals and closing have two lines of the order with them, on whatever page they come', async () => {
    for (const count of [1, 2, 8, 9, 10, 12, 13, 15]) {
      const invoice = { line_items: manyLines(count), note: 'Some words '.repeat(count * 12).trim() }
      const pdf = await renderDocument(sampleSource({ invoice }))
      const { text: pages } = await extractText(new Uint8Array(pdf))
      const last = pages.find((page) => page.includes('Amount due')) ?? ''
      expect(last.match(/no\. \d/g)?.length).toBeGreaterThanOrEqual(Math.min(count, 2))
      expect(pages.at(-1)).toMatch(/words[^]*Thank you for your order\.[^]*fernandfinch/)
    }
  })

  test('the foot of a page holds all of the closing, whatever its size', async () => {
    for (const font_size of [7, 8, 9, 11, 12, 13]) {
      const pdf = await renderDocument(sampleSource({ template: { font_size, font_family: 'Georgia' } }))
      const { text: pages } = await extractText(new Uint8Array(pdf))
      expect(pages.at(-1)).toMatch(/Amount due[^]*Thank you[^]*fernandfinch[^]*VAT GB/)
    }
  })

  test('5,000 lines', async () => {
    const pdf = await renderDocument(sampleSource({ invoice: { line_items: manyLines(5000) } }))
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBeGreaterThan(150)
  })

  test('a long title is wrapped and nothing of it is lost', async () => {
    const title = `${'Very long title of a thing '.repeat(11)}${'x'.repeat(90)}`.slice(0, 300)
    const line_items = [{ title, variant_title: '', quantity: 1, price: '1.00', sku: '' }]
    const text = await shown({ invoice: { line_items } })
    const packed = text.replaceAll(/\s/g, '')
    expect(packed).toContain('Verylongtitleofathing'.repeat(11))
    expect(packed.match(/x+/g)?.reduce((sum, run) => sum + run.length, 0)).toBeGreaterThanOrEqual(
      title.match(/x/g)?.length ?? 0,
    )
  })

  test('amounts are exact whatever their size', async () => {
    const price = '98765432109876543210987654321.99'
    const line_items = [{ title: 'Moon', variant_title: '', quantity: 3, price, sku: '' }]
    const text = await shown({
      invoice: { total_price: '296296296329629629632962962965.97', line_items, tax_lines: [] },
    })
    expect(text.replaceAll(/\s/g, '')).toContain('Total€296,296,296,329,629,629,632,962,962,965.97')
  })

  test('no figure breaks within, though what stands beside it is set smaller', async () => {
    const line_items = [
      { title: 'Screw', variant_title: '', quantity: 1_000_000_000, price: '0.01', sku: '' },
      { title: 'Nut', variant_title: '', quantity: 2_147_483_647, price: '1234567.89', sku: '' },
    ]
    const text = await shown({ invoice: { total_price: '2651214364886294.83', line_items, tax_lines: [] } })
    for (const figure of ['1,000,000,000', '2,147,483,647', '1,234,567.89', '2,651,214,354,886,294.83'])
      expect(text).toContain(figure)
  })

  const ODD = [null, '', 0, -1, 1e300, '\u0000\u0007\ud800', 'x'.repeat(3000), [], {}, [null], true] as const

  test.each(ODD.map((odd) => [JSON.stringify(odd)?.slice(0, 20), odd]))(
    'every field being %s',
    async (_, odd) => {
      const replaced: ReturnType<typeof sampleSource> = JSON.parse(
        JSON.stringify(sampleSource()),
        (key, value: unknown) =>
          typeof value === 'object' &&
          !['customer', 'billing_address', 'line_items', 'tax_lines'].includes(key)
            ? value
            : odd,
      )
      const pdf = await renderDocument({ ...replaced, kind: 'invoice' })
      expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBeGreaterThan(0)
    },
  )
})

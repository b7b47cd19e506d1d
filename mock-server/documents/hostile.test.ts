import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMock, type StartedMock } from '../index.ts'
import { jpeg } from './testing/jpeg.ts'
import { png, pngChunk, pngChunks, pngHeader, pngOf, uint32, type PngPlan } from './testing/png.ts'

// What an attacker sends, drawn by the mock as it is: each document is answered, and so are all others.

/** `npm run hostile` draws all of a kind, `npm run test:long` every fifth. */
const met = <T>(all: readonly T[]): T[] =>
  all.filter((_, at) => process.env['HOSTILE'] === 'all' || at % 5 === 0)

let mock: StartedMock
let slug: string
let template: number

beforeAll(async () => {
  mock = await startMock({ scenario: 'small' })
  slug = (await call('GET', '/invoices?per_page=1')).json.invoices[0].slug
  template = (await call('POST', '/templates', { template: { name: 'Hostile', template_type: 'invoice' } }))
    .json.template.id
})
afterAll(() => mock.close())

async function call(method: string, path: string, body?: object) {
  const url = path.startsWith('http') ? path : mock.base_url + path
  const headers = { 'x-auth-token': mock.target.api_key, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  // What the answers hold is what the tests are about.
  return { status: answer.status, json: (await answer.json()) as any } // oxlint-disable-line no-explicit-any
}

let changes = 0

/** The URL of the document as template and settings are now: it is made anew when the template has changed. */
async function documentUrl(): Promise<string> {
  await change({ name: `Hostile ${(changes += 1)}` })
  const { json } = await call('GET', `/invoices/${slug}/pdf?template_id=${template}`)
  return json.invoice.pdf_url
}

/** The document: how many pictures are in it. */
async function drawn(url: string): Promise<{ status: number; begins: string; pictures: number }> {
  const answer = await fetch(url)
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  return {
    status: answer.status,
    begins: text.slice(0, 5),
    pictures: text.split('/ColorSpace /Device').length - 1 - (text.split('/SMask').length - 1),
  }
}

const change = (fields: object) => call('PATCH', `/templates/${template}`, { template: fields })

async function withLogo(bytes: Buffer, type = 'png') {
  const logo_url = `data:image/${type};base64,${bytes.toString('base64')}`
  expect((await change({ logo_url, logo_enabled: true })).status).toBe(200)
  return drawn(await documentUrl())
}

const PICTURE = { status: 200, begins: '%PDF-', pictures: 1 }
const PLACEHOLDER = { ...PICTURE, pictures: 0 }

/** What a picture is, its bytes, and what is drawn of it. */
type Attack = [string, Buffer, object]

const GREY: PngPlan = { width: 20, height: 12, color: 0, depth: 8, samples: (x, y) => [(x * 12 + y) % 256] }
const FLAT = { across: 3, down: 2, colour: (x: number) => [x * 60, 128, 128] }
const [HEADER, PIXELS, END] = pngChunks(GREY) as [Buffer, Buffer, Buffer]
const bomb = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000))
const claiming = (width: number, height: number) =>
  pngOf([pngHeader({ ...GREY, width, height }), PIXELS, END])
const between = (...chunks: Buffer[]) => pngOf([HEADER, ...chunks, PIXELS, END])
const whole = png(GREY)
const photo = jpeg(FLAT)

describe('pictures', () => {
  test.each(met(Array.from({ length: 33 }, (_, n) => n + 1)))(
    'an interlaced PNG of %i pixels width',
    async (width) => {
      expect(await withLogo(png({ ...GREY, width, interlaced: true }))).toEqual(PICTURE)
    },
  )

  test.each<Attack>([
    [
      'of 16 bits',
      png({ ...GREY, depth: 16, color: 6, samples: (x, y) => [x * 3000, y * 5000, 0, 40_000] }),
      PICTURE,
    ],
    [
      'of one bit, interlaced',
      png({ ...GREY, depth: 1, interlaced: true, samples: (x) => [x % 2] }),
      PICTURE,
    ],
    ['with a text of 200 kB', between(pngChunk('tEXt', Buffer.alloc(200_000, 'a'))), PICTURE],
    [
      'with a profile that unpacks to 300 MB',
      between(pngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), bomb(300)]))),
      PICTURE,
    ],
    [
      'with further frames',
      between(pngChunk('acTL', Buffer.alloc(8, 255)), pngChunk('fcTL'), pngChunk('fdAT')),
      PICTURE,
    ],
    ['in many pieces', pngOf([HEADER, ...inPieces(3), END]), PICTURE],
    [
      'in more pieces than any program writes',
      pngOf([HEADER, ...inPieces(3), ...empty(6000), END]),
      PLACEHOLDER,
    ],
    [
      'with a palette that lacks colours',
      png({ ...GREY, color: 3, before: [pngChunk('PLTE', Buffer.alloc(3))] }),
      PICTURE,
    ],
    ['without its palette', png({ ...GREY, color: 3 }), PLACEHOLDER],
    ['with an empty header', pngOf([pngChunk('IHDR'), PIXELS, END]), PLACEHOLDER],
    ['with two headers', pngOf([HEADER, HEADER, PIXELS, END]), PLACEHOLDER],
    ['in the wrong order', pngOf([PIXELS, END, HEADER]), PLACEHOLDER],
    ['damaged in transit', pngOf([HEADER, pngChunk('IDAT', PIXELS.subarray(8, -4), 7), END]), PLACEHOLDER],
    [
      'with a filter that is none',
      pngOf([HEADER, pngChunk('IDAT', deflateSync(Buffer.alloc(21 * 12, 9))), END]),
      PLACEHOLDER,
    ],
    ['that unpacks to 300 MB', pngOf([HEADER, pngChunk('IDAT', bomb(300)), END]), PLACEHOLDER],
    ['of four thousand million pixels', claiming(2 ** 16, 2 ** 16), PLACEHOLDER],
    ['of the greatest size that can be written', claiming(2 ** 32 - 1, 2 ** 32 - 1), PLACEHOLDER],
    ['of no size', claiming(0, 12), PLACEHOLDER],
    [
      'with a chunk beyond its end',
      between(Buffer.concat([uint32(2 ** 31), Buffer.from('tEXt')])),
      PLACEHOLDER,
    ],
    ...[9, 20, 40, 60, -20, -12, -1].map((end): Attack => [
      `cut off at ${end}`,
      whole.subarray(0, end),
      PLACEHOLDER,
    ]),
  ])('a PNG %s', async (_, bytes, wanted) => {
    expect(await withLogo(bytes)).toEqual(wanted)
  })

  test.each<Attack>([
    ['in grey', jpeg({ ...FLAT, colour: () => [40] }), PICTURE],
    ['in the inks of printing', jpeg({ ...FLAT, colour: () => [255, 0, 255, 255] }), PICTURE],
    ['that builds up', jpeg({ ...FLAT, progressive: true }), PICTURE],
    ['on its side', jpeg({ ...FLAT, orientation: 6 }), PICTURE],
    ['that goes over itself 5,000 times', jpeg({ ...FLAT, progressive: true, scans: 5000 }), PLACEHOLDER],
    ['of four thousand million pixels', sized(photo, 65_535, 65_535), PLACEHOLDER],
    ['of more than it has data for', sized(photo, 2048, 2048), PLACEHOLDER],
    [
      'without tables',
      Buffer.concat([photo.subarray(0, 2), photo.subarray(photo.indexOf('ffc0', 'hex'))]),
      PLACEHOLDER,
    ],
    ...[3, 30, 150, -3].map((end): Attack => [`cut off at ${end}`, photo.subarray(0, end), PLACEHOLDER]),
  ])('a JPEG %s', async (_, bytes, wanted) => {
    expect(await withLogo(bytes, 'jpeg')).toEqual(wanted)
  })
})

/** The pixels in chunks of so many bytes. */
function inPieces(size: number): Buffer[] {
  const data = PIXELS.subarray(8, -4)
  return Array.from({ length: Math.ceil(data.length / size) }, (_, n) =>
    pngChunk('IDAT', data.subarray(n * size, (n + 1) * size)),
  )
}

const empty = (count: number) => Array.from({ length: count }, () => pngChunk('IDAT'))

/** The JPEG with another size written into it. */
function sized(bytes: Buffer, width: number, height: number): Buffer {
  const frame = bytes.indexOf('ffc0', 'hex')
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

const LONGEST = 20_000

/** Texts for which careless layout takes ever longer. */
const TEXTS: Readonly<Record<string, string>> = {
  'zero-width spaces': 'a\u200b'.repeat(LONGEST / 2),
  'soft hyphens': `a${'\u00ad'.repeat(LONGEST - 2)}b`,
  spaces: `a${' '.repeat(LONGEST - 2)}b`,
  'nested embeddings': `א${'\u2067'.repeat(LONGEST - 2)}b`,
  'isolates without end': `א${'\u2068'.repeat(LONGEST - 2)}b`,
  'numbers among Hebrew': 'א' + '1,'.repeat(LONGEST / 2 - 1),
  'marks on one letter': `a${'\u0301\u0323'.repeat(LONGEST / 2 - 1)}`,
  'Arabic in one word': 'ب'.repeat(LONGEST),
  'one long word': 'x'.repeat(LONGEST),
  'characters without a font': '漢'.repeat(LONGEST),
  'line ends': 'a\n'.repeat(LONGEST / 2),
}

describe('texts', () => {
  test.each(met(Object.entries(TEXTS)))('%s, as many as are allowed', async (_, footer_message) => {
    expect(await call('PATCH', '/settings', { settings: { footer_message } })).toMatchObject({ status: 200 })
    expect(await drawn(await documentUrl())).toMatchObject({ status: 200, begins: '%PDF-' })
  })

  test('one character more is unprocessable, and the error says what is allowed', async () => {
    const footer_message = 'x'.repeat(LONGEST + 1)
    const { status, json } = await call('PATCH', '/settings', { settings: { footer_message } })
    expect(status).toBe(422)
    expect(json.errors).toEqual({ 'settings.footer_message': ['must have at most 20,000 characters'] })
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s as a name of everything',
    async (name) => {
      const fields = { font_family: name, date_format: name, accent_color: name, invoice_number_prefix: name }
      expect((await change(fields)).status).toBe(200)
      const settings = { locale: name, datetime_format: name, footer_message: name }
      expect((await call('PATCH', '/settings', { settings })).status).toBe(200)
      expect(await drawn(await documentUrl())).toMatchObject({ status: 200, begins: '%PDF-' })
    },
  )
})

test('while a long document is drawn, others are answered', async () => {
  await call('PATCH', '/settings', { settings: { footer_message: '字'.repeat(LONGEST) } })
  const events: string[] = []
  const document = drawn(await documentUrl()).finally(() => events.push('drawn'))
  while (!events.includes('drawn')) {
    expect((await call('GET', '/invoices?per_page=1')).status).toBe(200)
    events.push('answered')
  }
  expect(await document).toMatchObject({ status: 200, begins: '%PDF-' })
  expect(events.indexOf('drawn')).toBeGreaterThan(1)
})

describe('orders', () => {
  const line = { title: 'Cup', variant_title: '', quantity: 1, price: '1.00', sku: 'CUP' }
  const withLines = async (count: number) => {
    const orders = `${mock.admin_url}/stores/${mock.stores[0]?.name}/orders`
    const [{ id: _, ...order }] = (await call('GET', orders)).json.orders
    return call('POST', orders, { ...order, line_items: Array.from({ length: count }, () => line) })
  }

  test('of as many lines as are allowed are drawn', async () => {
    const { status, json } = await withLines(5000)
    expect(status).toBe(201)
    const { invoice } = (await call('POST', '/invoices', { order_id: json.id })).json
    const { pdf_url } = (await call('GET', `/invoices/${invoice.slug}/pdf`)).json.invoice
    expect(await drawn(pdf_url)).toMatchObject({ status: 200, begins: '%PDF-' })
  })

  test('of more lines are refused, and the error says how many are allowed', async () => {
    const { status, json } = await withLines(5001)
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain('must have at most 5,000 items')
  })
})

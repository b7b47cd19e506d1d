import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DrawingStopped } from '../documents/index.ts'
import { api, KEYS, listeningMock, type Called, type ListeningMock } from './testing/listening-mock.ts'

let mock: ListeningMock
/** Path and query of a signed URL. */
let signed: string
let pdf_url: string

beforeAll(async () => {
  mock = await listeningMock()
  mock.mock.clock.set(Date.UTC(2031, 0, 1), true)
  pdf_url = await freshUrl()
  signed = pdf_url.slice(mock.origin.length)
})
afterEach(() => mock.speak())
afterAll(() => mock.close())

async function freshUrl(query = '', index = 0, headers = {}): Promise<string> {
  const { invoices } = (await mock.call('GET', api('/invoices?per_page=2'))).json
  const { invoice } = (
    await mock.call('GET', api(`/invoices/${invoices[index]?.slug}/pdf${query}`), { headers })
  ).json
  return invoice.pdf_url
}

const fetched = async (headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(pdf_url, { headers, method })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const shown = ({ status, headers, text }: Called) => [status, headers['content-type'], text]
const refusal = (status: number) => [
  status,
  'application/json; charset=utf-8',
  '{"error":"The download URL is not valid or has expired"}',
]

const swapCase = (sign: string) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase())

/** A sign of the same kind that is another one. */
const changed = (sign: string) => {
  if (/[a-z]/i.test(sign)) return swapCase(sign)
  return /\d/.test(sign) ? String((Number(sign) + 1) % 10) : 'x'
}

// fetch would add Cache-Control: no-cache of its own.
const askedAgain = (etag: string) => mock.call('GET', signed, { headers: { 'if-none-match': etag } })

const originFor = async (headers: Record<string, string>) => new URL(await freshUrl('', 0, headers)).origin

describe('a document that is too much to be drawn', () => {
  test('is answered in words, in JSON', async () => {
    const message = 'To draw this document takes longer than 60 s.'
    const other = await listeningMock({
      parts: { render: () => Promise.reject(new DrawingStopped(message)) },
    })
    const { invoices } = (await other.call('GET', api('/invoices?per_page=1'))).json
    const { invoice } = (await other.call('GET', api(`/invoices/${invoices[0]?.slug}/pdf`))).json
    const { status, text } = await other.call('GET', invoice.pdf_url.slice(other.origin.length))
    expect([status, JSON.parse(text)]).toEqual([503, { error: 'Service unavailable', message }])
    await other.close()
  })
})

describe('a signed URL', () => {
  test('serves the document without a key, on the address that the client used', async () => {
    const { answer, bytes } = await fetched()
    expect(pdf_url.startsWith(`${mock.origin}/documents/`)).toBe(true)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': expect.stringMatching(/^inline; filename="[^"]+\.pdf"/),
      'cache-control': 'private',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    })
    expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  })

  test('serves nothing once any byte of it is another, or gone', async () => {
    const altered = [...signed].flatMap((sign, at) => [
      signed.slice(0, at) + changed(sign) + signed.slice(at + 1),
      signed.slice(0, at) + signed.slice(at + 1),
      signed.slice(0, at) + '%00' + signed.slice(at),
    ])
    for (const url of altered.filter((each) => each.startsWith('/'))) {
      const { status, text, headers } = await mock.call('GET', url)
      expect([url, status < 400, text.includes('%PDF'), headers['content-type']]).toEqual([
        url,
        false,
        false,
        'application/json; charset=utf-8',
      ])
    }
    expect(altered.length).toBeGreaterThan(300)
  })

  test.each<[string, (url: string) => string]>([
    ['cut off', (url) => url.replace(/&signature=.*/, '')],
    ['empty', (url) => url.replace(/signature=.*/, 'signature=')],
    ['in capitals', (url) => url.replace(/[\da-f]+$/, (hex) => hex.toUpperCase())],
    ['longer', (url) => `${url}0`],
    ['there twice', (url) => `${url}&${url.split('&')[1]}`],
    ['before the expiry', (url) => url.replace(/\?(.*)&(.*)/, '?$2&$1')],
    ['in an array', (url) => url.replace('signature=', 'signature[]=')],
    ['followed by more', (url) => `${url}&x=1`],
    ['that of another document', (url) => url.replace(/\d+(\/[^/]+)\?/, '1$1?')],
    ['under another name', (url) => url.replace(/[^/]+\.pdf/, 'other.pdf')],
    ['made for longer', (url) => url.replace(/expires=\d+/, 'expires=99999999999')],
    ['in another spelling of the path', (url) => url.replace('/documents/rich', '/documents/%72ich')],
    ['with a path like none', () => '/documents?expires=1&signature=0'],
  ])('serves nothing with its signature %s', async (_name, alter) => {
    expect(shown(await mock.call('GET', alter(signed)))).toEqual(refusal(403))
  })

  test('is refused with the status of the dialect', async () => {
    mock.speak({ 'pdf.bad_signature': 410 })
    expect(shown(await mock.call('GET', `${signed}0`))).toEqual(refusal(410))
  })

  test('is over after the lifetime of the dialect, on the clock of the mock', async () => {
    mock.speak({ 'pdf.url_lifetime': 60 })
    const short = (await freshUrl()).slice(mock.origin.length)
    mock.mock.clock.advance(59_999)
    expect((await mock.call('HEAD', short)).status).toBe(200)
    mock.mock.clock.advance(1)
    expect(shown(await mock.call('GET', short))).toEqual(refusal(403))
    expect((await mock.call('HEAD', signed)).status).toBe(200)
  })

  test('answers not-found in JSON once its store has gone, and to other methods', async () => {
    expect((await mock.call('POST', signed)).status).toBe(404)
    const other = await listeningMock({ secret: () => mock.mock.secret, world: mock.mock.clock })
    await other.mock.db.alone(() => other.mock.stores.drop('rich'))
    expect((await other.call('GET', signed)).status).toBe(404)
    await other.close()
  })

  test('names the document it was made for, whatever is made later', async () => {
    const { bytes } = await fetched()
    const slip = await freshUrl('?packing_slip=true')
    const another = await freshUrl('', 1)
    await freshUrl()
    expect(new Set([pdf_url, slip, another]).size).toBe(3)
    expect((await fetched()).bytes.equals(bytes)).toBe(true)
  })
})

describe('a download', () => {
  test.each<[string, number, (size: number) => [number, number]]>([
    ['bytes=0-99', 206, () => [0, 99]],
    ['bytes=100-', 206, (size) => [100, size - 1]],
    ['bytes=-5', 206, (size) => [size - 5, size - 1]],
    ['bytes=0-99999999', 206, (size) => [0, size - 1]],
    ['bytes=0-1,5-9', 200, (size) => [0, size - 1]],
    ['lines=0-1', 200, (size) => [0, size - 1]],
    ['nonsense', 200, (size) => [0, size - 1]],
  ])('of the range %s answers %i', async (range, status, expected) => {
    const whole = (await fetched()).bytes
    const [start, end] = expected(whole.length)
    const { answer, bytes } = await fetched({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      status,
      status === 206 ? `bytes ${start}-${end}/${whole.length}` : null,
    ])
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true)
  })

  test('beyond its end is refused', async () => {
    const { answer, bytes } = await fetched({ range: 'bytes=99999999-' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      416,
      'application/json; charset=utf-8',
    ])
    expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
    expect(JSON.parse(bytes.toString())).toEqual({ error: 'Range not satisfiable' })
  })

  test('is whole where the range was asked of other bytes', async () => {
    const etag = (await fetched()).answer.headers.get('etag') ?? ''
    expect((await fetched({ range: 'bytes=0-1', 'if-range': etag })).answer.status).toBe(206)
    expect((await fetched({ range: 'bytes=0-1', 'if-range': '"other"' })).answer.status).toBe(200)
  })

  test('that the client has already is not sent again', async () => {
    const { answer } = await fetched()
    const { status, text } = await askedAgain(answer.headers.get('etag') ?? '')
    expect([status, text]).toEqual([304, ''])
    expect((await askedAgain('"other"')).status).toBe(200)
  })

  test('can be asked for its headers alone', async () => {
    const whole = await fetched()
    const head = await fetched({}, 'HEAD')
    expect([head.answer.status, head.bytes.length]).toEqual([200, 0])
    expect(head.answer.headers.get('content-length')).toBe(String(whole.bytes.length))
  })
})

describe('the address in the URL', () => {
  test.each([
    [{ host: 'shop.example:8080' }, 'http://shop.example:8080'],
    [{ host: '[::1]:4010' }, 'http://[::1]:4010'],
    [{ host: 'evil.example/path' }, null],
    [{ host: 'user@evil.example' }, null],
    [{ host: 'a b' }, null],
    [{ host: '' }, null],
    [{ host: 'a:65535' }, 'http://a:65535'],
    [{ host: 'a:65536' }, null],
    [{ host: 'a:99999' }, null],
    [{ host: 'a:0' }, null],
    [{ host: '256.256.256.256' }, null],
    [{ host: '[1:2]' }, null],
    [{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }, null],
  ])('of %j', async (headers, expected) => {
    expect(await originFor(headers)).toBe(expected ?? mock.origin)
  })

  test('is that of a proxy which is trusted', async () => {
    const proxied = await listeningMock({ trustProxy: true })
    const { invoices } = (await proxied.call('GET', api('/invoices'), { key: KEYS.rich })).json
    const urlFor = async (headers: Record<string, string>) =>
      (await proxied.call('GET', api(`/invoices/${invoices[0]?.slug}/pdf`), { headers })).json.invoice.pdf_url
    const forwarded = { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }
    expect(new URL(await urlFor(forwarded)).origin).toBe('https://shop.example')
    expect(new URL(await urlFor({ ...forwarded, 'x-forwarded-proto': 'HTTPS, http' })).origin).toBe(
      'https://shop.example',
    )
    expect(new URL(await urlFor({ 'x-forwarded-host': 'a:99999' })).origin).toBe(proxied.origin)
    expect(new URL(await urlFor({ 'x-forwarded-proto': 'javascript' })).origin).toBe(proxied.origin)
    await proxied.close()
  })
})

test.each([
  ['\0\ud800', 0],
  ['<b>&"\\', -1],
  ['x'.repeat(500), 2 ** 53 - 1],
  ['../..:*?', -(2 ** 53 - 1)],
  ['', 1_000_000],
  ['\u202e עברית \r\nX: y', 7],
])('a PDF is served whatever the records hold: %j, %i', async (text, number) => {
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]))
  const settings = texts(
    'business_name',
    'invoice_title',
    'invoice_number_prefix',
    'next_invoice_number',
    'locale',
    'footer_message',
  )
  const look = texts('accent_color', 'font_family', 'date_format', 'invoice_number_prefix')
  const template = {
    ...look,
    name: 'Odd',
    font_size: number,
    logo_width: number,
    logo_enabled: true,
    logo_url: 'data:image/png;base64,AAAA',
  }
  const store = mock.mock.stores.byKey(KEYS.rich)
  const order_id = [...(store?.orders.keys() ?? [])].find(
    (id) => !store?.indexes.invoicesByOrder.orders.first(id),
  )

  await mock.call('PATCH', api('/settings'), {
    body: { settings: { ...settings, default_due_days: number } },
  })
  const { id } = (await mock.call('POST', api('/templates'), { body: { template } })).json.template
  const { slug } = (await mock.call('POST', api('/invoices'), { body: { order_id } })).json.invoice
  const url = (await mock.call('GET', api(`/invoices/${slug}/pdf?template_id=${id}`))).json.invoice.pdf_url
  const answer = await fetch(url)
  expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
})

import { describe, expect, test } from 'vitest'
import { growth, LINEAR } from './testing/growth.ts'
import { schema, schemaNames } from './schema-files.ts'
import { compileSteps, firstError, readQuery, validate } from './validate.ts'

describe('validate', () => {
  test('tells every error of a body with its path', () => {
    const template = { name: 7, template_type: 'letter', logo_url: 'no address', font_size: 1.5 }
    expect(validate('requests/template', { template })).toEqual([
      { path: ['template', 'name'], message: 'must be a string', keyword: 'type' },
      {
        path: ['template', 'template_type'],
        message: 'must be one of invoice, packing_slip, credit_note',
        keyword: 'enum',
        allowed: ['invoice', 'packing_slip', 'credit_note'],
      },
      { path: ['template', 'font_size'], message: 'must be an integer', keyword: 'type' },
      { path: ['template', 'logo_url'], message: 'must be an absolute URI', keyword: 'format' },
    ])
  })

  test('tells in words what breaks a pattern of the schemas', () => {
    // A dialect's answers are told in words of their own.
    const names = schemaNames().filter((name) => name !== 'dialect')
    const texts = names.map((name) => JSON.stringify(schema(name)))
    const patterns = new Set(texts.flatMap((text) => text.match(/"pattern":"(?:[^"\\]|\\.)*"/g) ?? []))
    expect(patterns.size).toBeGreaterThan(2)
    for (const pattern of patterns) {
      const [error] = validate(JSON.parse(`{"type":"string",${pattern}}`), '')
      expect(error?.message).toMatch(/^must (?!match)/)
    }
  })

  test('names the field that is missing', () => {
    const missing = { path: ['order_id'], message: 'is required', keyword: 'required' }
    expect(validate('requests/create-invoice', {})).toEqual([missing])
    expect(firstError('requests/create-invoice', {})).toEqual(missing)
  })

  test.each([undefined, null, [], 'text', 7])('finds that %j is no object', (value) => {
    expect(validate('requests/settings', value)).toEqual([
      { path: [], message: 'must be an object', keyword: 'type' },
    ])
  })

  test.each(['12', 1.5, true, null, [12], {}, '9'.repeat(400), Infinity])(
    'coerces nothing: order_id %j is no integer',
    (order_id) => {
      expect(firstError('requests/create-invoice', { order_id })?.message).toBe('must be an integer')
    },
  )

  test('leaves fields that it does not know alone', () => {
    expect(validate('requests/customer', { customer: { nickname: 'Z', id: 4 }, more: [] })).toEqual([])
  })

  test('tells one error of a body with a million', () => {
    expect(validate('requests/bulk-pdf', { invoice_ids: Array(1_000_000).fill('x') })).toHaveLength(1)
    expect(validate('requests/bulk-pdf', { invoice_ids: ['x', 1, 'y'] })).toHaveLength(2)
  })

  test('bears a body nested a hundred thousand deep', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
    expect(validate('requests/customer', { customer: { email: deep } })).toHaveLength(1)
  })
})

test('what is compiled in steps judges in between, and when it is done, as ever', () => {
  const steps = compileSteps(['requests/create-invoice', 'queries/document'])
  const missing = { path: ['order_id'], message: 'is required', keyword: 'required' }
  while (!steps.next().done) expect(firstError('requests/create-invoice', {})).toEqual(missing)
  expect(validate('requests/create-invoice', {})).toEqual([missing])
})

describe('readQuery', () => {
  test.each<[string, unknown]>([
    ['7', 7],
    ['-1', -1],
    ['007', 7],
    ['1e2', '1e2'],
    [' 7 ', ' 7 '],
    ['0x10', '0x10'],
    ['+7', '+7'],
    ['7.0', '7.0'],
    ['', ''],
    ['٧', '٧'],
    ['99999999999999999999', 1e20],
  ])('reads page=%j as %j', (page, read) => {
    expect(readQuery('queries/list-invoices', { page })).toEqual({ page: read })
  })

  test.each<[string, unknown]>([
    ['true', true],
    ['false', false],
    ['TRUE', 'TRUE'],
    ['1', '1'],
    ['', ''],
  ])('reads packing_slip=%j as %j', (packing_slip, read) => {
    expect(readQuery('queries/document', { packing_slip })).toEqual({ packing_slip: read })
  })

  test('leaves repeated, unknown and text parameters as they are', () => {
    const query = { page: ['1', '2'], search: '7', colour: '7', constructor: '7' }
    expect(readQuery('queries/list-customers', query)).toEqual(query)
  })
})

const email = (text: string) => firstError('requests/customer', { customer: { email: text } })
const day = (text: string) => firstError('queries/list-invoices', { created_at_min: text })
const pdf = (invoice: object) =>
  firstError('resources/invoice-pdf', {
    slug: '3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b',
    number: '1',
    pdf_url: 'https://a.example/x',
    ...invoice,
  })
const slug = (text: string) => pdf({ slug: text })
const uri = (text: string) => pdf({ pdf_url: text })
const time = (text: string) =>
  firstError('resources/customer', {
    id: 1,
    email: '',
    first_name: '',
    last_name: '',
    phone: '',
    tax_number: '',
    eori_number: '',
    tags: '',
    platform_customer_id: 1,
    created_at: text,
    updated_at: '2026-01-01T00:00:00Z',
  })

describe('formats', () => {
  test.each<[string, (text: string) => unknown, string[], string[]]>([
    [
      'email',
      email,
      ['', 'zoe@example.com', "o'neil+x@mail.example.co.uk"],
      ['zoe', '@x.de', 'a b@x.de', 'a@b', 'a@x.de '],
    ],
    [
      'date',
      day,
      ['2026-03-01', '2024-02-29'],
      ['2026-02-29', '2026-13-01', '2026-3-1', '20260301', '', '2026-03-01T00:00:00Z'],
    ],
    [
      'date-time',
      time,
      ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.123456+05:30', '2026-12-31T23:59:59.9-00:00'],
      [
        '2026-03-01 09:30:00Z',
        '2026-03-01T09:30:00+0100',
        '2026-03-01T09:30:00',
        '2026-03-01t09:30:00z',
        '2026-02-30T09:30:00Z',
        '2026-03-01T24:00:00Z',
        '2026-03-01',
      ],
    ],
    [
      'uuid',
      slug,
      ['3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b', '3F2B8C1E-9D4A-7E6F-8A7B-5C0D1E2F3A4B'],
      ['urn:uuid:3f2b8c1e-9d4a-4e6f-8a7b-5c0d1e2f3a4b', '3f2b8c1e9d4a4e6f8a7b5c0d1e2f3a4b', ''],
    ],
    [
      'uri',
      uri,
      ['http://127.0.0.1:4010/files/x?sig=a%20b'],
      ['/files/x', 'files/x', 'http://a b', '', '//a.example/x'],
    ],
  ])('%s', (_, check, good, bad) => {
    expect(good.flatMap((text) => check(text) ?? [])).toEqual([])
    expect(bad.filter((text) => !check(text))).toEqual([])
  })

  test.each<[string, (length: number) => void]>([
    ['a host of hyphens', (length) => email('a@' + 'a-'.repeat(length))],
    ['a local part of dots', (length) => email('a.'.repeat(length) + '@')],
    ['a host of dots', (length) => email('a@' + 'a.'.repeat(length) + '-')],
    ['a URI with a space', (length) => uri('http://' + 'a'.repeat(length) + ' ')],
    ['a URI of escapes', (length) => uri('http://' + '%41:'.repeat(length) + '"')],
  ])('take time that grows with the length of the text alone: %s', (_, work) => {
    expect(growth(work, 6_250)).toBeLessThan(LINEAR)
  })
})

import fc from 'fast-check'
import { OPERATION_IDS, OPERATIONS, type Operation, type OperationId } from '../../../schemas/operations.ts'
import { KEYS } from './listening-mock.ts'

/** Any code units: NUL, control characters, halves of characters. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units))
const oddText = fc.oneof(
  anyText,
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\ud800',
    "' OR 1=1 --",
    '%',
    '_',
    '(',
    '[a-',
    '../..',
    '<script>',
    '😀',
    '__proto__',
    'constructor',
    'NaN',
    '٣',
    '1e2',
    ' 7 ',
    '0x10',
    '１２',
  ),
  fc.constantFrom(1000, 20_000).map((length) => 'x'.repeat(length)),
)

/** What no integer, boolean or text field takes. */
const container = fc.oneof(
  fc.constant({}),
  fc.constant([]),
  fc.dictionary(oddText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 3 }),
  fc.constantFrom(10, 1000, 20_000).map((depth) => `\u0001${'['.repeat(depth)}${']'.repeat(depth)}`),
)
/** Numbers as they are written, which JSON.stringify would not: no order, template or invoice has them as id. */
const oddNumber = fc
  .constantFrom(
    '-1',
    '-0',
    '0',
    '1.5',
    '1e400',
    '-1e400',
    '1E+2000',
    '9007199254740993',
    '1'.repeat(400),
    '0.1e-9',
    '123456789.000001',
  )
  .map((digits) => `\u0001${digits}`)
const wrongId = fc.oneof(oddNumber, oddText, container, fc.boolean(), fc.constant(null))

/** JSON in which a text that begins with \u0001 stands for itself. */
const written = (value: unknown) => JSON.stringify(value)?.replaceAll(/"\\u0001([^"]*)"/g, '$1') ?? ''

const member = (name: string, value: fc.Arbitrary<unknown>) => value.map((wrong) => ({ [name]: wrong }))
const wrongFields = (resource: string, fields: string[], more: fc.Arbitrary<object> = fc.constant({})) =>
  fc.oneof(
    fc
      .jsonValue({ maxDepth: 1 })
      .filter((value) => typeof value !== 'object' || value === null || !(resource in value)),
    member(
      resource,
      fc.oneof(oddText, oddNumber, fc.boolean(), fc.constant(null), fc.array(fc.jsonValue({ maxDepth: 1 }))),
    ),
    member(
      resource,
      fc
        .record({ field: fc.constantFrom(...fields), value: container, rest: more })
        .map(({ field, value, rest }) => ({ ...rest, [field]: value })),
    ),
  )

const wrongBodies: Record<string, fc.Arbitrary<unknown>> = {
  createInvoice: fc.oneof(
    member('order_id', wrongId),
    fc.record({ order_id: fc.constant(1), template_id: wrongId }),
    fc.record({ order_id: fc.nat(3000), draft: container }),
    fc.record({ order_id: fc.nat(3000), packing_slip: container }),
    container,
  ),
  bulkPdf: fc.oneof(
    member(
      'invoice_ids',
      fc.oneof(
        wrongId,
        fc.array(wrongId, { minLength: 1, maxLength: 5 }),
        fc.constant(Array.from({ length: 6000 }, () => 1)),
      ),
    ),
    container,
  ),
  sendInvoiceEmail: fc.oneof(member('template_id', wrongId), fc.array(fc.jsonValue())),
  createTemplate: wrongFields(
    'template',
    ['name', 'font_size', 'logo_enabled', 'logo_url', 'template_type'],
    fc.constant({ name: 'Fuzz' }),
  ),
  updateTemplate: wrongFields('template', ['name', 'font_size', 'logo_enabled', 'logo_url', 'template_type']),
  createCustomer: wrongFields('customer', ['email', 'first_name', 'tags', 'tax_number']),
  updateCustomer: wrongFields('customer', ['email', 'first_name', 'tags', 'tax_number']),
  updateSettings: wrongFields('settings', ['business_name', 'default_due_days', 'invoice_bcc', 'locale']),
}

/** Text that JSON.parse refuses. */
const malformed = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    'undefined',
    'NaN',
    '01',
    '"\t"',
    '"\\u12"',
    '\u0000',
    '// x',
    '{"a":1}{"a":2}',
    '\\',
    '['.repeat(50_000),
  ),
  anyText.map((wrong) => `{"template":"${wrong}`),
)

const oddSegment = fc.oneof(
  oddText.map((value) => encodeURIComponent(Buffer.from(value).toString()).slice(0, 3000) || '%20'),
  fc.constantFrom(
    '%',
    '%z',
    '%zz',
    '%c0%80',
    '%ff',
    '%00',
    '%F0%9F',
    '..%2f..',
    '.',
    ';',
    '0',
    '-1',
    '1.0',
    '99999999999999999999',
    '%31%',
    'a%2Fb',
    '$&',
    "'",
  ),
)
const oddQuery = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'page',
        'per_page',
        'q',
        'search',
        'invoice_type',
        'financial_status',
        'created_at_min',
        'created_at_max',
        'page[]',
        'q[a][b]',
        '__proto__',
        'constructor',
        '%',
        '',
        '%zz',
        'per_page[0]',
      ),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e999',
        '1.5',
        '9'.repeat(30),
        '2026-02-30',
        '2026-13-01',
        '0000-00-00',
        '%',
        '%zz',
        '%00',
        '%ff%fe',
        '+',
        'null',
        '[]',
        '%F0%9F%98%80',
        'x'.repeat(3000),
        '=',
        '(',
        '\\',
        "'",
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'content-type': 'text/html' },
    { 'content-type': ';;;' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'br' },
    { 'content-encoding': 'what' },
    { 'transfer-encoding': 'chunked' },
    { accept: 'text/html' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-mock-answer': 'nonsense' },
    { 'x-mock-answer': '' },
    { cookie: 'a'.repeat(4000) },
    { range: 'bytes=5-1' },
    { 'if-none-match': '*' },
    { 'x-forwarded-host': '<script>' },
    { origin: 'null' },
    { 'x-odd': '\u00ff\u00fe' },
  ),
)

const METHODS = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'M-SEARCH',
  'QUERY',
]

/** Body or query keep these from being a write whatever record they name. */
const KEPT_FROM_WRITING: readonly OperationId[] = [
  'readInvoice',
  'regenerateInvoice',
  'readInvoicePdf',
  'sendInvoiceEmail',
  'updateTemplate',
  'updateCustomer',
]

/**
 * Requests over all operations with something about each that keeps it from being a write. The segment `known` in a
 * path stands for a record of the store.
 */
export const oddRequest = fc.constantFrom(...OPERATION_IDS).chain((id) => {
  const { method, path }: Operation = OPERATIONS[id]
  const known = KEPT_FROM_WRITING.includes(id)
  const wrongBody = wrongBodies[id]?.map(written)
  return fc.record({
    id: fc.constant(id),
    method: fc
      .oneof({ weight: 4, arbitrary: fc.constant(method) }, fc.constantFrom(...METHODS))
      .filter((other) => other === method || !known),
    path: fc
      .oneof(...(known ? [fc.constant('known')] : []), oddSegment)
      .map((segment) => path.replace(/\{\w+\}/, () => segment)),
    query:
      id === 'readInvoicePdf' || id === 'regenerateInvoice'
        ? oddQuery.map((query) => `${query}&template_id=x`)
        : oddQuery,
    headers: oddHeaders,
    body: wrongBody
      ? fc.oneof({ weight: 3, arbitrary: wrongBody }, malformed)
      : fc.option(fc.oneof(malformed, fc.json()), { nil: undefined }),
    key: fc.constantFrom(KEYS.rich, KEYS.rich, KEYS.rich, KEYS.rich, KEYS.second, KEYS.free, '', 'no'),
  })
})

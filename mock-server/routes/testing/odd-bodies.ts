import fc from 'fast-check'

/** Any code units: NUL, control characters, halves of characters. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units))
/** Texts that a careless reader of texts trips over. */
export const oddText = fc.oneof(
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
export const written = (value: unknown) => JSON.stringify(value)?.replaceAll(/"\\u0001([^"]*)"/g, '$1') ?? ''

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

/** By operation: bodies that break its schema, or name what is not there. */
export const wrongBodies: Record<string, fc.Arbitrary<unknown>> = {
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
export const malformed = fc.oneof(
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

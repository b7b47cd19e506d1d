import type { OperationId } from '../../../schemas/operations.ts'
import type { Call } from '../../server/client/call.ts'
import { UNLIKELY_ID } from '../../server/unlikely-id.ts'
import { isDrawn, type Draw } from '../drawn.ts'
import { FILTERS } from '../filters/filters.ts'

/**
 * Texts that trip up what parses, stores or compares them. As parts of a URL they stay below 4,000 bytes: what is
 * longer, common HTTP servers refuse before any API sees it.
 */
const ODD_TEXTS: readonly string[] = [
  // Numbers, and what is nearly one.
  ['0', '-1', '1e3', '1e999', '1.5', 'NaN', 'Infinity', '0x10', '٣', '2147483648', '9223372036854775808'],
  ['99999999999999999999', '-99999999999999999999'],
  // What parsers take for something else.
  ['', ' ', 'null', 'true', '[]', '{}', '__proto__', 'constructor'],
  ['\u0000', 'a\u0000b', '\u0001\u001f\u007f', '\r\nX-Injected: 1', '\u202e\u200b\ufeff'],
  ['\u{1f9fe}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'Z̸̧̢͉̜͓̈́͗̓alg̶o', 'x'.repeat(2_500), 'é'.repeat(400)],
  // Signs of queries, patterns, templates, pages and paths.
  ["'; DROP TABLE invoices; --", '" OR ""="', '%', '_', '\\', '((((((((', '[a-', '*', '?', '${7*7}'],
  ['{{7*7}}', '<script>alert(1)</script>', '../../../../etc/passwd'],
  ['0000-00-00', '9999-99-99', '2026-02-30', '+275760-09-13', '2026-01-01T00:00:00Z'],
].flat()

/** Raw query strings that no client library would write; those that name a parameter are for who takes it. */
const RAW_QUERIES = [
  ['%', '%zz', 'page=%', 'page=%zz&per_page=%e0%a4', '&&&===', '=', `${'a=1&'.repeat(600)}b=2`],
  ['__proto__[x]=1&constructor=1', 'page=1&page=2', 'per_page=10&per_page=abc&per_page='],
  ['page[]=1', 'page[a][b]=1'],
].flat()
const RAW_OF = {
  listInvoices: [
    ['invoice_type=invoice&invoice_type=quote', 'invoice_type[]=invoice', 'financial_status[$ne]=paid'],
    ['created_at_min[]=2026-01-01', 'created_at_min=2026-01-01&created_at_min=2026-01-02'],
  ].flat(),
  searchInvoices: ['q=%ff%fe', 'q=%ed%a0%80', 'q=%00', 'q[]=a&q[]=b', 'q[a]=b'],
  listCustomers: ['search=%', 'search=%ed%a0%80', 'search=%00', 'search[]=a', 'search[a]=b'],
  readInvoicePdf: [
    ['template_id=abc', 'template_id[]=1', 'template_id=99999999999999999999', 'template_id=1.5'],
    ['packing_slip=maybe', 'packing_slip[]=true', 'q=%ff%fe'],
  ].flat(),
} as const

/** Bodies that are no JSON, or JSON of a shape that nobody expects. */
export const RAW_BODIES: readonly string[] = [
  ['', ' ', '{', '}', '[', '[]', 'null', 'true', '0', '"text"', '{"', "{'a': 1}", '\ufeff{}', '\u0000'],
  ['{"a": NaN}', '{"a": 1e999}', '{"a": undefined}', 'order_id=1&draft=true', '<xml/>'],
  ['{"order_id": 1', '{"order_id": 99999999999999999999999}', '{"order_id": 1e400}', '{"order_id": -0}'],
  ['{"__proto__": {"order_id": 1}}', '{"constructor": {"prototype": 1}}'],
  '{"template": null, "customer": null, "settings": null}',
  '{"template": "x", "customer": 7, "settings": true}',
  ['{"invoice_ids": null}', '{"invoice_ids": [null]}', '{"invoice_ids": [[1]]}', '{"invoice_ids": [1e999]}'],
  '{"invoice_ids": {"length": 1}}',
  // Two mistakes at once, for whoever it is meant.
  '{"order_id": {}, "draft": [], "template_id": "x"}',
  '{"invoice_ids": {}, "template_name": []}',
  '{"template": {"name": {}, "font_size": []}, "customer": {"email": {}, "first_name": []}}',
  '{"settings": {"business_name": {}, "footer_message": []}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
].flat()

/** An odd request. */
export interface OddCall {
  readonly operation: OperationId
  readonly call: Call
}

/** The same oddity at each of some operations. */
const at = (operations: readonly OperationId[], call: Call): OddCall[] =>
  operations.map((operation) => ({ operation, call: { ...call, odd: true } }))

const PARAMETERS = {
  listInvoices: ['page', 'per_page', ...FILTERS],
  searchInvoices: ['q', 'page', 'per_page'],
  listCustomers: ['search', 'page', 'per_page'],
} as const

const BY_SLUG = ['readInvoice', 'readInvoicePdf'] as const
const BY_ID = ['readTemplate', 'readCustomer'] as const

/** Who would rather have a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Path segments that no client library would write. */
const RAW_SEGMENTS = ['%', '%zz', '%e0%a4', '%ff', '%00', '%2e%2e', '%ed%a0%80']

/** Odd requests that only read. */
export function oddReads(slug: string, draw: Draw): OddCall[] {
  const { listInvoices, searchInvoices, listCustomers } = PARAMETERS
  const raw = [...RAW_QUERIES, ...RAW_OF.readInvoicePdf]
  return [
    ...oddQueries('listInvoices', listInvoices, draw),
    ...oddQueries('searchInvoices', searchInvoices, draw, { q: 'a' }),
    ...oddQueries('listCustomers', listCustomers, draw),
    ...raw.flatMap((raw_query) => at(['readInvoicePdf'], { params: { slug }, raw_query })),
    ...at(['readInvoicePdf'], { params: { slug: NO_SLUG }, query: WRONG_TEMPLATE }),
    ...at(['listInvoices', 'readInvoice'], { params: { slug: NO_SLUG }, headers: BROWSER }),
    ...RAW_SEGMENTS.flatMap((segment) =>
      at([...BY_SLUG, ...BY_ID], { params: { slug: segment, id: segment }, raw_params: true }),
    ),
    ...ODD_TEXTS.filter((text) => text !== '').flatMap((text, turn) =>
      [...BY_SLUG, ...BY_ID]
        .filter((_, index) => isDrawn(draw, turn, index))
        .flatMap((operation) => at([operation], { params: { slug: text, id: text } })),
    ),
  ]
}

/** A page that fits 64 bits, though the number of what stands before it does not. */
const FAR_PAGE = '9223372036854775807'

/** @param others what the operation demands beside the odd parameter */
function oddQueries(
  operation: keyof typeof PARAMETERS,
  names: readonly string[],
  draw: Draw,
  others: Call['query'] = {},
): OddCall[] {
  return [
    ...names.flatMap((name, index) =>
      ODD_TEXTS.filter((_, turn) => isDrawn(draw, turn, index)).flatMap((text) =>
        at([operation], { query: { ...others, [name]: text } }),
      ),
    ),
    ...at([operation], { query: { ...others, page: FAR_PAGE } }),
    ...[...RAW_QUERIES, ...RAW_OF[operation]].flatMap((raw_query) => at([operation], { raw_query })),
  ]
}

const WITH_BODY = ['createInvoice', 'bulkPdf', 'createTemplate', 'createCustomer', 'updateSettings'] as const

/** Odd requests that would write nothing sensible if a server carried them out: unknown records, unreadable bodies. */
export function oddWrites(slug: string, draw: Draw): OddCall[] {
  return [
    ...at(['regenerateInvoice'], { params: { slug: NO_SLUG }, query: WRONG_TEMPLATE }),
    ...at(['sendInvoiceEmail'], { params: { slug: NO_SLUG }, body: WRONG_TEMPLATE }),
    ...at(['createCustomer'], { body: {}, headers: BROWSER }),
    ...at(['createCustomer'], { raw_body: NO_UTF8 }),
    ...oddBodies(slug, draw),
  ]
}

/** A text of bytes that are no UTF-8, in a customer whose email is wrong, so that none is made. */
const NO_UTF8 = Buffer.from('{"customer": {"email": {}, "first_name": "\xff\xfe"}}', 'latin1')

/** Wrong by itself, whatever it is asked of. */
const WRONG_TEMPLATE = { template_id: 'none' }

function oddBodies(slug: string, draw: Draw): OddCall[] {
  return RAW_BODIES.flatMap((raw_body, turn) =>
    [
      ...at(WITH_BODY, { raw_body }),
      ...at(['regenerateInvoice'], { params: { slug: NO_SLUG }, raw_body }),
      ...at(['updateTemplate', 'updateCustomer'], { params: { id: UNLIKELY_ID }, raw_body }),
      // A body that may be left out is no odd one when it is empty.
      ...at(isPlainlyEmpty(raw_body) ? [] : ['sendInvoiceEmail'], { params: { slug }, raw_body }),
    ].filter(
      ({ operation }, index) =>
        isMeantFor(raw_body, operation) || NO_OBJECTS.includes(raw_body) || isDrawn(draw, turn, index),
    ),
  )
}

/** Sound JSON that is no object: what reads a field of it at once breaks, at whichever operation. */
const NO_OBJECTS = ['[]', 'null']

/** What a body speaks of, in whose words. */
const SPEAKS_OF: Partial<Record<OperationId, RegExp>> = {
  createInvoice: /"order_id"/,
  bulkPdf: /"invoice_ids"/,
  createTemplate: /"template"/,
  updateTemplate: /"template"/,
  createCustomer: /"customer"/,
  updateCustomer: /"customer"/,
  updateSettings: /"settings"/,
}

const isMeantFor = (body: string, operation: OperationId): boolean =>
  SPEAKS_OF[operation]?.test(body) ?? false

const NO_SLUG = '00000000-0000-4000-8000-000000000000'

const isPlainlyEmpty = (body: string) =>
  !/^\s*[[{"]/.test(body) ||
  /__proto__|constructor|null|invoice_ids|order_id|settings|"x"|"name"|^\ufeff/.test(body)

/** Texts inside of bodies: unpaired surrogates and control characters, and more than a column holds. */
export const ODD_BODY_TEXTS: readonly string[] = [
  ['a\u0000b', '\u0001\u001b[31m\u007f', '\ud800', '\udfff x', '\u202e\u2066\ufffe', '\u{1f9fe}'.repeat(70)],
  ["'; DROP TABLE customers; --", '{{7*7}} ${7*7} <%= 7*7 %>', 'x'.repeat(256), 'é'.repeat(1_000)],
  'x'.repeat(70_000),
].flat()
